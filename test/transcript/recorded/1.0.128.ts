/** What was said in the sessions recorded with client 1.0.128, written down by hand; see recorded.ts for the notation. */
import { FIXED, FLOATS, GROESSE, HALF_UP, HELPER_SAYS, KATO, READ_FIRST, REPORT, RETRY } from './scenario.ts';
import type { ExpectedFiles } from './scenario.ts';

export const EXPECTED: ExpectedFiles = {
  '-home-dev-work-shop/069b02bd-cda6-46b2-a5a5-f9330f1de178': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> Why is the checkout one cent short? Please fix it',
      `< ${READ_FIRST}`,
      `< ${FLOATS}`,
      `< ${FIXED}`,
      '> survey the repository with a helper',
      "< I'll hand this to a helper.",
      `@< ${REPORT}`,
      `< ${HELPER_SAYS}`,
      '~ ! echo bang-mode-output; ls src',
      '> give me the slow answer',
      '< This is a slow answer, word by word. This is a slow answer…',
      '> queued prompt: which rounding mode did we use',
      `< ${HALF_UP}`,
      '> medium command run',
      '< The medium command finished.',
      `< ${RETRY}`,
      '> give me the slow answer again',
      '> run the slow command now',
      '= This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\nAnalysis:\nRounding bug, payment retries.\nSummary:\n1. Primary Request and Intent: fix the one-cent checkout bug.\n2. Key facts: totals use integer cents with half-up rounding; SUMMARY-ONLY-TOKEN-K3Z.\n3. Pending: migrate the orders table..',
      '~ /compact keep the rounding decision',
      '> and which rounding mode did we keep?',
      `< ${HALF_UP}`,
    ],
  },
  '-home-dev-work-shop/06a51031-d770-4d60-87aa-cdc90697c884': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    shares: [['8e26ed62', 3]],
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
  '-home-dev-work-shop/276a77ab-c972-4e94-b2f2-f763814730a4': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> run a failing command',
      '< The query failed: the relation `orders` does not exist. Run the migration first.',
    ],
  },
  '-home-dev-work-shop/32d9c499-320a-4ab1-ab1e-316f31d47e44': {
    talk: [],
  },
  '-home-dev-work-shop/55ef586b-2b05-4d7b-81a3-4f206882ecfc': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> fresh start after clear: Größe der Bestellung?',
      `< ${GROESSE}`,
    ],
  },
  '-home-dev-work-shop/756dbfed-83c7-47c4-852f-de0b32eef90f': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> remember a todo list',
      '< Two todos recorded.',
    ],
  },
  '-home-dev-work-shop/82bf180f-a95d-45cd-b47e-edd13802f28b': {
    talk: [],
  },
  '-home-dev-work-shop/8e26ed62-c028-41eb-b715-8acdae86ffa1': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    shares: [['06a51031', 3]],
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
  '-home-dev-work-shop/c7ff587f-d852-4b84-a4cf-4a086235cc0f': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> look at the screenshot',
      '< The screenshot is a tiny red square.',
    ],
  },
  '-home-dev-work-shop/cd912750-0a42-4d24-aacf-16ba8072103b': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    talk: [
      '> print a huge log',
      '< The log has 20,000 lines and ends with the needle.',
    ],
  },
};
