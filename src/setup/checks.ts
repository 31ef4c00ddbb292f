/**
 * What `ccfind doctor` checks in Claude Code itself: the client, the plugin, its hooks and rules, and how long transcripts are kept.
 *
 * One line each, with what to do about it. Settings that cannot be read do not keep the other checks from being made. Nothing is changed;
 * the client is asked for its version and nothing else.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DoctorCheck, Finding } from '../reports.ts';
import { counted } from '../sizes.ts';
import { isOlder } from '../version-order.ts';
import { DEFAULT_DAYS, planSettings, said, WANTED_DAYS } from './plan.ts';
import type { Said } from './plan.ts';
import { managedSays, projectSays, readSettings } from './settings-files.ts';

/** What the checks are given; paths are absolute. */
export interface ClientTools {
  /** Claude Code's config folder. */
  readonly config: string;
  readonly managed: string;
  readonly project: string;
  readonly roots: readonly string[];
  readonly nowMs: number;
  /** Version of this program. */
  readonly version: string;
  /** Path of the client; null where it is not found. */
  readonly claude: string | null;
  readonly isRecallOn: boolean;
  /** What the hooks did, oldest first; at: ISO UTC. */
  readonly runs: readonly { readonly event: string; readonly at: string; readonly ms: number; readonly outcome: string }[];
  readonly log: string;
}

interface ClientContext extends ClientTools {
  /** What the person's settings say. */
  readonly own: Said;
  readonly managedSaid: readonly Said[];
  readonly projectSaid: readonly Said[];
  /** Why the person's settings say nothing; null where they are read. */
  readonly trouble: string | null;
  readonly plugin: Plugin | null;
}

interface Plugin {
  readonly id: string;
  readonly version: string;
  readonly isEnabled: boolean;
}

const CHECKS: Readonly<Record<string, (client: ClientContext) => Finding | null>> = {
  client: checkClient, plugin: checkPlugin, hooks: checkHooks, recall: checkRecall, rules: checkRules, retention: checkRetention,
};

/** The oldest client that the plugin was tried with. */
const OLDEST_TRIED = '2.0.77';
const ANSWER_MS = 5000;
const DAY_MS = 24 * 3600_000;
const SOON_DAYS = 7;

/** The checks, in the order of the table. Never throws for what it finds. */
export function examineClient(tools: ClientTools): DoctorCheck[] {
  const path = join(tools.config, 'settings.json');
  let text = '';
  let own: Said = said('{}', path);
  let trouble: string | null = null;
  try {
    text = readSettings(path).text ?? '';
    if (text.trim() !== '') own = said(text, path);
  } catch (error) {
    trouble = (error as Error).message;
  }
  const client: ClientContext = { ...tools, own, trouble, managedSaid: managedSays(tools.managed), projectSaid: projectSays(tools.project), plugin: findPlugin(tools.config, trouble === null ? text : '') };
  return Object.entries(CHECKS).flatMap(([check, look]) => {
    const finding = look(client);
    return finding === null ? [] : [{ check, status: finding.status, found: finding.found, mend: finding.mend ?? null, details: [...(finding.details ?? [])] }];
  });
}

function checkClient({ claude }: ClientContext): Finding {
  if (claude === null) return { status: 'warning', found: 'claude is not found on PATH: sessions cannot be resumed from here', mend: 'install Claude Code, or add its folder to PATH' };
  const answer = spawnSync(claude, ['--version'], { encoding: 'utf8', timeout: ANSWER_MS, stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true });
  const version = /^\d+\.\d+\.\d+/.exec(answer.stdout ?? '')?.[0];
  if (version === undefined) return { status: 'warning', found: `${claude} does not say which version it is`, mend: 'see if it starts: claude --version' };
  if (isOlder(version, OLDEST_TRIED)) return { status: 'warning', found: `Claude Code ${version}, ${claude}: older than ${OLDEST_TRIED}, the oldest one tried`, mend: 'claude update' };
  return { status: 'ok', found: `Claude Code ${version}, ${claude}` };
}

function checkPlugin({ plugin, version }: ClientContext): Finding {
  if (plugin === null) return { status: 'ok', found: 'not installed as a plugin: Claude Code itself does not use it', mend: 'for the skill, the server and the hooks there: see Install in the README' };
  if (!plugin.isEnabled) return { status: 'warning', found: `${plugin.id} ${plugin.version} is turned off`, mend: `claude plugin enable ${plugin.id}` };
  if (plugin.version === version) return { status: 'ok', found: `${plugin.id} ${plugin.version}, as this program` };
  const marketplace = plugin.id.slice(plugin.id.indexOf('@') + 1);
  const mend = isOlder(plugin.version, version) ? `claude plugin marketplace update ${marketplace}, then claude plugin update ${plugin.id}, then restart Claude Code` : 'start ccfind from the plugin: ccfind install';
  return { status: 'warning', found: `${plugin.id} is ${plugin.version}, this program ${version}`, mend };
}

