/**
 * Every constant of ranking, gate and snippet, in one table.
 *
 * Each says by which measurement it was chosen: on twelve public query sets (coding-agent sessions, conversations, commits,
 * code search, papers, two languages), scored by mean reciprocal rank (MRR) over sessions; "better" and "worse" count sets
 * whose 95 % bootstrap interval of the paired difference excludes 0. P@1 is from tests that ask for words and
 * identifiers whose sessions are known by a plain scan. Figures that
 * name no run are older than this repository's own; `npm run bench -- quality` lays the same sets down for who fetches them, and
 * `ccfind eval` asks a person's own history. Always here are test/oracle.test.ts (the formula) and test/e2e/needles.test.ts (whether
 * what was planted is found). Field weights stand in schema.ts. A constant that no run has chosen says so.
 */

/** Of ranking and gate. */
export const RANKING = {
  /** BM25 saturation. 0.6: 4 sets worse; 2: 2 worse. */
  k1: 1.2,
  /** BM25 length normalisation. 0: 4 sets worse; BM25+, BM25L, language models, PL2: 2 to 4 worse. */
  b: 0.75,

  /** Weight of a stop word. Dropping them: 4 sets worse; powers of idf instead of a list: 1 better, 4 worse. Openings as stop words (openings.ts), four of them in front of agent questions: the loss AW .063 -> .000, AC .088 -> .014, without them unchanged. */
  stopWeight: 0.15,
  /** Weight of a framing word ("session", "yesterday"). Filler in front of a query: .646 -> .691; at 0.3 held-back agent sessions lose .03. */
  framingWeight: 0.5,
  /** Weight of a whole identifier. With `tierCompound`: P@1 of identifier tests .925 -> .958 alone, .875 -> .925 in a sentence. */
  identifierWeight: 2.5,
  /** Weight of a hyphenated compound: much plain English is hyphenated (three sets lost by 2.5). */
  kebabWeight: 1.3,
  /** Weight of a part of an identifier whose whole is in the vocabulary; 1 when it is not. Same runs as identifierWeight. */
  partWeight: 0.6,

  /** Tier of the word as typed. */
  tierExact: 1,
  /** Tier of the plural or singular of a word. Forms at query time: 6 sets better, 0 worse, .009 more than stems in the index; 5 of 11 better, 0 worse as built here (agent sessions .318 -> .406). */
  tierPlural: 0.9,
  /** Tier of a word of the same stem. Same runs as tierPlural. */
  tierForm: 0.8,
  /** The same where the word, typed alone, stands nowhere but in longer ones, and is no inflection of the other; of its synonyms, too. Far below tierStart: by .3 a form that is said often stood above. `ccfind eval`, four seeds: 5 of 1,200 starts and 4 of 1,200 middles of words stood below ten by tierForm, none so. */
  tierFormDoubted: 0.1,
  /** Tier of a longer identifier that holds the typed one. Same runs as identifierWeight. */
  tierCompound: 0.85,
  /** Tier of a Chinese word in the other script, simplified or traditional. A choice: as likely meant as another form, and below the word as typed. */
  tierScript: 0.9,
  /** Tier of a word that holds the typed one in its middle, used when nothing else is known. Middle of a word: P@1 0 -> .91, no set worse. */
  tierMiddle: 0.5,
  /** Tier of a word that begins as typed. Start of a word: P@1 .11 -> .88; Turkish .858 -> .881, Russian .822 -> .841, no set worse. */
  tierStart: 0.4,
  /** Tier of a word that holds the typed one where others begin so. Without it words were missing from complete lists; at 0.3 the start of a name stood 251st behind words that hold it, at 0.1 sixth (ccfind eval, `start`), no set of bench -- quality worse. */
  tierMiddleBesideStart: 0.1,
  /** Tier of a word one edit away, used when the word itself is unknown. One typo in a query of two words of public agent sessions (n 50): MRR .990 -> .863 by 0.5, .906 by 0.8; one word .980 -> .965 by either. */
  tierSpelling: 0.8,
  /** The same where other words hold it: it may be a piece of one of them. Pieces stood below ten for a close spelling (`ccfind eval`: `meserve` of 60, `sandom` of 300; at .4 one of 1,200, at .25 none); four kinds of typos in 60 titles lose nothing by it. */
  tierSpellingBesideMiddle: 0.25,
  /** What that is multiplied by for two edits. One typo in each query, nine sets: .667 -> .695 MRR with both, as without the typo. */
  spellingTwoEdits: 0.7,
  /**
   * Tier of another word for the typed one. With idf of all members together: no gain; at 0.5: loses; as built here, at 0.2: .007 less on
   * agent sessions, at 0.3 .406 -> .437 (found in ten .62 -> .71), 2 of 5 sets better, 0 worse. Below tierStrong, so that it never makes the typed word look common.
   */
  tierSynonym: 0.3,
  /** Members of at least this tier say how common a word is (idf), are counted in countShare and stand close. A weaker one must never make the typed word look common. */
  tierStrong: 0.5,

  /** Characters a word needs before words that begin with it are looked up (measured with tierStart). */
  startMinChars: 4,
  /** The same for words with digits. A choice: git shows at least seven digits of a commit, hand-made ids are seldom shorter. */
  startMinCharsWithDigits: 6,
  /** Words that begin as typed: the most frequent ones only (measured with tierStart). */
  startLimit: 20,
  /** The same where nothing holds the word itself: a bound of work, not measured. */
  startLimitUnknown: 400,
  /** Other words for one word, the person's own first. A bound of work, not measured. */
  synonymLimit: 24,
  /** Forms of a word: the most frequent ones only. A bound of work, not measured. */
  formLimit: 20,
  /** Characters an identifier needs before longer ones that hold it are looked up (measured with tierCompound). */
  compoundMinChars: 5,
  /** Longer identifiers: the most frequent ones only. A bound of work, not measured. */
  compoundLimit: 50,
  /** Characters a word needs to be looked for in the middle of others. Measured with four; that three finds more is a choice, not a measurement. */
  middleMinChars: 3,
  /** A known word of at most so many letters, held by at most so many chunks, is looked for inside others, too. A choice: a longer word, or one that is common, is meant as it stands. */
  pieceMaxChars: 5,
  pieceChunks: 20,
  /** The same for a word that was typed alone, of any length: its list is to be complete. Without it 1 of 300 middles of words was found nowhere (`ccfind eval`). */
  pieceChunksAlone: 200,
  /** Letters a word needs before words one edit away are looked for, and two edits. Same run as spellingTwoEdits. */
  spellingMinChars: 4,
  spellingMinCharsForTwo: 8,
  /** Words of one query that close spellings are looked for: the first unknown ones. A bound of work for pasted text, not measured. */
  spellingWordLimit: 12,
  /** Words so many edits away: the most frequent ones only. A bound of work, not measured. */
  spellingLimit: 20,
  /** Words that hold the typed one: the most frequent ones only. A bound of work, not measured. */
  middleLimit: 400,

  /** Share of the best chunk. Sums .44, best three .625, cap of the rest 1 .608, this rollup .655 to .666 MRR. */
  chunkShare: 0.5,
  /** Share of the best turn, with the one behind it. Same runs as chunkShare; the turn behind it (bench -- quality): LO .750 -> .760, LE .847 -> .862, no set worse. */
  turnShare: 0.2,
  /** Share of the words spread over the session. Same runs as chunkShare. */
  sessionShare: 0.15,
  /** Share of the number of chunks that hold the words. .15, .2, .25 were tried with closenessWeight (there). */
  countShare: 0.2,
  /** Length correction of the spread. The longest tenth of sessions: .49 -> .16 of first places (truth .11); 0.4: pure chunk sets lose. */
  lengthBase: 0.7,
  lengthSlope: 0.3,
  lengthFloor: 0.2,
  /** Chunks that count half in the number of chunks, for a session of average length. Same runs as chunkShare. */
  countHalf: 3,
  /**
   * But at most this share of all chunks that hold the word: of a rare word one chunk is much, however long its session. With the bonus by the word as typed (bench -- quality): LO, LE and CQ
   * better, none worse, LE .902 -> .918; at .2 LE .915, at .5 .906. A rare name beside two middling words: 68 of 70 needles first -> 69 (100 MB, seed 2).
   */
  countHalfShare: 0.1,

  /**
   * Weight of closeness. All pairs: 4 sets better, 0 worse; adjacent pairs only: 3 better, 1 worse. With other forms of words known, of
   * .25 to .7 this and countShare .2 do best (bench -- quality): mean MRR of twelve sets .680 -> .687, AW, SP and CA better, none worse.
   */
  closenessWeight: 0.5,
  /** Farthest distance in tokens at which two words count as close. Same run. */
  closenessReach: 8,
  closenessSlope: 0.35,
  /** Chunks whose positions are looked at, best first. Same run. */
  closenessChunks: 150,

  /**
   * Bonus, in idf, for a content word that stands somewhere exactly as typed, by number of content words. A constant 0.4 costs agent sessions .50 -> .44. Given to close spellings of a word that nothing
   * holds: one typo in two words of public agent sessions (n 212) loses .017 MRR without, gains .015 with. The idf is that of the word without its other forms, which may be common: bench -- quality level.
   */
  literalBonus: [0, 0.8, 0.6, 0.3, 0] as readonly number[],
  /** The same for the word that stands beside a whole identifier, and nothing else: the identifier weighs more, and what is full of it stood above what holds both. `ccfind eval`, `two`, 300 of each of four seeds: P@1 .947 by .6, .972 by 1.3; by 1.3 without an identifier, too, .98, but then one chance mention as typed beats a session about another form. */
  literalBonusBesideName: 1.3,
  /** The same for whole identifiers, whatever the number. Same run. */
  identifierBonus: 0.4,

  /**
   * Gate: ratio to the best score, and what share of the reachable one the best must have. Chosen on the even half of the queries, stated on the odd one (bench -- quality): agent sessions
   * never refused (even half: 2 of 53), foreign questions refused .88; with a share of .33, right before countHalfShare, .84. Of identifiers and titles of public agent sessions (ccfind eval, n 120) a
   * ratio of .65 keeps .978 of the right ones and 6 hits in the median, .7 .957 and 5, .75 .932 and 4; of AW and AC, questions in other words alone, .65 keeps .84 and 19, .7 .81 and 13.
   */
  gateRatio: 0.7,
  gateShare: 0.35,
  /** Hits shown, as weak, when nothing is relevant. Same source; the number is a choice of presentation. */
  nearest: 3,
  /** A query of at most so many content words is a known-item search: what holds them all is relevant. */
  knownItemWords: 2,

  /** Words of one query that are scored; of longer ones (pasted text) the rarest. A bound of work, not measured. */
  wordLimit: 96,
} as const;

