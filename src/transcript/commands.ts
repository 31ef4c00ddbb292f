/**
 * Slash commands as they are in a transcript: wrappers of tags around a name and what was typed after it.
 *
 * The client writes `<command-message>` first for what becomes a prompt (skills, custom commands, `/init`, `/review`)
 * and `<command-name>` first for what it does itself (`/clear`, `/model`); all clients from 1.0.44 to 2.1.332 do so.
 * 2.0.42 has names without a slash. A command that the client did itself says nothing, with few exceptions.
 */

/** A command, taken apart. */
export interface SlashCommand {
  /** Without slash. */
  readonly name: string;
  readonly args: string;
  /** True when the client says that it ran the command itself. */
  readonly isLocal: boolean;
}

/** Commands of the client: what is typed with them is a setting, a path, a name. */
const BUILT_IN = new Set(
  ('add-dir advisor agents allowed-tools android app background bashes branch bug catch-up checkpoint chrome clear color compact config ' +
    'context continue copy cost desktop diff doctor effort exit export extra-usage fast feedback files fork heapdump help hooks ide ' +
    'install install-github-app install-slack-app ios keybindings keybindings-help listen login logout marketplace mcp memory ' +
    'migrate-installer mobile model new new-session output-style passes permissions plan plugin plugins powerup privacy-settings quit ' +
    'rate-limit-options rc release-notes reload-plugins remote-control remote-env rename reset resume rewind sandbox session settings ' +
    'skills stats status statusline stickers tag tasks teleport terminal-setup theme think-back todos tui upgrade usage vim voice web-setup')
    .split(' '),
);
/** Commands of the client whose arguments are words of the person to Claude. */
const SPOKEN = new Set(['compact', 'plan', 'btw', 'goal']);
/** These are never anything else, whatever the wrapper looks like. */
const ALWAYS_BUILT_IN = new Set(['clear', 'compact', 'exit', 'quit', 'rename', 'resume']);

/** The command in a wrapper; null when the text is none, for instance when a person mentions the tags without closing them. */
export function parseWrapper(text: string): SlashCommand | null {
  const start = /^\s*<command-(name|message)>/.exec(text);
  if (start === null) return null;
  const name = /<command-name>([^<]*)<\/command-name>/.exec(text)?.[1] ?? /<command-message>([^<]*)<\/command-message>/.exec(text)?.[1];
  if (name === undefined) return null;
  const args = /<command-args>([\s\S]*)<\/command-args>/.exec(text)?.[1] ?? '';
  return { name: name.trim().replace(/^\//, ''), args: args.trim(), isLocal: start[1] === 'name' };
}

/** The command in text as it was typed (`/name args`); null when it is no command, but for example a path. */
export function parseTyped(text: string): SlashCommand | null {
  const found = /^\/([a-z][\w-]*(?::[\w-]+)?)(?:\s+([\s\S]*))?$/i.exec(text.trim());
  return found === null ? null : { name: found[1], args: (found[2] ?? '').trim(), isLocal: BUILT_IN.has(found[1]) };
}

/** How a command reads as a prompt: `/name args`. */
export function promptOf(command: SlashCommand): string {
  return command.args === '' ? `/${command.name}` : `/${command.name} ${command.args}`;
}

/**
 * What a command is. 'prompt': words to Claude that open a turn. 'aside': words that open none. 'noise': nothing said.
 */
export function judgeCommand(command: SlashCommand): 'prompt' | 'aside' | 'noise' {
  if (command.name === '') return 'noise';
  const isBuiltIn = ALWAYS_BUILT_IN.has(command.name) || (command.isLocal && (BUILT_IN.has(command.name) || SPOKEN.has(command.name)));
  if (!isBuiltIn) return 'prompt';
  return SPOKEN.has(command.name) && command.args !== '' ? 'aside' : 'noise';
}

/** Typed text that is a command of the client and says nothing to Claude. */
export function isTypedNoise(text: string): boolean {
  const command = parseTyped(text);
  return command !== null && judgeCommand(command) === 'noise';
}
