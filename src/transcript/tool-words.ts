/**
 * Tool results that are no output of a tool, above all those with words of the person.
 *
 * Such are: a refusal, a fixed text that the person's own words may follow (in 164 of 372 real ones they do); answers to the tool
 * AskUserQuestion; and a pointer to a side file that has the output. They are known by their first words, which are the same in all
 * clients from 1.0.44 to 2.1.332.
 */

const REFUSAL = /^The user doesn't want to (?:proceed with this tool use|take this action right now)/;
const REFUSAL_WORDS = /the user said:\s*/;
/** Follows a refusal since about 2.1.60. */
const REFUSAL_NOTE = /\s*Note: The user's next message may contain a correction or preference[\s\S]*$/;
const CLARIFY = /^The user wants to clarify these questions\.[\s\S]*?Questions asked:/;
const ANSWERED = /^(?:User has answered your questions|Your questions have been answered): ?/;
const ANSWERED_END = /\. You can now continue with (?:the user's|these) answers in mind\.?\s*$/;
const INTERRUPTED = /^(?:Exit code \d+\n)?\[Request interrupted by user[^\]\n]*\]\n?/;
const LAUNCHED = /^(?:Async agent launched successfully|Spawned successfully)\b/;
const PERSISTED = /^<persisted-output>[\s\S]{0,200}?saved to:? ?([^\n]+)/;

/** What the text of a tool result is. */
export type ResultText =
  | { readonly kind: 'output' }
  /** Not indexed. */
  | { readonly kind: 'noise' }
  /** Words of the person; '' after a refusal without any. */
  | { readonly kind: 'words'; readonly words: string }
  /** Base name of the side file that holds the whole output. */
  | { readonly kind: 'pointer'; readonly name: string }
  /** Output, but for its first `from` bytes: a note that the person interrupted it. */
  | { readonly kind: 'tail'; readonly from: number };

/** Bytes of the text by which judgeResult() judges. */
export const HEAD_BYTES = 512;

/**
 * Judges the text of a tool result, which is clean and has no system reminders.
 *
 * head: its first HEAD_BYTES or more, or all of it. whole: all of it; called only where the person's words are in it, because output
 * may be megabytes long.
 */
export function judgeResult(head: string, whole: () => string): ResultText {
  if (REFUSAL.test(head)) return { kind: 'words', words: refusalWords(whole()) };
  if (ANSWERED.test(head)) return { kind: 'words', words: answersIn(whole()) };
  if (LAUNCHED.test(head)) return { kind: 'noise' };
  const interrupted = INTERRUPTED.exec(head);
  if (interrupted !== null) return { kind: 'tail', from: interrupted[0].length };
  const pointer = PERSISTED.exec(head);
  return pointer === null ? { kind: 'output' } : { kind: 'pointer', name: sideFileName(pointer[1]) };
}

/** Last part of a path, of whichever system; '' when it is no plain file name. */
function sideFileName(path: string): string {
  const name = path.trim().split(/[\\/]/).pop() ?? '';
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]*\.(?:txt|json)$/.test(name) ? name : '';
}

function refusalWords(text: string): string {
  const found = REFUSAL_WORDS.exec(text);
  if (found === null) return '';
  const words = text.slice(found.index + found[0].length).replace(REFUSAL_NOTE, '');
  if (!CLARIFY.test(words)) return words.trim();
  // The person wants to talk about the questions first; some may be answered: `- "question"\n  Answer: words`.
  return [...words.matchAll(/^\s*Answer: (.*)$/gm)].map((answer) => answer[1]).join('\n');
}

/**
 * The answers in `… answered your questions: "question"="answer", "question"="answer" user notes: words. You can …`.
 *
 * Quotes inside are not escaped, so an answer is taken to end at the last `, "` before the next `"="`. If a question itself contains
 * `, "` (none was seen), its first words are taken for the end of the answer before it.
 */
function answersIn(text: string): string {
  const parts = text.replace(ANSWERED, '').replace(ANSWERED_END, '').split('"="').slice(1);
  const answers: string[] = [];
  parts.forEach((part, index) => {
    const end = index === parts.length - 1 ? part.length : part.lastIndexOf(', "');
    const given = part.slice(0, end < 0 ? part.length : end);
    const quote = given.search(/"(?= selected (?:preview|markdown):| (?:user )?notes:|$)/);
    const answer = quote < 0 ? given : given.slice(0, quote);
    const notes = / (?:user )?notes: ([\s\S]*)$/.exec(quote < 0 ? '' : given.slice(quote + 1));
    answers.push(answer);
    if (notes !== null && notes[1].trim() !== answer.trim()) answers.push(notes[1]);
  });
  return answers.map((answer) => answer.trim()).filter((answer) => answer !== '').join('\n');
}
