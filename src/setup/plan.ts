/**
 * What setup would change in the person's settings, and what it leaves as it is and why. Pure.
 *
 * It proposes only what makes ccfind more useful: that transcripts are kept for a year instead of 30 days, and that searching and reading need
 * no confirmation each time. Opening a session must still be confirmed. A longer period, a rule that denies or asks, and whatever an
 * administrator has decided take precedence.
 */
import { addPart, findMember, parseJsonText, replaceNode } from './json-text.ts';
import type { JsonNode } from './json-text.ts';

/** Unless told otherwise, Claude Code deletes transcripts this many days after their last change. */
export const DEFAULT_DAYS = 30;
export const WANTED_DAYS = 365;

/** Each rule that setup adds, and broader ones that cover it. */
const RULES: readonly { readonly rule: string; readonly covers: readonly string[] }[] = [
  { rule: 'Skill(ccfind:ccfind)', covers: ['Skill', 'Skill(ccfind)', 'Skill(ccfind:*)', 'Skill(*)'] },
  ...['search_sessions', 'read_session'].map((tool) => ({
    rule: `mcp__plugin_ccfind_ccfind__${tool}`,
    covers: ['mcp__plugin_ccfind_ccfind', 'mcp__plugin_ccfind_ccfind__*'],
  })),
];

/** What the settings in one file say, as far as it matters here. */
export interface Said {
  /** Names the file in messages. */
  readonly where: string;
  readonly days: number | null;
  readonly allow: readonly string[];
  /** Rules that deny or ask. */
  readonly against: readonly string[];
  /** Only managed settings may allow anything. */
  readonly isRuleLocked: boolean;
  /** Hooks of plugins do not run. */
  readonly areHooksOff: boolean;
}

/** One change, with what is needed to undo it. */
export type Change =
  | { readonly kind: 'days'; readonly before: number | null; readonly after: number }
  | { readonly kind: 'rule'; readonly rule: string }
  /** An object or array that did not exist before. path: its keys, from the outermost in. */
  | { readonly kind: 'made'; readonly path: readonly string[] };

/** What setup would do. */
export interface Plan {
  /** The whole file after the changes. */
  readonly text: string;
  readonly changes: readonly Change[];
  /** Sentences: what is not changed, and why. */
  readonly remarks: readonly string[];
}

/** Why a settings file is left alone, as a sentence. */
export class SettingsRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SettingsRefusal';
  }
}

const NEW_FILE = '{\n}\n';

/** The plan for a settings file. text: '' if there is no file. Throws SettingsRefusal, or JsonTextError for what is not JSON. */
export function planSettings(text: string, others: { readonly managed: readonly Said[]; readonly project: readonly Said[] }): Plan {
  const changes: Change[] = [];
  const remarks: string[] = [];
  let present = text.trim() === '' ? NEW_FILE : text;
  const own = said(present, 'your settings');

  const managedDays = others.managed.find(({ days }) => days !== null);
  if (managedDays !== undefined) remarks.push(`cleanupPeriodDays: ${managedDays.where} says ${managedDays.days}, which stands above yours; it is left as it is`);
  else if (own.days === 0) remarks.push('cleanupPeriodDays is 0, by which nothing is kept: whoever sets that means it');
  else if (own.days !== null && own.days >= WANTED_DAYS) remarks.push(`cleanupPeriodDays is ${own.days} already`);
  else {
    const root = parseJsonText(present);
    const member = memberOf(root, 'cleanupPeriodDays', 'your settings');
    present = member === null ? addPart(present, root, 'cleanupPeriodDays', WANTED_DAYS) : replaceNode(present, member, WANTED_DAYS);
    changes.push({ kind: 'days', before: own.days, after: WANTED_DAYS });
  }
  for (const { where, days } of others.project) {
    if (days !== null) remarks.push(`in this project ${where} sets cleanupPeriodDays to ${days}; a project's settings stand above yours`);
  }

  const lock = others.managed.find(({ isRuleLocked }) => isRuleLocked);
  if (lock !== undefined) remarks.push(`rules: ${lock.where} alone may allow anything; none is added`);
  else present = withRules(present, wantedRules([own, ...others.managed, ...others.project], remarks), changes);
  for (const { where, areHooksOff } of [own, ...others.managed, ...others.project]) {
    if (areHooksOff) remarks.push(`${where}: no hook of a plugin runs, so sessions are indexed by the next search, and recall does nothing`);
  }
  // Nothing is written that could not be read again, whatever the edits made of it.
  parseJsonText(present);
  return { text: changes.length === 0 ? text : present, changes, remarks };
}

