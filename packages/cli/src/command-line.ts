// Command line: the commands that `terrarium` understands, and its exit codes.

import { readFileSync } from 'node:fs';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { StorageError } from '@terrarium/kernel/errors';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { Command, CommanderError } from 'commander';
import { addCompletionCommands } from './commands/completion.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addFleetCommands } from './commands/fleet.ts';
import { addImportCommand } from './commands/import.ts';
import { addMemoryCommands } from './commands/memory.ts';
import { addOptionsPage } from './commands/options.ts';
import { addPlayCommands } from './commands/play.ts';
import { addAnnotateCommands, addDailyCommands } from './commands/reading.ts';
import { addRemoveCommand } from './commands/remove.ts';
import { addRenameCommand } from './commands/rename.ts';
import { addUseCommand } from './commands/use.ts';
import { addVerifyAllCommand } from './commands/verify.ts';
import { buildPrinter } from './screen/printer.ts';
import { explainError, renderFailure } from './shell/explain-error.ts';
import { findSlip } from './shell/find-slip.ts';
import { otherShells } from './shell/other-shells.ts';
import type { Shell, Surroundings } from './shell/shell.ts';
import { showNotice } from './shell/show-notice.ts';
import { waitForWindow } from './shell/wait-for-window.ts';

/** Runs one command and resolves to the exit code. It never rejects because of what a person typed. */
export async function runCommandLine(
  argv: readonly string[],
  surroundings: Surroundings = buildProcessSurroundings(),
): Promise<number> {
  const shell = buildShell(surroundings);
  stopWhenNobodyReads(shell, surroundings.errors);
  const program = buildProgram(shell, argv[0]);
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync([...argv], { from: 'user' });
    return shell.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return isHelp(error) ? 0 : 2;
    return await explainError(shell, error, argv.includes('--json'));
  }
}

/** Builds what every command is given. */
export function buildShell({ input, output, errors, environment }: Surroundings): Shell {
  const printer = buildPrinter({ out: output, error: errors, environment: readProcessEnvironment() });
  const shell: Shell = {
    printer,
    input,
    output,
    environment,
    exitCode: 0,
    logsDir: undefined,
    isForProgram: false,
    tellsEvents: false,
    trustsWorld: false,
    asked: [],
    notify: (notice) => showNotice(shell, notice),
    waitForWindow: (work) => waitForWindow(shell, work),
    askTrust: async (question) => {
      const { askTrust } = await import('./trust/ask-trust.ts');
      return await askTrust(shell, question);
    },
  };
  return shell;
}

function buildProcessSurroundings(): Surroundings {
  const { stdin, stdout, stderr } = process;
  return { input: stdin, output: stdout, errors: stderr, environment: buildSystemEnvironment() };
}

/** Words that show something about all commands. */
const overviews = ['help', 'man', 'completion'];

/**
 * Builds the commands. A group stays empty unless `word`, the first word that was typed, is its name or asks about all
 * commands: to build them all takes longer than many a command.
 */
