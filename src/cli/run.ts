/**
 * The command line: arguments in, exit code out.
 *
 * Nearly every start is for a search, so only its code is loaded at once; every other command, and help, is
 * loaded when it is called.
 */
import { EXIT } from '../errors.ts';
import { parseArguments } from './args.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import { runSearch } from './search.ts';
import { VERSION } from './version.ts';

/** Runs what the arguments (without program and script) say. Rejects with a CcfindError for what a person can meet. */
export async function runCli(argv: readonly string[], context: CliContext): Promise<number> {
  const args = parseArguments(argv);
  if (args.wantsHelp) {
    const { helpText } = await import('./help.ts');
    context.output.write(helpText(args.isNamed ? args.command : null));
    return EXIT.ok;
  }
  if (args.wantsVersion) {
    context.output.write(`ccfind ${VERSION}\n`);
    return EXIT.ok;
  }
  return args.command === 'search' ? runSearch(args, context) : runOther(args, context);
}

async function runOther(args: Arguments, context: CliContext): Promise<number> {
  switch (args.command) {
    case 'show':
      return (await import('./show.ts')).runShow(args, context);
    case 'pick':
      return (await import('./pick.ts')).runPick(args, context);
    case 'resume':
      return (await import('./resume.ts')).runResume(args, context);
    case 'open':
      return (await import('./open.ts')).runOpen(args, context);
    case 'index':
      return (await import('./index-command.ts')).runIndex(args, context);
    case 'stats':
      return (await import('./stats.ts')).runStats(args, context);
    case 'doctor':
      return (await import('./doctor.ts')).runDoctor(args, context);
    case 'eval':
      return (await import('./eval.ts')).runEval(args, context);
    case 'install':
      return (await import('./install.ts')).runInstall(args, context);
    case 'uninstall':
      return (await import('./install.ts')).runUninstall(args, context);
    case 'completion':
      return (await import('./completion.ts')).runCompletion(args, context);
    case 'demo':
      return (await import('./demo.ts')).runDemo(args, context);
    case 'setup':
      return (await import('./setup.ts')).runSetup(args, context);
    case 'mcp':
      return context.serveMcp(args.values, context);
    case 'hook':
      return (await import('./hook.ts')).runHookCommand(args, context);
    default:
      // parseArguments() has refused every command that is not built.
      throw new Error(`command ${args.command} is built and cannot be run`);
  }
}
