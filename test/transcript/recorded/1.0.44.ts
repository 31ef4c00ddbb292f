/** What was said in the sessions recorded with client 1.0.44, written down by hand; see recorded.ts for the notation. */
import { FIXED, FLOATS, GROESSE, HALF_UP, HELPER_SAYS, READ_FIRST, REPORT, RETRY } from './scenario.ts';
import type { ExpectedFiles } from './scenario.ts';

export const EXPECTED: ExpectedFiles = {
  '-home-dev-work-shop/30b7c412-36a6-4fa3-a250-95aac1ac7ffa': {
    folder: '/home/dev/work/shop',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> look at the screenshot',
      '< Done.',
    ],
  },
  '-home-dev-work-shop/52ded126-e3af-4974-a654-97548a08fb58': {
    folder: '/home/dev/work/shop',
    summary: 'Checkout rounding fixed to half-up cents',
    shares: [['98531711', 1], ['dfb80c4a', 1]],
    talk: [
      '> Why does the checkout total come out one cent short?',
      `< ${READ_FIRST}`,
      `< ${FIXED}`,
    ],
  },
  '-home-dev-work-shop/85ee82c4-f20a-43af-9f49-737b76d36623': {
    folder: '/home/dev/work/shop',
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
      '> give me the slow answer again',
      '> run the slow command now',
      '> /rename Checkout rounding work',
      '< Echo: /rename Checkout rounding work',
      '= This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\nAnalysis:\nRounding bug, payment retries.\nSummary:\n1. Primary Request and Intent: fix the one-cent checkout bug.\n2. Key facts: totals use integer cents with half-up rounding; SUMMARY-ONLY-TOKEN-K3Z.\n3. Pending: migrate the orders table..',
      '~ /compact keep the rounding decision',
      '> and which rounding mode did we keep?',
      `< ${HALF_UP}`,
      '> fresh start after clear: Größe der Bestellung?',
      `< ${GROESSE}`,
    ],
  },
  '-home-dev-work-shop/8cf4b24f-b435-4444-a916-6f73bfd5ac06': {
    folder: '/home/dev/work/shop',
    talk: [
      '> remember a todo list',
      '< Done.',
    ],
  },
  '-home-dev-work-shop/98531711-3f22-4eb1-9afb-90555dce2f2a': {
    folder: '/home/dev/work/shop',
    shares: [['52ded126', 1], ['dfb80c4a', 1]],
    talk: [
      '> Why does the checkout total come out one cent short?',
      `< ${READ_FIRST}`,
      `< ${FIXED}`,
      '> which rounding mode did we choose?',
      `< ${HALF_UP}`,
    ],
  },
  '-home-dev-work-shop/dfb80c4a-eef8-42f8-8d44-42b7023b6bb7': {
    folder: '/home/dev/work/shop',
    summary: 'Checkout rounding fixed to half-up cents',
    shares: [['52ded126', 1], ['98531711', 1]],
    talk: [
      '> Why does the checkout total come out one cent short?',
      `< ${READ_FIRST}`,
      `< ${FIXED}`,
      '> explain the payment retry policy',
      `< ${RETRY}`,
    ],
  },
  '-home-dev-work-shop/e3cf9977-bb11-45ba-9994-be8ebf71edbb': {
    folder: '/home/dev/work/shop',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> print a huge log',
      '< Done.',
    ],
  },
  '-home-dev-work-shop/e7984274-032b-41f2-b556-7b6716dd85a6': {
    folder: '/home/dev/work/shop',
    talk: [
      '> run a failing command',
      '< Done.',
    ],
  },
};
