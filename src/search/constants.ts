/**
 * Every constant of ranking, gate and snippet, in one table.
 *
 * Each says by which measurement it was chosen: on twelve public query sets (coding-agent sessions, conversations, commits,
 * code search, papers, two languages), scored by mean reciprocal rank (MRR) over sessions; "better" and "worse" count sets
 * whose 95 % bootstrap interval of the paired difference excludes 0. P@1 is from tests that ask for words and identifiers
 * whose sessions are known from a plain scan. Figures that name no run are older than the runs kept in this repository:
 * `npm run bench -- quality` asks the same sets, once they are fetched, and `ccfind eval` a person's own history.
 * test/oracle.test.ts checks the formula, test/e2e/needles.test.ts that what was planted is found.
 * Field weights are in schema.ts. A constant that no run has chosen says so.
 */

/** Ranking and gate. */
export const RANKING = {
  /** BM25 saturation. 0.6: 4 sets worse; 2: 2 worse. */
  k1: 1.2,
  /** BM25 length normalisation. 0: 4 sets worse; BM25+, BM25L, language models, PL2: 2 to 4 worse. */
  b: 0.75,

  /**
   * Weight of a stop word. Dropping them: 4 sets worse; powers of idf instead of a list: 1 better, 4 worse. With openings (openings.ts) as
   * stop words, what four of them in front of agent questions cost falls: AW .063 -> .000, AC .088 -> .014; questions without are unchanged.
   */
  stopWeight: 0.15,
  /** Weight of a framing word ("session", "yesterday"). Queries with filler in front: .646 -> .691; at 0.3 held-back agent sessions lose .03. */
  framingWeight: 0.5,
  /** Weight of a whole identifier. With `tierCompound`: P@1 of identifier tests .925 -> .958 alone, .875 -> .925 in a sentence. */
  identifierWeight: 2.5,
  /** Weight of a hyphenated compound: much plain English is hyphenated (three sets lost by 2.5). */
  kebabWeight: 1.3,
  /** Weight of a part of an identifier whose whole is in the vocabulary; 1 when it is not. Same runs as identifierWeight. */
  partWeight: 0.6,

  /** Tier of the word as typed. */
  tierExact: 1,
  /**
   * Tier of the plural or singular of a word. Forms at query time: 6 sets better, 0 worse, .009 more than with stems in the index;
   * as built here: 5 of 11 better, 0 worse (agent sessions .318 -> .406).
   */
  tierPlural: 0.9,
  /** Tier of a word of the same stem. Same runs as tierPlural. */
  tierForm: 0.8,
  /**
   * The same, and for synonyms, where the word was typed alone, occurs only within longer ones, and is no inflection of the other. Far
   * below tierStart: at .3 a frequent form still came first. `ccfind eval`, four seeds, ranks below ten: with tierForm 5 of 1,200
   * starts and 4 of 1,200 middles of words, so none.
   */
  tierFormDoubted: 0.1,
  /** Tier of a longer identifier that holds the typed one. Same runs as identifierWeight. */
  tierCompound: 0.85,
  /** Tier of a Chinese word in the other script, simplified or traditional. A choice, not measured: as likely to be meant as another form, and below the word as typed. */
  tierScript: 0.9,
  /** Tier of a word that holds the typed one in its middle, used when nothing else is known. Middle of a word: P@1 0 -> .91, no set worse. */
  tierMiddle: 0.5,
  /** Tier of a word that begins as typed. Start of a word: P@1 .11 -> .88; Turkish .858 -> .881, Russian .822 -> .841, no set worse. */
  tierStart: 0.4,
  /**
   * Tier of a word that holds the typed one in its middle, when other words begin with it. Without these words complete lists had gaps. At
   * 0.3 they pushed the start of a name to rank 251, at 0.1 it is sixth (`ccfind eval`, `start`); no set of bench -- quality worse.
   */
  tierMiddleBesideStart: 0.1,
  /**
   * Tier of a word one edit away, used when the word itself is unknown. Public agent sessions (n 50), one typo: queries of two words
   * fall from MRR .990 to .863 at 0.5, to .906 at 0.8; queries of one word from .980 to .965 at either.
   */
  tierSpelling: 0.8,
  /**
   * The same where other words hold the typed one, so that it may be a piece of them. `ccfind eval`, pieces that a close spelling pushed
   * below rank ten: at tierSpelling 1 of 60 and 1 of 300, at .4 1 of 1,200, at .25 none. Four kinds of typos in 60 titles lose nothing.
   */
  tierSpellingBesideMiddle: 0.25,
  /** Factor of the tier for a word two edits away. One typo in each query, nine sets: .667 -> .695 MRR with both, as without the typo. */
  spellingTwoEdits: 0.7,
  /**
   * Tier of a synonym. On agent sessions .406 -> .437 (in the first ten .62 -> .71), 2 of 5 sets better, 0 worse; at 0.2 .007 less, at 0.5
   * a loss; with idf of all members together no gain. Below tierStrong, so that a synonym never makes the typed word look common.
   */
  tierSynonym: 0.3,
  /** Only members of at least this tier count in idf, countShare and closeness: a weaker one must never make the typed word look common. */
  tierStrong: 0.5,

  /** Characters a word needs before words that begin with it are looked up (measured with tierStart). */
  startMinChars: 4,
  /** The same for words with digits. A choice: git shows at least seven digits of a commit, and ids made by hand are seldom shorter. */
  startMinCharsWithDigits: 6,
  /** Most words that begin as typed; the most frequent ones are taken (measured with tierStart). */
  startLimit: 20,
  /** The same when the word itself is unknown. A bound of work, not measured. */
  startLimitUnknown: 400,
  /** Most synonyms of a word, the person's own first. A bound of work, not measured. */
  synonymLimit: 24,
  /** Most forms of a word; the most frequent ones are taken. A bound of work, not measured. */
  formLimit: 20,
  /** Characters an identifier needs before longer ones that hold it are looked up (measured with tierCompound). */
  compoundMinChars: 5,
  /** Most longer identifiers; the most frequent ones are taken. A bound of work, not measured. */
  compoundLimit: 50,
  /** Characters a word needs to be looked for in the middle of others. Four was measured; three finds more, and is a choice. */
  middleMinChars: 3,
  /** A known word of at most this many letters, in at most this many chunks, is looked for inside others too. A choice: a longer or common word is meant as typed. */
  pieceMaxChars: 5,
  pieceChunks: 20,
  /** The same for a word of any length that was typed alone, since its list should be complete. Without it 1 of 300 middles of words was not found (`ccfind eval`). */
  pieceChunksAlone: 200,
  /** Letters a word needs before words one edit away are looked for, and words two edits away. Same run as spellingTwoEdits. */
  spellingMinChars: 4,
  spellingMinCharsForTwo: 8,
  /** Most words of a query for which close spellings are looked up: the first unknown ones. A bound of work for pasted text, not measured. */
  spellingWordLimit: 12,
  /** Most close spellings of a word; the most frequent ones are taken. A bound of work, not measured. */
  spellingLimit: 20,
  /** Most words that hold the typed one; the most frequent ones are taken. A bound of work, not measured. */
  middleLimit: 400,

  /** Share of the best chunk. Sums .44, best three .625, cap of the rest 1 .608, this rollup .655 to .666 MRR. */
  chunkShare: 0.5,
  /** Share of the best turn, with the one after it. Same runs as chunkShare; for the turn after it (bench -- quality): LO .750 -> .760, LE .847 -> .862, no set worse. */
  turnShare: 0.2,
  /** Share of the words spread over the session. Same runs as chunkShare. */
  sessionShare: 0.15,
  /** Share of the number of chunks that hold the words. Chosen from .15, .2 and .25 together with closenessWeight. */
  countShare: 0.2,
  /** Length correction of the spread. The longest tenth of sessions: .49 -> .16 of first places (truth .11); 0.4: pure chunk sets lose. */
  lengthBase: 0.7,
  lengthSlope: 0.3,
  lengthFloor: 0.2,
  /** Number of chunks that earns half of countShare, for a session of average length. Same runs as chunkShare. */
  countHalf: 3,
  /**
   * But at most this share of all chunks that hold the word: one chunk of a rare word is much, however long its session. Measured with
   * literalBonus by the word as typed (bench -- quality): LO, LE and CQ better, none worse, LE .902 -> .918; at .2 LE .915, at .5 .906.
   * A rare name beside two middling words (100 MB, seed 2): 68 -> 69 of 70 needles first.
   */
  countHalfShare: 0.1,

  /**
   * Weight of closeness. All pairs: 4 sets better, 0 worse; adjacent pairs only: 3 better, 1 worse. With forms of words, .5 is the best
   * of .25 to .7, with countShare .2 (bench -- quality): mean MRR of twelve sets .680 -> .687, AW, SP and CA better, none worse.
   */
  closenessWeight: 0.5,
  /** Farthest distance in tokens at which two words count as close. Same run. */
  closenessReach: 8,
  closenessSlope: 0.35,
  /** Chunks whose positions are read: the best ones. Same run. */
  closenessChunks: 150,

  /**
   * Bonus, in idf, for a content word that occurs exactly as typed, by number of content words. A constant 0.4: agent sessions .50 -> .44.
   * Close spellings of an unknown word get it too: one typo in two words of public agent sessions (n 212) gains .015 MRR, and loses .017
   * without. The idf is that of the word without its other forms, which may be common: bench -- quality unchanged.
   */
  literalBonus: [0, 0.8, 0.6, 0.3, 0] as readonly number[],
  /**
   * The same for a single word beside a whole identifier: the identifier weighs more, so what is full of it came before what holds both.
   * `ccfind eval`, `two`, 300 of each of four seeds: P@1 .947 at .6, .972 at 1.3. 1.3 for two plain words as well: .98, but then one chance
   * mention as typed beats a session about another form.
   */
  literalBonusBesideName: 1.3,
  /** The same for whole identifiers, whatever their number. Same run. */
  identifierBonus: 0.4,

  /**
   * Gate: ratio to the best score, and the share of the reachable score that the best must have. Chosen on the even half of the queries, stated
   * on the odd half (bench -- quality): agent sessions never refused (even half: 2 of 53), foreign questions refused .88 (with share .33, before
   * countHalfShare: .84). Share of right hits kept, and median number of hits, at ratio .65, .7 and .75: identifiers and titles of public agent
   * sessions (ccfind eval, n 120) .978 and 6, .957 and 5, .932 and 4; AW and AC, which ask in other words, .84 and 19, .81 and 13 (.65 and .7).
   */
  gateRatio: 0.7,
  gateShare: 0.35,
  /** Hits shown, as weak, when nothing is relevant. Same run; the number is a choice of presentation. */
  nearest: 3,
  /** A query of at most this many content words is a known-item search: what holds them all is relevant. */
  knownItemWords: 2,

  /** Most words of a query that are scored; of longer ones (pasted text) the rarest. A bound of work, not measured. */
  wordLimit: 96,
} as const;