/** Of what is shown of a hit. */
export const SNIPPET = {
  /** Columns of text in a snippet, about two lines of a terminal. */
  columns: 180,
  /** Columns of context left in front of the first match, where there is some. */
  lead: 40,
  /** Columns of a run of letters and digits that nobody reads (base64, hashes) at the ends of a snippet. A choice. */
  opaqueColumns: 24,
  /** Columns of the shortened prompt of a hit. */
  promptColumns: 160,
  /** Share of the title's score from which another chunk is shown in its place: the title stands beside the snippet anyway. */
  titleYields: 0.35,
} as const;

/** Of a search by a regular expression. Choices, not measured. */
export const REGEX = {
  /** A text on which the pattern runs longer is given up: 250,000 characters take a sound one a few milliseconds. */
  textMs: 1000,
  /** All of it: who waits longer has turned away, and Claude Code stops a command after two minutes. */
  totalMs: 60_000,
  /** Characters of a text that the index is asked for. */
  leastAsked: 3,
  /** Chunks that a word may be in for the index to be asked where it is: of 900,000 chunks those of a common word took 30 MB, to rule out half. */
  commonChunks: 20_000,
} as const;

/** Of further passages of a hit. Choices of presentation. */
export const PASSAGES = {
  /** Hits of a page that have some. Measured: 20 take 6 of 106 ms more for a question over 100 MB. */
  hits: 5,
  /** Passages beside the snippet. */
  most: 2,
  /** Columns of one, a line of a terminal; and in front of its first match. */
  columns: 90,
  lead: 24,
  /** Of title and prompt so many columns are seen in any terminal. */
  seenColumns: 70,
  /** Texts read for one hit. */
  reads: 4,
  /** Chunks looked up at once. */
  batch: 4096,
} as const;
