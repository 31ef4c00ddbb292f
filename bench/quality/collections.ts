/**
 * Every set there is: where its texts come from, under which licence, and what makes piles and queries of them.
 *
 * None of the texts lies in this repository. Sets of one collection share piles, and with them indexes.
 */
import { CACM, readCacm } from './cacm.ts';
import { BLACK, PYTEST, readCommits } from './commits.ts';
import { GETSPECSTORY, readAgentSessions, TNYOFFICE } from './agent-sessions.ts';
import { LOCOMO, readLocomo } from './locomo.ts';
import type { Mirror } from './mirror.ts';
import { COSQA, NL2BASH, readCosqa, readNl2bash, readXquad, XQUAD } from './questions.ts';
import type { Collection } from './set.ts';

export interface Source {
  /** owner/name on GitHub. */
  readonly repository: string;
  readonly licence: string;
}

export interface CollectionPlan {
  readonly key: string;
  readonly sources: readonly Source[];
  /** By key: what is asked for what. */
  readonly sets: Readonly<Record<string, string>>;
  readonly read: (mirror: Mirror) => Collection;
}

const SPECSTORY: readonly Source[] = [{ repository: GETSPECSTORY, licence: 'Apache-2.0' }, { repository: TNYOFFICE, licence: 'none stated' }];
const XQUAD_SOURCE: readonly Source[] = [{ repository: XQUAD, licence: 'CC BY-SA 4.0' }];

export const COLLECTIONS: readonly CollectionPlan[] = [
  {
    key: 'agents', sources: SPECSTORY, read: readAgentSessions,
    sets: { AW: "agent sessions, in other words", AC: 'agent sessions, subject of a commit made meanwhile' },
  },
  {
    key: 'locomo', sources: [{ repository: LOCOMO, licence: 'none stated' }], read: readLocomo,
    sets: {
      LC: "LoCoMo by deja-vu's rule, each conversation by itself", LP: "LoCoMo by deja-vu's rule, all conversations in one pile",
      LO: 'LoCoMo, questions to five conversations', LE: 'LoCoMo, events of five conversations',
    },
  },
  {
    key: 'black', sources: [{ repository: BLACK.repository, licence: 'MIT' }], read: (mirror) => readCommits(mirror, BLACK),
    sets: { CB: 'black, line of the change log to its commit', SB: 'black, the same to a session of commits' },
  },
  {
    key: 'pytest', sources: [{ repository: PYTEST.repository, licence: 'MIT' }], read: (mirror) => readCommits(mirror, PYTEST),
    sets: { SP: 'pytest, line of the change log to a session of commits' },
  },
  {
    key: 'cosqa', sources: [{ repository: COSQA, licence: 'MIT; queries C-UDA' }], read: readCosqa,
    sets: { CQ: 'CoSQA, query from the web to a Python function' },
  },
  {
    key: 'nl2bash', sources: [{ repository: NL2BASH, licence: 'GPL-3.0' }], read: readNl2bash,
    sets: { NB: 'NL2Bash, another description of a command' },
  },
  { key: 'cacm', sources: [{ repository: CACM, licence: 'none stated' }], read: readCacm, sets: { CA: 'CACM, topic to papers' } },
  { key: 'xquad-en', sources: XQUAD_SOURCE, read: (mirror) => readXquad(mirror, 'en', 'XE'), sets: { XE: 'XQuAD, English question to paragraph' } },
  { key: 'xquad-de', sources: XQUAD_SOURCE, read: (mirror) => readXquad(mirror, 'de', 'XD'), sets: { XD: 'XQuAD, German question to paragraph' } },
];

/** Places of the answer that count, by set; 10 for all others. deja-vu's harness looks at 20. */
export const DEPTHS: Readonly<Record<string, number | undefined>> = { LC: 20, LP: 20 };
