/**
 * The environment for a session that we start: the person's own, without the marks of a session around us.
 *
 * Claude Code marks everything it starts (hooks, tools, servers, `!` commands). A client that inherits those marks
 * takes itself for a part of the other session: in a terminal it then keeps no transcript at all, so what is said after
 * the resume would be lost. A table says which variables are removed and why; all others stay, above all the
 * person's settings (CLAUDE_CONFIG_DIR, CLAUDE_CODE_USE_BEDROCK, ANTHROPIC_…). Pure.
 *
 * Source: client 2.1.332, the environments of a Bash tool, a hook and an MCP server, also of a background session, as recorded by a program
 * run in their place; older names from lists inside that client.
 */
import type { ConfigChange } from './command.ts';

interface Marker {
  readonly name: string;
  readonly why: string;
}

/** What Claude Code sets for the programs it starts; removed before another session is started. */
export const SESSION_MARKERS: readonly Marker[] = [
  { name: 'CLAUDECODE', why: 'says that we run inside a client; some versions refuse to start there' },
  { name: 'CLAUDE_CODE_CHILD_SESSION', why: 'a client in a terminal with it keeps no transcript' },
  { name: 'CLAUDE_CODE_SESSION_ID', why: 'id of the session around us; ccfind itself would take the resumed one for it' },
  { name: 'CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS', why: 'names the sessions that started an MCP server as parents' },
  { name: 'CLAUDE_CODE_ENTRYPOINT', why: 'kind of client around us; `sdk-cli` hides a session from the client\'s own list' },
  { name: 'CLAUDE_PID', why: 'process of the client around us' },
  { name: 'CLAUDE_CODE_EXECPATH', why: 'program of the client around us, perhaps another version' },
  { name: 'CLAUDE_CODE_SSE_PORT', why: 'editor connection of the session around us' },
  { name: 'CLAUDE_CODE_CHILD_NOTES_DIR', why: 'folder in which children report to the session around us' },
  { name: 'CLAUDE_CODE_MESSAGING_SOCKET', why: 'line to the session around us' },
  { name: 'CLAUDE_CODE_MESSAGING_TOKEN', why: 'secret of that line' },
  { name: 'CLAUDE_CODE_STARTER_MAY_HOLD_CONNECTOR_FILE', why: 'state of the client around us' },
  { name: 'CLAUDE_CODE_SESSION_ATTENDED', why: 'whether a person sits before the session around us' },
  { name: 'CLAUDE_CODE_SESSION_KIND', why: 'a background session around us; the client then expects its daemon' },
  { name: 'CLAUDE_CODE_SESSION_NAME', why: 'would name the resumed session after the background session around us' },
  { name: 'CLAUDE_JOB_DIR', why: 'state of a background session around us; a client with it takes that one\'s unsent prompt, and writes its state' },
  { name: 'CLAUDE_CODE_RESUME_INTERRUPTED_TURN', why: 'order to the background session around us to go on by itself' },
  { name: 'CLAUDE_CODE_RESUME_PROMPT', why: 'prompt meant for the background session around us' },
  { name: 'CLAUDE_CODE_INVOKED_SKILLS', why: 'skills that the session around us has used' },
  { name: 'CLAUDE_EFFORT', why: 'effort of the turn around us' },
  { name: 'CLAUDE_ENV_FILE', why: 'a SessionStart hook\'s file for variables of the session around us' },
  { name: 'CLAUDE_PROJECT_DIR', why: 'project of the session around us' },
  { name: 'CLAUDE_PLUGIN_ROOT', why: 'set for a hook or server of a plugin only' },
  { name: 'CLAUDE_PLUGIN_DATA', why: 'set for a hook or server of a plugin only' },
  { name: 'CLAUDE_SESSION_ID', why: 'older name of the session id' },
  { name: 'CLAUDE_AGENT_SDK_VERSION', why: 'says that a program drives the client' },
  { name: 'AI_AGENT', why: 'says that an agent, not a person, started the program' },
];

/**
 * What the client sets under names that a person may use too: removed only inside a client, and only if it has this value, where one
 * is named. Seen in client 2.1.332.
 */
const OF_CLIENT: readonly (Marker & { readonly value?: string })[] = [
  { name: 'GIT_EDITOR', value: 'true', why: 'keeps git from opening an editor in a tool; in a terminal a commit would have no message' },
  { name: 'BROWSER', value: 'true', why: 'keeps a background session from opening pages; in a terminal nobody could log in' },
  { name: 'TRACEPARENT', why: 'turn around us; telemetry would take the resumed session for a part of it' },
];

/**
 * The environment in which to start `claude` in that directory: a copy of env without the markers, with PWD set to the
 * directory, as a shell would do. config: as in resumeCommand(). Undefined values are left out.
 */
export function childEnvironment(env: Readonly<Record<string, string | undefined>>, dir: string, config: ConfigChange = null): Record<string, string> {
  const marks = new Set(SESSION_MARKERS.map((marker) => marker.name));
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !marks.has(name)) out[name] = value;
  }
  if (env['CLAUDECODE'] !== undefined) for (const { name, value } of OF_CLIENT) if (value === undefined || out[name] === value) delete out[name];
  out['PWD'] = dir;
  if (config === '') delete out['CLAUDE_CONFIG_DIR'];
  else if (config !== null) out['CLAUDE_CONFIG_DIR'] = config;
  return out;
}
