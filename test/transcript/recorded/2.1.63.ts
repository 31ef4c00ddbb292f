/** What was said in the sessions recorded with client 2.1.63, written down by hand; see recorded.ts for the notation. */
import { FIXED, FLOATS, GROESSE, HALF_UP, HELPER_SAYS, KATO, READ_FIRST, REPORT, RETRY } from './scenario.ts';
import type { ExpectedFiles } from './scenario.ts';

export const EXPECTED: ExpectedFiles = {
  '-home-dev-work-shop/3ff3a762-7b02-4bd6-ab80-8859d320ef89/subagents/agent-aec1465ae9b12829b': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    startedIn: ['3ff3a762', 2],
    talk: [
      `@< ${REPORT}`,
    ],
  },
  '-home-dev-work-shop/3ff3a762-7b02-4bd6-ab80-8859d320ef89': {
    title: 'Checkout rounding work',
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> Why is the checkout one cent short? Please fix it',
      `< ${READ_FIRST}`,
      `< ${FLOATS}`,
      `< ${FIXED}`,
      '> survey the repository with a helper',
      "< I'll hand this to a helper.",
      `< ${HELPER_SAYS}`,
      '~ ! echo bang-mode-output; ls src',
      '> give me the slow answer',
      '< This is a slow answer, word by word. This is a slow answer…',
      '> queued prompt: which rounding mode did we use',
      `< ${HALF_UP}`,
      '> medium command run',
      '? while you work: explain the payment retry',
      '< The medium command finished.',
      '> give me the slow answer again',
      '> run the slow command now',
      '= This session is being continued from a previous conversati…',
      '~ /compact keep the rounding decision',
      '> and which rounding mode did we keep?',
      `< ${HALF_UP}`,
    ],
  },
  '-home-dev-work-shop/62b0e1a4-b312-4e1a-b4f8-26e43ef395cb': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> print a huge log',
      '< The log has 20,000 lines and ends with the needle.',
    ],
  },
  '-home-dev-work-shop/62f905a7-d5c1-4711-a37c-0c217d8dd9a7': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    shares: [['a30faa52', 3]],
    talk: [
      '> Why does the checkout total come out one cent short?',
      `< ${READ_FIRST}`,
      `< ${FLOATS}`,
      `< ${FIXED}`,
      '> which rounding mode did we choose?',
      `< ${HALF_UP}`,
      '> explain the payment retry policy',
      `< ${RETRY}`,
      '> カートの合計はどう計算しますか？',
      `< ${KATO}`,
    ],
  },
  '-home-dev-work-shop/71725f80-b20b-4653-a994-9230e13cfbef': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> fresh start after clear: Größe der Bestellung?',
      `< ${GROESSE}`,
    ],
  },
  '-home-dev-work-shop/a30faa52-07b9-49c0-8b9d-d76d0d9e7882': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    shares: [['62f905a7', 3]],
    talk: [
      '> Why does the checkout total come out one cent short?',
      `< ${READ_FIRST}`,
      `< ${FLOATS}`,
      `< ${FIXED}`,
      '> which rounding mode did we choose?',
      `< ${HALF_UP}`,
      '> explain the payment retry policy',
      `< ${RETRY}`,
    ],
  },
  '-home-dev-work-shop/a5fe7663-e878-4fbd-bc86-f889d2aa2746': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> look at the screenshot',
      '< The screenshot is a tiny red square.',
    ],
  },
  '-home-dev-work-shop/a8da069d-0b2c-494e-af04-88125bf30dcb': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> remember a todo list',
      '< Two todos recorded.',
    ],
  },
  '-home-dev-work-shop/b0d3f946-aeef-4378-9e6c-8334f8cb38c6': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> run a failing command',
      '< The query failed: the relation `orders` does not exist. Run the migration first.',
    ],
  },
};