export function buildProgram(shell: Shell, word = 'help'): Command {
  const { printer } = shell;
  const isAll = word.startsWith('-') || overviews.includes(word);
  const isFilled = (group: string) => isAll || word === group;
  const program = new Command('terrarium')
    .description(
      'Reads long stories and writes glossaries in which every statement cites its source, runs text RPGs whose rules are enforced by code, and gives AI companions a memory.',
    )
    .version(readVersion())
    // An option belongs to the command that it follows, even if this is a subcommand.
    .enablePositionalOptions()
    .exitOverride()
    .hook('preAction', (_program, command) => {
      const { json, trustWorld } = command.opts<{ json?: boolean; trustWorld?: boolean }>();
      shell.isForProgram = json === true;
      shell.trustsWorld = trustWorld === true;
    })
    .configureHelp({ showGlobalOptions: false, minWidthToWrap: 20, subcommandTerm: renderTerm })
    .configureOutput({
      writeOut: (text) => printer.writeLines(text.trimEnd()),
      // Help that is shown because a command is missing goes to standard output: it is an answer, not an error.
      writeErr: (text) => printer.writeLines(text.trimEnd()),
      outputError: (text) => printer.warn(renderSlip(buildProgram(shell), text)),
    });
  program.commandsGroup('Read a story:');
  addImportCommand(program, shell).summary('import a story: EPUB, text, Markdown, HTML, …');
  addDailyCommands(program, shell);
  addRenameCommand(program, shell).summary('give a world or a story another title');
  addRemoveCommand(program, shell).summary('take a story of which nothing was read out of the world');
  const annotate = program
    .command('annotate')
    .description('read a story, write its glossary, and look things up')
    .summary('all commands about a story: bookmarks, second readings, …');
  if (isFilled('annotate')) addAnnotateCommands(annotate, shell);
  program.commandsGroup('Play and talk:');
  addPlayCommands(program, shell, isFilled('play'));
  addMemoryCommands(program, shell, isFilled('memory'));
  program.commandsGroup('Settings and checks:');
  addUseCommand(program, shell);
  addDoctorCommand(program, shell);
  addVerifyAllCommand(program, shell);
  addFleetCommands(program, shell, isFilled('fleet'));
  addDemoCommand(program, shell);
  addCompletionCommands(program, shell);
  addOptionsPage(program);
  // These commands are only listed in the help. This program does not have them; the launcher starts the
  // packages that do.
  program.addHelpText(
    'after',
    [
      '\nIn a browser:',
      '  open [dir...]         show worlds in a browser on this machine',
      '  serve [dir...]        the same without opening a browser; print the address',
      '\nFor programs:',
      '  mcp                   serve the memory of a world to an MCP client',
    ].join('\n'),
  );
  return program;
}

/** The command with its arguments, for a list of commands; only the command's own help shows its options. */
function renderTerm(command: Command): string {
  const wanted = command.registeredArguments.map((one) => {
    const name = `${one.name()}${one.variadic ? '...' : ''}`;
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [[command.name(), ...command.aliases()].join('|'), ...wanted].join(' ');
}

/**
 * The likeliest mistake is to leave out the group of a command, such as `annotate`. The parser suggests only
 * commands of the same group.
 */
function renderSlip(program: Command, text: string): string {
  const said = text
    .trimEnd()
    .replace(/^error: /u, 'terrarium: ')
    .replace(/command-argument value ('.*') is invalid for argument '([^']*)'/su, '$1 is not a valid $2');
  const misplaced = /unknown option '(--world|--json)(?:=.*)?'/u.exec(said)?.[1];
  if (misplaced !== undefined)
    return `${said}\n("${misplaced}" belongs after the whole command, as in: terrarium status ${misplaced}${misplaced === '--world' ? ' DIR' : ''})`;
  const name = /unknown command '([^']*)'$/mu.exec(said)?.[1];
  const groups = program.commands.filter((group) => group.commands.some((one) => one.name() === name));
  if (groups.length === 0) {
    const isLost = name !== undefined && !said.includes('Did you mean');
    if (!isLost) return said;
    const near = findSlip(name, listNames(program));
    const help = near === undefined ? '"terrarium --help" lists what there is.' : `Did you mean ${near}?`;
    return `${said}\n(${help})`;
  }
  // A command of another group with exactly the typed name is more likely what the person meant than a
  // similar name in the same group.
  const [slip = said] = said.split('\n', 1);
  return [slip, ...groups.map((group) => `(Did you mean ${group.name()} ${name}?)`)].join('\n');
}

function listNames({ commands }: Command): readonly string[] {
  return [
    ...commands.flatMap((one) => [one.name(), ...one.aliases()]),
    ...otherShells.map(({ word }) => word),
  ];
}

function isHelp(error: CommanderError): boolean {
  return error.exitCode === 0 || error.code === 'commander.help';
}

/**
 * Nothing more can be written to a closed terminal or a closed pipe, as in `terrarium … | head`. That is not
 * a failure, since the scenes that were read are stored.
 */
function stopWhenNobodyReads({ printer, output }: Shell, errors: Surroundings['errors']): void {
  // If warnings can no longer be written, the run goes on without them.
  errors.on('error', () => undefined);
  output.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EPIPE' || cause.code === 'EIO') process.exit(0);
    const happened = `The output cannot be written (${cause.code ?? cause.message}).`;
    const todo = 'Make room, or send it to another place. What was read is kept.';
    const failure = new StorageError({ code: 'output.cannot-write', happened, todo, cause });
    printer.warn(...renderFailure(failure));
    process.exit(failure.exitCode);
  });
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
