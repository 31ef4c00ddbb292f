/** What was said in the sessions recorded with client 2.0.42, written down by hand; see recorded.ts for the notation. */
import { FIXED, FLOATS, GROESSE, HALF_UP, HELPER_SAYS, KATO, READ_FIRST, REPORT, RETRY } from './scenario.ts';
import type { ExpectedFiles } from './scenario.ts';

export const EXPECTED: ExpectedFiles = {
  '-home-dev-work-other/4459b80a-4826-4891-b2ce-850ccf7755bb': {
    talk: [],
  },
  '-home-dev-work-shop/57c55e0e-b262-452c-bf6f-8d73e73b79cb': {
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
      '= This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\nAnalysis:\nRounding bug, payment retries.\nSummary:\n1. Primary Request and Intent: fix the one-cent checkout bug.\n2. Key facts: totals use integer cents with half-up rounding; SUMMARY-ONLY-TOKEN-K3Z.\n3. Pending: migrate the orders table..',
      '~ /compact keep the rounding decision',
      '> and which rounding mode did we keep?',
      `< ${HALF_UP}`,
    ],
  },
  '-home-dev-work-shop/5898b7f3-dacb-4101-be4c-aad55304cd14': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> run a failing command',
      '< The query failed: the relation `orders` does not exist. Run the migration first.',
    ],
  },
  '-home-dev-work-shop/8a95949a-9965-459e-8fe8-b6c6b9eaad04': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> print a huge log',
      '< The log has 20,000 lines and ends with the needle.',
    ],
  },
  '-home-dev-work-shop/8bebfb78-84cb-477d-ad47-2d180741378b': {
    talk: [],
  },
  '-home-dev-work-shop/9fbc2b89-0903-4b3a-8dec-4e7dbbcdc343': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    shares: [['cb4f0772', 3]],
    talk: [
      '> Why does the checkout total come out one cent short?',
      `< ${READ_FIRST}`,
      `< ${FLOATS}`,
      `< ${FIXED}`,
      '> which rounding mode did we choose?',
      '> explain the payment retry policy',
      `< ${RETRY}`,
      '> カートの合計はどう計算しますか？',
      `< ${KATO}`,
    ],
  },
  '-home-dev-work-shop/a0b91d6a-9121-4a1b-84ab-94ebc69ef998': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> remember a todo list',
      '< Two todos recorded.',
    ],
  },
  '-home-dev-work-shop/agent-d9f4fe32': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    startedIn: ['57c55e0e', 2],
    talk: [
      `@< ${REPORT}`,
    ],
  },
  '-home-dev-work-shop/cb4f0772-a3b2-48e5-b150-05396ba663dc': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    shares: [['9fbc2b89', 3]],
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
  '-home-dev-work-shop/d6bfa00d-65f9-4e9f-884d-b8126237aa08': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> fresh start after clear: Größe der Bestellung?',
      `< ${GROESSE}`,
    ],
  },
  '-home-dev-work-shop/ef9733ba-9afc-4025-a004-ddcf5709afdf': {
    talk: [],
  },
  '-home-dev-work-shop/f0a7ce54-1df5-414d-8eb4-78163732a633': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> look at the screenshot',
      '< The screenshot is a tiny red square.',
    ],
  },
  '-home-dev-work-shop/f595a2bb-c631-4b5e-ad1e-af427c1b123d': {
    talk: [],
  },
};
