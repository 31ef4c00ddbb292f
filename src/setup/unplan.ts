/**
 * Takes out what setup changed from settings that others have changed since. Pure.
 *
 * Only what is still as setup left it is touched: a period that the person has set since stays, and so do the rules around ours. An object or
 * list that setup made and others have filled since stays too.
 */
import { findMember, parseJsonText, removePart, replaceNode } from './json-text.ts';
import type { JsonNode, JsonPart } from './json-text.ts';
import type { Change } from './plan.ts';

/** The text without the changes. Throws JsonTextError. */
export function takeBack(text: string, changes: readonly Change[]): string {
  return [...changes].reverse().reduce(takeBackOne, text);
}

function takeBackOne(text: string, change: Change): string {
  const root = parseJsonText(text);
  if (change.kind === 'days') {
    const member = single(root, 'cleanupPeriodDays');
    if (member === null || member.node.plain !== change.after) return text;
    return change.before === null ? removePart(text, root, member) : replaceNode(text, member.node, change.before);
  }
  const path = change.kind === 'rule' ? ['permissions', 'allow'] : change.path;
  const chain: JsonNode[] = [root];
  let member: JsonPart | null = null;
  for (const key of path) {
    member = single(chain[chain.length - 1], key);
    if (member === null) return text;
    chain.push(member.node);
  }
  const node = chain[chain.length - 1];
  if (change.kind === 'rule') {
    const element = node.parts.find((part) => part.node.plain === change.rule);
    return element === undefined ? text : removePart(text, node, element);
  }
  const isOurs = member !== null && node.parts.length === 0 && /^[\s[\]{}]*$/.test(text.slice(node.start, node.end));
  return isOurs ? removePart(text, chain[chain.length - 2], member as JsonPart) : text;
}

function single(node: JsonNode, key: string): JsonPart | null {
  const found = findMember(node, key);
  return found === 'twice' ? null : found;
}