function checkHooks({ plugin, runs, log, own, managedSaid, projectSaid }: ClientContext): Finding | null {
  const off = [own, ...managedSaid, ...projectSaid].find(({ areHooksOff }) => areHooksOff);
  if (off !== undefined) return { status: 'warning', found: `no hook of a plugin runs: ${off.where} says so; sessions are indexed by the next search`, mend: 'nothing is lost; to have them, remove disableAllHooks or allowManagedHooksOnly there' };
  const last = new Map(runs.map((run) => [run.event, run]));
  if (last.size === 0) return plugin === null ? null : { status: 'warning', found: `no run of a hook is in the log, ${log}`, mend: 'end a session of Claude Code and look again; searches bring the index up to date without them' };
  const details = [...last.values()].map(({ event, at, ms, outcome }) => `${event}: ${at.slice(0, 16).replace('T', ' ')} UTC, ${ms} ms: ${outcome}`);
  const failed = [...last.values()].find(({ outcome }) => outcome.startsWith('failed') || outcome.startsWith('the index cannot'));
  if (failed !== undefined) return { status: 'warning', found: `the last ${failed.event} failed; log: ${log}`, mend: 'see what the other lines say about the index folder', details };
  return { status: 'ok', found: `their last runs, from the log: ${log}`, details };
}

function checkRecall({ plugin, isRecallOn }: ClientContext): Finding | null {
  if (plugin === null && !isRecallOn) return null;
  return isRecallOn ? { status: 'ok', found: 'on: new sessions in a git repository begin with past findings', mend: 'to have none: ccfind setup --no-recall --apply' } : { status: 'ok', found: 'off: new sessions begin with nothing of the past', mend: 'to have findings: ccfind setup --recall --apply' };
}

function checkRules({ plugin, trouble, config }: ClientContext): Finding | null {
  const path = join(config, 'settings.json');
  if (trouble !== null) return { status: 'warning', found: trouble, mend: `mend ${path}; Claude Code may leave out all of it` };
  if (plugin === null) return null;
  const text = readSettings(path).text ?? '';
  const lacking = planSettings(text, { managed: [], project: [] }).changes.flatMap((change) => (change.kind === 'rule' ? [change.rule] : []));
  if (lacking.length === 0) return { status: 'ok', found: 'Claude may search and read without a question' };
  return { status: 'ok', found: 'Claude asks before it searches or reads by itself', mend: 'to allow it for good: ccfind setup', details: lacking };
}

/** Claude Code deletes transcripts that were not changed for so many days; it looks for them when it starts. */
function checkRetention({ roots, nowMs, own, managedSaid, projectSaid, trouble }: ClientContext): Finding {
  const [by] = [...managedSaid, own].filter(({ days }) => days !== null);
  const days = by?.days ?? DEFAULT_DAYS;
  const ages = roots.flatMap(transcriptTimes).map((mtimeMs) => days - (nowMs - mtimeMs) / DAY_MS);
  const atOnce = ages.filter((left) => left <= 0).length;
  const soon = ages.filter((left) => left > 0 && left <= SOON_DAYS).length;
  const first = Math.min(...ages.filter((left) => left > 0));
  const project = projectSaid.filter((one) => one.days !== null).map((one) => `${one.where} says ${counted(one.days ?? 0, 'day')}: it counts for sessions started in this folder, and the client that reads it deletes by it`);
  const kept = `${counted(ages.length, 'transcript')}, each kept for ${counted(days, 'day')} after its last change (${by === undefined ? `the default${trouble === null ? '' : '; your settings cannot be read'}` : by.where})`;
  const next = ages.length === 0 ? '' : atOnce + soon > 0 ? `; deleted when Claude Code starts next: ${atOnce}, within ${SOON_DAYS} days: ${soon}` : `; the next is deleted in ${counted(Math.ceil(first), 'day')}`;
  const isTooFew = days > 0 && days < WANTED_DAYS && managedSaid.every((one) => one.days === null);
  const isManaged = managedSaid.some((one) => one.days !== null);
  const mend = isTooFew ? `to keep them for ${WANTED_DAYS} days: ccfind setup --apply` : isManaged && days < WANTED_DAYS ? 'your administrator has decided this' : undefined;
  return { status: atOnce + soon > 0 && days < WANTED_DAYS ? 'warning' : 'ok', found: `${kept}${next}`, ...(mend === undefined ? {} : { mend }), details: project };
}

/** When each session's transcript last changed. */
function transcriptTimes(root: string): number[] {
  const projects = join(root, 'projects');
  return namesIn(projects).flatMap((project) => namesIn(join(projects, project)).filter((name) => name.endsWith('.jsonl')).flatMap((name) => {
    try {
      return [statSync(join(projects, project, name)).mtimeMs];
    } catch {
      return [];
    }
  }));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The installed plugin as the client records it; null where there is none, or the client records it in another way. */
function findPlugin(config: string, settings: string): Plugin | null {
  try {
    const { plugins } = JSON.parse(readFileSync(join(config, 'plugins', 'installed_plugins.json'), 'utf8')) as { plugins: Record<string, readonly { version?: string }[] | { version?: string }> };
    const id = Object.keys(plugins).find((name) => name.startsWith('ccfind@'));
    if (id === undefined) return null;
    const installed = [plugins[id]].flat().at(-1) as { version?: unknown } | undefined;
    return { id, version: String(installed?.version ?? 'of no version'), isEnabled: !new RegExp(`"${id.replace(/[^\w@-]/g, '.')}"\\s*:\\s*false`).test(settings) };
  } catch {
    return null;
  }
}
