/** What was said in the sessions recorded with client 2.1.12, written down by hand; see recorded.ts for the notation. */
import { FIXED, FLOATS, GROESSE, HALF_UP, HELPER_SAYS, KATO, READ_FIRST, REPORT, RETRY } from './scenario.ts';
import type { ExpectedFiles } from './scenario.ts';

export const EXPECTED: ExpectedFiles = {
  '-home-dev-work-other/c3df4e79-f465-47ec-b240-b0a9ddf876da': {
    talk: [],
  },
  '-home-dev-work-shop/11ec9a06-a414-418d-b53a-b4334e5b1449': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> look at the screenshot',
      '< The screenshot is a tiny red square.',
    ],
  },
  '-home-dev-work-shop/55909939-1058-41e8-ae39-aaa9e9e3480d': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> fresh start after clear: Größe der Bestellung?',
      `< ${GROESSE}`,
    ],
  },
  '-home-dev-work-shop/56344203-74bb-4aea-a64f-2ff75bda0a59': {
    talk: [],
  },
  '-home-dev-work-shop/59d46b1b-573b-4cc0-b625-bf59ff932062': {
    talk: [],
  },
  '-home-dev-work-shop/651b030d-658e-4644-a3d9-ee36af337a54': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    shares: [['a2e5aba8', 3]],
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
  '-home-dev-work-shop/869130ab-b89b-4c0d-b325-253f9efdde80/subagents/agent-ade74da': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    startedIn: ['869130ab', 2],
    talk: [
      `@< ${REPORT}`,
    ],
  },
  '-home-dev-work-shop/869130ab-b89b-4c0d-b325-253f9efdde80': {
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
  '-home-dev-work-shop/a2e5aba8-92ed-416e-b8dc-fddddb18b1ff': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    shares: [['651b030d', 3]],
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
  '-home-dev-work-shop/af615f1f-29b4-43c1-b090-a9ba61f18d16': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> run a failing command',
      '< The query failed: the relation `orders` does not exist. Run the migration first.',
    ],
  },
  '-home-dev-work-shop/d7258838-a581-4f9c-b6ae-8aded35a26f0': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> remember a todo list',
      '< Two todos recorded.',
    ],
  },
  '-home-dev-work-shop/f5efb1de-60dc-4c60-a0a0-f1972bbac369': {
    folder: '/home/dev/work/shop',
    branch: 'main',
    summary: 'Checkout rounding fixed to half-up cents',
    talk: [
      '> print a huge log',
      '< The log has 20,000 lines and ends with the needle.',
    ],
  },
};
