/** What was said in the sessions recorded with client 2.1.120, written down by hand; see recorded.ts for the notation. */
import { FIXED, FLOATS, GROESSE, HALF_UP, HELPER_SAYS, KATO, READ_FIRST, REPORT, RETRY } from './scenario.ts';
import type { ExpectedFiles } from './scenario.ts';

export const EXPECTED: ExpectedFiles = {
  '-home-dev-work-shop/0bb7b8e3-2786-4de4-82dd-faa19638bdbb': {
    title: 'Checkout rounding fix',
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> remember a todo list',
      '< Two todos recorded.',
    ],
  },
  '-home-dev-work-shop/1ff73625-0156-4d8a-94e1-1cd047ed178c': {
    title: 'Checkout rounding fix',
    folder: '/home/dev/work/shop',
    branch: 'main',
    shares: [['5048215c', 3]],
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
  '-home-dev-work-shop/411f4970-9003-4adc-aaea-d90f609c967b': {
    title: 'Checkout rounding fix',
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> print a huge log',
      '< The log has 20,000 lines and ends with the needle.',
    ],
  },
  '-home-dev-work-shop/5048215c-b5f1-4b70-827a-0745e31ab1ff': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    shares: [['1ff73625', 3]],
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
  '-home-dev-work-shop/6a694ba9-db62-4104-b867-bba381df7e39/subagents/agent-a885b7d5651addfd2': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    startedIn: ['6a694ba9', 2],
    talk: [
      `@< ${REPORT}`,
    ],
  },
  '-home-dev-work-shop/6a694ba9-db62-4104-b867-bba381df7e39': {
    title: 'Checkout rounding work',
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      `< ${READ_FIRST}`,
      '> Why is the checkout one cent short? Please fix it',
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
      '> while you work: explain the payment retry',
      '< The medium command finished.',
      '> give me the slow answer again',
      '< This is a slow answer, word by word. This is a slow answer, word by word. This is a slow answer, word by word. This is a slow answer, word by word. This is a slow answer, word by word. This is a slow answer, word by word',
      '> run the slow command now',
      '= This session is being continued from a previous conversati…',
      '~ /compact keep the rounding decision',
      '> and which rounding mode did we keep?',
      `< ${HALF_UP}`,
    ],
  },
  '-home-dev-work-shop/861c7d93-86d2-4717-80d0-2d6fc390e95d': {
    title: 'Checkout rounding fix',
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> look at the screenshot',
      '< The screenshot is a tiny red square.',
    ],
  },
  '-home-dev-work-shop/a08e415c-f9a3-4c51-b4e1-357df2f1254c': {
    title: 'Checkout rounding work',
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> fresh start after clear: Größe der Bestellung?',
      `< ${GROESSE}`,
    ],
  },
  '-home-dev-work-shop/f46db953-dada-43d6-9724-26e44a79e5d5': {
    title: 'Checkout rounding fix',
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> run a failing command',
      '< The query failed: the relation `orders` does not exist. Run the migration first.',
    ],
  },
};
