/** What was said in the sessions recorded with client 2.1.200, written down by hand; see recorded.ts for the notation. */
import { FIXED, FLOATS, GROESSE, HALF_UP, HELPER_SAYS, KATO, READ_FIRST, REPORT, RETRY } from './scenario.ts';
import type { ExpectedFiles } from './scenario.ts';

export const EXPECTED: ExpectedFiles = {
  '-home-dev-work-shop/1236a655-0118-43ef-a785-fc3e2744eec0': {
    title: 'Checkout rounding fix',
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> remember a todo list',
      '< Echo: remember a todo list',
    ],
  },
  '-home-dev-work-shop/3ed80716-af83-4586-ad24-6364be0064fd': {
    title: 'Checkout rounding fix',
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> print a huge log',
      '< The log has 20,000 lines and ends with the needle.',
    ],
  },
  '-home-dev-work-shop/585daa32-da58-474b-99a1-1abcad8f61df': {
    title: 'Checkout rounding fix',
    folder: '/home/dev/work/shop',
    branch: 'main',
    shares: [['dab97c4a', 3]],
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
  '-home-dev-work-shop/5d79b03a-8a02-4934-a1e0-4e4aace9d6c3/subagents/agent-a3357182f3af29c06': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    startedIn: ['5d79b03a', 2],
    talk: [
      `@< ${REPORT}`,
    ],
  },
  '-home-dev-work-shop/5d79b03a-8a02-4934-a1e0-4e4aace9d6c3': {
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
      '< Echo: <bash-input>echo bang-mode-output; ls src</bash-input>\n\n<bash-stdout>bang-mode-output\ncart.ts\npay.ts</bash-stdout><bash-stderr></bash-stderr>',
      '> give me the slow answer',
      '< This is a slow answer, word by word. This is a slow answer…',
      '> queued prompt: which rounding mode did we use',
      `< ${HALF_UP}`,
      '> medium command run',
      '> while you work: explain the payment retry',
      '< The medium command finished.',
      '> give me the slow answer again',
      '< This is a slow answer, word by word. This is a slow answer, word by word. This is a slow answer, word by word. This is a slow answer, word by word. This is a slow answer, word by word. This is a slow answer, word by word. This is a slow ans',
      '> run the slow command now',
      '= This session is being continued from a previous conversati…',
      '~ /compact keep the rounding decision',
      '> and which rounding mode did we keep?',
      `< ${HALF_UP}`,
    ],
  },
  '-home-dev-work-shop/70be402a-8d10-473c-bd41-0050997c7c50': {
    title: 'Checkout rounding fix',
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> look at the screenshot',
      '< The screenshot is a tiny red square.',
    ],
  },
  '-home-dev-work-shop/79a4877a-d19e-403f-bba1-f435fc9c72dd': {
    title: 'Checkout rounding fix',
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> run a failing command',
      '< The query failed: the relation `orders` does not exist. Run the migration first.',
    ],
  },
  '-home-dev-work-shop/888b0030-d577-4bfa-bf61-b921567574d3': {
    title: 'Checkout rounding work',
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> fresh start after clear: Größe der Bestellung?',
      `< ${GROESSE}`,
    ],
  },
  '-home-dev-work-shop/dab97c4a-97ff-430f-a8ad-9649e311bb31': {
    title: 'Checkout rounding fix',
    folder: '/home/dev/work/shop',
    branch: 'main',
    shares: [['585daa32', 3]],
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
};
