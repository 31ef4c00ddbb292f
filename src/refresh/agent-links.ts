/**
 * How a sub-agent's file leads to the turn that started it.
 */
import type { Key } from '../hash.ts';
import { readAgentCall } from '../transcript/agent-head.ts';
import { agentKey, callKey } from '../transcript/identity.ts';
import type { ListedFile } from './compare.ts';

/** Keys under which the call that started the agent may be known. */
export function linksOf(file: ListedFile): Key[] {
  const links = file.agent === '' ? [] : [agentKey(file.agent)];
  const call = readAgentCall(file.path);
  return call === '' ? links : [callKey(call), ...links];
}
