// Runs a slash command that a player typed; for an unknown command, lists the known ones.

import { UsageError } from '@terrarium/kernel/errors';
import { findNearest } from '@terrarium/kernel/find-nearest';
import { wrapText } from '../screen/layout.ts';
import { chanceCommands } from './chance-commands.ts';
import { keepingCommands } from './keeping-commands.ts';
import { lookCommands, show } from './look-commands.ts';
import { nameCommand } from './name-command.ts';
import type { PlayCommand, PlayCommands } from './play-command.ts';
import type { TableContext } from './play-context.ts';
import { type Explained, renderHelp, renderHelpOf } from './render-help.ts';
import { tableCommands } from './table-commands.ts';
import { tellingCommands } from './telling-commands.ts';
import { travelCommands } from './travel-commands.ts';
import { truthCommand } from './truth-command.ts';

const commands: PlayCommands = {
  ...lookCommands,
  truth: truthCommand,
  name: nameCommand,
  ...tableCommands,
  ...travelCommands,
  ...keepingCommands,
  ...chanceCommands,
  ...tellingCommands,
};
const ends: readonly string[] = ['quit', 'exit'];
const saved = 'Every turn is kept as it is told; there is nothing to save. /quit leaves.';
/** Commands of the terminal's screen that do nothing in the game. */
const plain: Readonly<Record<string, Explained>> = {
  quit: { usage: '/quit', about: 'leaves the game; everything is saved. /exit does the same' },
  exit: { usage: '/exit', about: 'leaves the game, like /quit; everything is saved' },
  save: { usage: '/save', about: 'does nothing: every turn is kept as it is told' },
  help: { usage: '/help [command]', about: 'lists the commands, or explains one, such as /help undo' },
};

export interface TypedPlayCommand {
  readonly name: string;
  readonly rest: string;
}

/** Returns whether the game goes on. Throws `UsageError` for a mistyped command. */
export async function runPlayCommand(
  context: TableContext,
  { name, rest }: TypedPlayCommand,
  signal: AbortSignal,
): Promise<boolean> {
  if (name === 'save') {
    show(context, [saved], 'savedGame', { saved: true });
    return true;
  }
  if (ends.includes(name)) return false;
  if (name === 'help') showHelp(context, rest);
  else await requireCommand(name).run(context, rest, signal);
  return true;
}

function showHelp(context: TableContext, rest: string): void {
  const { width } = context.shell.printer;
  const name = rest.replace(/^\//u, '').toLowerCase();
  const lines = name === '' ? renderHelp(commands, width) : renderExplained(context, name);
  const list = Object.values(commands).map(({ usage, about }) => ({ usage, about }));
  show(context, lines, 'shownHelp', { commands: list });
}

function renderExplained(context: TableContext, name: string): readonly string[] {
  const { width } = context.shell.printer;
  const known = Object.hasOwn(plain, name) ? plain[name] : undefined;
  if (known !== undefined) return renderHelpOf(known, width);
  const command = requireCommand(name);
  const more = command.explain?.(context) ?? [];
  return [
    ...renderHelpOf(command, width),
    ...more.flatMap((line) => wrapText(line, { width, indent: '    ', first: '  ' })),
  ];
}

/** The words by which other games call a command. They are not accepted, but the error names the right command. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sheet: 'inventory inv i items gear status stats character char',
    people: 'npcs who characters',
    map: 'places where exits',
    quests: 'journal tasks goals',
    log: 'history',
    lore: 'memory notes facts',
    ask: 'oracle',
    roll: 'r dice',
    undo: 'back',
    recap: 'story summary',
    choices: 'suggestions options',
    time: 'wait',
  }).flatMap(([name, others]) => others.split(' ').map((other) => [other, name] as const)),
);

function requireCommand(name: string): PlayCommand {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  const near = otherNames.get(name) ?? findNearest(name, [...Object.keys(commands), ...Object.keys(plain)]);
  throw new UsageError({
    code: 'play.unknown-command',
    happened: `There is no /${name}${near === undefined ? '' : `; did you mean /${near}?`}`.replace(
      /[^?]$/u,
      '$&.',
    ),
    todo: '/help lists the commands. If your words begin with a slash, type two.',
  });
}
