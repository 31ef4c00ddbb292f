/**
 * The arguments of tools: each defined once, with its bounds, for the schema that a client reads and for checking what it sends. Pure.
 *
 * A wrong argument is an error that names the argument, what was expected and what came, so that a model can correct it. No value is bent
 * into another. null counts as an argument that was not given, since models write it so.
 */
import { CcfindError } from '../errors.ts';
import { sanitize } from '../terminal/sanitize.ts';
import type { JsonObject } from './jsonrpc.ts';

/** What an argument may be. */
export type ArgumentValue = string | number | boolean | readonly string[];

/** Checked arguments; those that were not given are missing. */
export type ArgumentValues = Readonly<Record<string, ArgumentValue | undefined>>;

/** One argument. */
export interface Argument {
  readonly name: string;
  readonly isRequired: boolean;
  /** JSON Schema for the client, including the description. */
  readonly schema: JsonObject;
  /** What is accepted, in words, for an error. */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

/** Characters of a wrong value that an error shows. */
const TOLD_CHARACTERS = 60;

/** Most characters of a text, unless its bounds say otherwise. */
const TEXT_LENGTH = 500;
const LIST_LENGTH = 50;

/** The bounds of a text. pattern: a regular expression, part of the schema; words: what it accepts, for an error. */
export interface TextBounds {
  readonly least?: number;
  readonly most?: number;
  readonly pattern?: string;
  readonly words?: string;
  readonly isRequired?: boolean;
}

/** A text. */
export function text(name: string, description: string, { least = 1, most = TEXT_LENGTH, pattern, words, isRequired = false }: TextBounds = {}): Argument {
  const form = pattern === undefined ? null : new RegExp(pattern, 'u');
  const expected = words ?? `a text of ${least} to ${most} characters`;
  const schema = { type: 'string', description, minLength: least, maxLength: most, ...(pattern === undefined ? {} : { pattern }) };
  return { name, isRequired, schema, expected, accepts: (value) => isText(value, least, most) && (form === null || form.test(value)) };
}

/** A whole number from `least` to `most`. otherwise: the default. */
export function count(name: string, description: string, least: number, most: number, otherwise?: number): Argument {
  const schema = { type: 'integer', description, minimum: least, maximum: most, ...(otherwise === undefined ? {} : { default: otherwise }) };
  const accepts = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
  return { name, isRequired: false, schema, expected: `a whole number from ${least} to ${most}`, accepts };
}

/** True or false, false by default. */
export function flag(name: string, description: string): Argument {
  return { name, isRequired: false, schema: { type: 'boolean', description, default: false }, expected: 'true or false', accepts: (value) => typeof value === 'boolean' };
}

/** One of several texts; the first is the default. */
export function choice(name: string, description: string, choices: readonly string[]): Argument {
  const schema = { type: 'string', description, enum: choices, default: choices[0] };
  return { name, isRequired: false, schema, expected: `one of ${choices.join(', ')}`, accepts: (value) => choices.includes(value as string) };
}

/** A list of texts, or of some of the choices. */
export function list(name: string, description: string, choices: readonly string[] | null = null): Argument {
  const items = choices === null ? { type: 'string', minLength: 1, maxLength: TEXT_LENGTH } : { type: 'string', enum: choices };
  const most = choices?.length ?? LIST_LENGTH;
  const expected = choices === null ? `a list of 1 to ${most} texts` : `a list of some of ${choices.join(', ')}`;
  const fits = (item: unknown): boolean => (choices === null ? isText(item, 1, TEXT_LENGTH) : choices.includes(item as string));
  const accepts = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.length <= most && value.every(fits);
  return { name, isRequired: false, schema: { type: 'array', description, items, minItems: 1, maxItems: most }, expected, accepts };
}

/** Lengths are in code points, as JSON Schema counts. */
function isText(value: unknown, least: number, most: number): value is string {
  return typeof value === 'string' && value.length <= 2 * most && [...value].length <= most && value.trim().length >= least;
}

/** The JSON Schema of an object with these arguments and no others. */
export function schemaOf(known: readonly Argument[]): JsonObject {
  const required = known.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const properties = Object.fromEntries(known.map(({ name, schema }) => [name, schema]));
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false };
}

/** The error for a wrong argument. message: only our own words, and what the caller sent. */
export function argumentError(tool: string, message: string): CcfindError {
  return new CcfindError('usage', `${tool}: ${message}`);
}

/** The arguments, checked. Throws a usage error that names the first wrong one. */
export function checkArguments(tool: string, known: readonly Argument[], given: JsonObject): ArgumentValues {
  const stranger = Object.keys(given).find((name) => !known.some((one) => one.name === name));
  if (stranger !== undefined) {
    throw argumentError(tool, `${told(stranger)} is no argument of it; it takes ${known.map(({ name }) => name).join(', ')}`);
  }
  const values: Record<string, ArgumentValue | undefined> = {};
  for (const { name, isRequired, expected, accepts } of known) {
    const value = Object.hasOwn(given, name) ? given[name] : null;
    if (value === null || value === undefined) {
      if (isRequired) throw argumentError(tool, `${name} is missing: expected ${expected}`);
    } else if (accepts(value)) values[name] = value as ArgumentValue;
    else throw argumentError(tool, `${name}: expected ${expected}, got ${told(value)}`);
  }
  return values;
}

/** A value as an error shows it: harmless and short. */
export function told(value: unknown): string {
  const json = sanitize(JSON.stringify(value) ?? String(value));
  return json.length <= TOLD_CHARACTERS ? json : `${json.slice(0, TOLD_CHARACTERS)}…`;
}
