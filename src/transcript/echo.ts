/**
 * Our own echo: what ccfind printed in earlier sessions, and the calls that asked for it.
 *
 * Every answer of ours is written into the session that asked, quoting the very words that were searched; indexed,
 * it would match the same query for ever. Ours are: commands that run `ccfind` or `ccfind.cjs`, our MCP tools, our
 * skill (called by the model or typed as `/ccfind words`) and the text that the client marks as made in our plugin
 * or skill (`attributionPlugin`, `attributionSkill`: 2.1.126 and later). Text that merely has the word is not.
 * The client marks the whole rest of the turn (seen in 2.1.332), so the mark holds for text only until Claude calls a
 * tool that is not ours: what follows is the work that was searched for, and must be findable. Text after a call of our MCP
 * tools is marked too (`attributionMcpServer`, 2.1.332). Such a search may come anywhere in a turn of work, so there the mark
 * holds only if no other tool was called before in that turn, except the one that loads ours.
 */
import { programsOf } from './shell-programs.ts';

const OWN_PROGRAMS = new Set(['ccfind', 'ccfind.cjs']);

/** A slash command or skill of ours, with or without slash and plugin prefix. */
export function isOwnSkill(name: string): boolean {
  return /^\/?ccfind(:[\w-]+)?$/.test(name);
}

/** Our MCP server, as the client names it. */
export function isOwnServer(name: string): boolean {
  return name === 'ccfind' || name.startsWith('plugin:ccfind:');
}

/** A shell command line that runs our program. */
export function isOwnCommand(commandLine: string): boolean {
  return commandLine.includes('ccfind') && programsOf(commandLine).some((program) => OWN_PROGRAMS.has(program));
}

/**
 * A tool call of ours. `input` is asked for only where the name alone does not tell.
 */
export function isOwnToolCall(tool: string, input: () => unknown): boolean {
  if (tool.startsWith('mcp__')) return isOwnTool(tool);
  const value = input();
  if (typeof value !== 'object' || value === null) return false;
  // It brings the descriptions of tools to the model before their first call.
  if (tool === 'ToolSearch') return 'query' in value && typeof value.query === 'string' && value.query.startsWith('select:') && value.query.slice('select:'.length).split(',').every((name) => isOwnTool(name.trim()));
  if (tool === 'Skill') {
    // 2.0.x names it `command`.
    return 'skill' in value ? isOwnName(value.skill) : 'command' in value && isOwnName(value.command);
  }
  return 'command' in value && typeof value.command === 'string' && isOwnCommand(value.command);
}

function isOwnTool(name: string): boolean {
  return /^mcp__(plugin_ccfind_|ccfind__)/.test(name);
}

function isOwnName(value: unknown): boolean {
  return typeof value === 'string' && isOwnSkill(value);
}
