/**
 * The block between the two `---` lines of a skill, read strictly.
 *
 * The client hardly checks it: bad YAML, unknown keys and wrong types pass in silence and the skill is just gone. So this reads only
 * what ours may hold - comments, `key: text` on one line and lists of texts - and throws at everything else, such as an
 * unquoted text that YAML would read in another way.
 */

export interface SkillFile {
  readonly fields: ReadonlyMap<string, string | readonly string[]>;
  /** All that comes after the block. */
  readonly body: string;
}

/** Reads a skill file. Throws an Error that names the line. */
export function readSkillFile(text: string): SkillFile {
  const lines = text.split('\n');
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0) throw new Error('no block between --- lines at the start');
  const fields = new Map<string, string | readonly string[]>();
  let listKey = '';
  for (const line of lines.slice(1, end)) {
    if (line.startsWith('#')) continue;
    const item = /^ {2}- (\S.*)$/.exec(line);
    const list = fields.get(listKey);
    if (item !== null && typeof list === 'object') {
      fields.set(listKey, [...list, readScalar(item[1], line)]);
      continue;
    }
    const pair = /^([a-z][a-z-]*):(?: (\S.*))?$/.exec(line);
    if (pair === null || fields.has(pair[1])) throw new Error(`not a field, a list item or a comment: ${line}`);
    listKey = pair[2] === undefined ? pair[1] : '';
    fields.set(pair[1], pair[2] === undefined ? [] : readScalar(pair[2], line));
  }
  return { fields, body: lines.slice(end + 1).join('\n') };
}

/** A text in double quotes without escapes, or a plain one that YAML reads as it stands. */
function readScalar(text: string, line: string): string {
  const quoted = /^"([^"\\]*)"$/.exec(text);
  if (quoted !== null) return quoted[1];
  if (/^[\s!&*?|>@`"'%#{}[\],:-]|: | #|[\s:]$/.test(text)) throw new Error(`needs quotes: ${line}`);
  return text;
}