/** What is shown of a hit. */
export const SNIPPET = {
  /** Columns of text in a snippet, about two lines of a terminal. */
  columns: 180,
  /** Columns of context in front of the first match. */
  lead: 40,
  /** Columns of a run of letters and digits that nobody reads (base64, hashes) at the ends of a snippet. A choice. */
  opaqueColumns: 24,
  /** Columns of the shortened prompt of a hit. */
  promptColumns: 160,
  /** Share of the title's score that another chunk needs to be shown instead: the title is shown beside the snippet anyway. */
  titleYields: 0.35,
} as const;

/** Search by regular expression. Choices, not measured. */
export const REGEX = {
  /** A text on which the pattern runs longer is given up: a sound pattern takes a few milliseconds for 250,000 characters. */
  textMs: 1000,
  /** Limit of the whole search: nobody waits longer, and Claude Code stops a command after two minutes. */
  totalMs: 60_000,
  /** Characters a text needs for the index to be asked for it. */
  leastAsked: 3,
  /** Most chunks that may hold a word for the index to be asked for it: of 900,000 chunks a common word took 30 MB of postings, to rule out half. */
  commonChunks: 20_000,
} as const;

/** Further passages of a hit. Choices of presentation. */
export const PASSAGES = {
  /** Hits of a page that have some. Measured: with 20, a question over 100 MB takes 6 of 106 ms more. */
  hits: 5,
  /** Passages beside the snippet. */
  most: 2,
  /** Columns of a passage, a line of a terminal; and of context in front of its first match. */
  columns: 90,
  lead: 24,
  /** Columns of title and prompt that are visible in any terminal. */
  seenColumns: 70,
  /** Most texts read for a hit. */
  reads: 4,
  /** Chunks looked up at a time. */
  batch: 4096,
} as const;