/** The rules that nobody allows, denies or asks about yet; remarks on the others. all: the person's own settings first. */
function wantedRules(all: readonly Said[], remarks: string[]): string[] {
  return RULES.filter(({ rule, covers }) => {
    const isSame = (one: string): boolean => one === rule || covers.includes(one);
    const refusal = all.find(({ against }) => against.some(isSame));
    if (refusal !== undefined) remarks.push(`${rule}: ${refusal.where} denies it or asks for it; it is not added`);
    return refusal === undefined && !all[0].allow.some(isSame);
  }).map(({ rule }) => rule);
}

function withRules(text: string, rules: readonly string[], changes: Change[]): string {
  if (rules.length === 0) return text;
  let present = text;
  for (const [path, value] of [[['permissions'], {}], [['permissions', 'allow'], []]] as const) {
    const parent = nodeAt(parseJsonText(present), path.slice(0, -1));
    const key = path[path.length - 1];
    if (memberOf(parent, key, 'your settings') !== null) continue;
    present = addPart(present, parent, key, value);
    changes.push({ kind: 'made', path });
  }
  for (const rule of rules) {
    present = addPart(present, nodeAt(parseJsonText(present), ['permissions', 'allow']), null, rule);
    changes.push({ kind: 'rule', rule });
  }
  return present;
}

/** What the text of a settings file says. where: names the file in messages. Throws JsonTextError and SettingsRefusal. */
export function said(text: string, where: string): Said {
  const root = parseJsonText(text);
  if (root.kind !== 'object') throw new SettingsRefusal(`${where}: not an object`);
  const days = memberOf(root, 'cleanupPeriodDays', where);
  const permissions = memberOf(root, 'permissions', where);
  if (days !== null && (typeof days.plain !== 'number' || !(days.plain >= 0))) throw new SettingsRefusal(`${where}: cleanupPeriodDays is no number of days`);
  if (permissions !== null && permissions.kind !== 'object') throw new SettingsRefusal(`${where}: permissions is not an object`);
  const rules = (key: string): string[] => {
    const list = permissions === null ? null : memberOf(permissions, key, where);
    if (list === null) return [];
    if (list.kind !== 'array') throw new SettingsRefusal(`${where}: permissions.${key} is not a list`);
    return list.parts.map(({ node }) => String(node.plain));
  };
  const isOn = (key: string): boolean => memberOf(root, key, where)?.plain === true;
  return {
    where, days: days === null ? null : Number(days.plain), allow: rules('allow'), against: [...rules('deny'), ...rules('ask')],
    isRuleLocked: isOn('allowManagedPermissionRulesOnly'), areHooksOff: isOn('disableAllHooks') || isOn('allowManagedHooksOnly'),
  };
}

function memberOf(node: JsonNode, key: string, where: string): JsonNode | null {
  const found = findMember(node, key);
  if (found === 'twice') throw new SettingsRefusal(`${where}: ${key} stands there twice`);
  return found?.node ?? null;
}

/** The object or list at a path that must exist. */
function nodeAt(root: JsonNode, path: readonly string[]): JsonNode {
  return path.reduce((node, key) => {
    const found = findMember(node, key);
    if (found === null || found === 'twice') throw new SettingsRefusal(`your settings: ${key} is missing, or stands there twice`);
    return found.node;
  }, root);
}
