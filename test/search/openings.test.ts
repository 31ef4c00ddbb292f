import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from '../../src/search/query.ts';

const wordsOf = (role: 'content' | 'framing', text: string): string => parseQuery(text).words.filter((word) => word.role === role).map(({ term }) => term).join(' ');

test('withoutOpenings() treats the words that begin a question as stop words, in every language', () => {
  const cases: [query: string, content: string][] = [
    ['can you find the session where we talked about the flaky redis test', 'flaky redis test'],
    ['I remember a conversation last week about retries', 'retries'],
    ['show me the chat in which you helped me with docker volumes', 'docker volumes'],
    ['what did we discuss the other day regarding login', 'login'],
    ['I am looking for the chat where we were discussing the retries', 'retries'],
    ['the retries that we talked about last week', 'retries'],
    ['kannst du die Sitzung finden, in der du mir geholfen hast mit dem Cache', 'cache'],
    ['tu te souviens de la discussion de l\'autre jour sur le cache', 'cache'],
    ['recuerdas la sesión anterior en la que hablamos de la caché', 'cache'],
    ['você lembra da conversa anterior em que falamos do cache', 'cache'],
    ['ti ricordi la conversazione precedente in cui abbiamo parlato della cache', 'cache'],
    ['weet je nog het gesprek van eerder over de cache', 'cache'],
    ['pamiętasz rozmowę o czymś kilka dni temu', 'czyms kilka dni temu'],
    ['geçen hafta konuştuğumuz konuşma gibi önbellek', 'onbellek'],
    ['помнишь разговор, в котором ты помогал мне с кешем', 'кешем'],
    ['шукаю розмову, де ти допоміг мені з кешем', 'кешем'],
  ];
  for (const [query, content] of cases) assert.deepEqual([wordsOf('content', query), wordsOf('framing', query)], [content, ''], query);
});

test('withoutOpenings() keeps the same words where they are the topic', () => {
  const cases: [query: string, content: string, framing: string][] = [
    ['session id in the status bar', 'id status bar', 'session'],
    ['show me session ids in the header', 'ids header', 'session'],
    ['why is the last day of the month missing', 'day missing', 'last month'],
    ['rename conversion to conversation', 'rename conversion', 'conversation'],
    ['we talked about retries and the session', 'retries', 'session'],
    ['what did we talk about last week', '', 'talk last week'],
    ['"find the session where we" cache', ' cache', ''],
  ];
  for (const [query, content, framing] of cases) assert.deepEqual([wordsOf('content', query), wordsOf('framing', query)], [content, framing], query);
});
