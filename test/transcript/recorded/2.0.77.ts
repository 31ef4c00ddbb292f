/** What was said in the sessions recorded with client 2.0.77, written down by hand; see recorded.ts for the notation. */
import { FIXED, FLOATS, GROESSE, HALF_UP, HELPER_SAYS, KATO, READ_FIRST, REPORT, RETRY } from './scenario.ts';
import type { ExpectedFiles } from './scenario.ts';

export const EXPECTED: ExpectedFiles = {
  '-home-dev-work-other/e0aed82d-d5a1-404a-b988-8d011a85b202': {
    talk: [],
  },
  '-home-dev-work-shop/0cee9706-8185-41c8-bd67-599515a816e0': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    shares: [['32755f67', 3]],
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
  '-home-dev-work-shop/2102f244-1714-4e17-ba40-a280e01780ba': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> run a failing command',
      '< The query failed: the relation `orders` does not exist. Run the migration first.',
    ],
  },
  '-home-dev-work-shop/28a5605e-f79e-4ce6-8d63-ac2f9b6e11d3': {
    talk: [],
  },
  '-home-dev-work-shop/2bd42bd0-760c-46e7-9746-7a782825de70': {
    talk: [],
  },
  '-home-dev-work-shop/32755f67-b263-4ad6-abda-238a318dacf2': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    shares: [['0cee9706', 3]],
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
  '-home-dev-work-shop/3e2a442c-f92f-4dcb-af29-a1a2682a955b': {
    talk: [],
  },
  '-home-dev-work-shop/4500fd6a-525b-4016-a2a3-ca0c1afe2fd8': {
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
      `< ${RETRY}`,
      '> give me the slow answer again',
      '> run the slow command now',
      '= This session is being continued from a previous conversati…',
      '~ /compact keep the rounding decision',
      '> and which rounding mode did we keep?',
      `< ${HALF_UP}`,
    ],
  },
  '-home-dev-work-shop/a5be17c6-fda7-4c2e-81d0-c676756a3fe5': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> fresh start after clear: Größe der Bestellung?',
      `< ${GROESSE}`,
    ],
  },
  '-home-dev-work-shop/agent-ae7966c': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    startedIn: ['4500fd6a', 2],
    talk: [
      `@< ${REPORT}`,
    ],
  },
  '-home-dev-work-shop/b56ba7e5-adb7-4cc4-b8c5-0f60ec0fdaab': {
    talk: [],
  },
  '-home-dev-work-shop/cc6a56ea-1e01-4425-86fe-649b15215a9e': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> print a huge log',
      '< The log has 20,000 lines and ends with the needle.',
    ],
  },
  '-home-dev-work-shop/df4d1868-729b-4192-b594-913c06bf6121': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> remember a todo list',
      '< Two todos recorded.',
    ],
  },
  '-home-dev-work-shop/e19b00a9-8502-4730-8e84-abeadbcd15bd': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> look at the screenshot',
      '< The screenshot is a tiny red square.',
    ],
  },
};
