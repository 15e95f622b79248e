// Renders what a player can type: everything on one screen, or one command in more detail.

import { renderPairs, wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { PlayCommands } from './play-command.ts';

export type Explained = Pick<PlayCommands[string], 'usage' | 'about'>;

type HelpRow = readonly [names: readonly string[], about: string];

interface HelpGroup {
  readonly title: string;
  readonly rows: readonly HelpRow[];
}

const groups: readonly HelpGroup[] = [
  {
    title: 'Look',
    rows: [
      [['sheet'], 'your character, or somebody else'],
      [['quests', 'map', 'people', 'choices', 'choose'], 'what you know, and can do'],
      [['log', 'recap', 'why'], 'the last turns; a recap; what happened and why'],
      [['rules', 'truth'], 'the rules; which secrets have come out'],
    ],
  },
  {
    title: 'Do',
    rows: [
      [['roll', 'continue'], 'rolls dice; the story goes on'],
      [['ask', 'table'], 'the oracle; tables of the rules'],
      [['spend', 'set'], 'improve a roll; correct a value'],
      [['give', 'take', 'time'], 'gear; time passes'],
      [['lore', 'remember', 'forget'], 'what the game knows'],
    ],
  },
  {
    title: 'Go back',
    rows: [
      [['undo', 'redo'], 'take back whole turns with their dice; bring them back'],
      [['branch', 'go'], 'name a moment, list all; go there'],
      [['retry', 'reword'], 'tell it again; change your words'],
      [['edit', 'resume', 'drop'], 'rewrite a turn; finish or drop one cut off'],
    ],
  },
  {
    title: 'How it is told',
    rows: [
      [['style', 'length'], 'in what style, in how many words'],
      [['note', 'fast', 'name'], 'notes; speed; the game’s name'],
      [['check', 'meanwhile'], 'check facts; people act unseen'],
      [['ooc', 'wish', 'lines', 'veils'], 'ask the narrator; wishes'],
    ],
  },
];

export function renderHelp(commands: PlayCommands, width: number): readonly string[] {
  const listUsages = (names: readonly string[]) =>
    names.map((name) => commands[name]?.usage ?? '').join('  ');
  const label = Math.max(...groups.flatMap(({ rows }) => rows.map(([names]) => listUsages(names).length)));
  const isNarrow = width - label < leastAbout;
  const renderRow = ([names, about]: HelpRow) =>
    isNarrow
      ? wrapText(`${listUsages(names)} · ${about}`, { width, indent: '    ', first: '  ' })
      : renderPairs([[listUsages(names).padEnd(label), about]], width);
  return [
    ...wrapText('Say what you do, or the number of a suggestion. Type // to begin with a slash.', { width }),
    ...groups.flatMap(({ title, rows }) => [paint(title, 'cyan'), ...rows.flatMap(renderRow)]),
    ...wrapText(
      '/quit leaves; everything is saved. “/help undo” explains undo. Alone on a line, undo, redo, retry, sheet, quests, map, log, save and quit need no slash.',
      { width },
    ),
  ];
}

/** If fewer characters than this are left on a line for explanations, these get no column of their own. */
const leastAbout = 28;

/** Renders what one command does, and how it is written. */
export function renderHelpOf({ usage, about }: Explained, width: number): readonly string[] {
  return renderPairs([[usage, about]], width);
}
