// Renders the result of importing a character card: who the companion is now, where its name is set, and what was left out.

import type { MemoryWorld } from '@terrarium/composition/memory-world';
import { renderCommand } from '@terrarium/composition/render-command';
import type { ImportedCompanion } from '@terrarium/memory/import-companion';
import { parseVoices } from '@terrarium/memory/voices';
import type { Card } from '@terrarium/rpg/card';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

export interface ImportedCard {
  readonly card: Card;
  readonly taken: ImportedCompanion;
  readonly memory: MemoryWorld;
  /** What the card calls the person; undefined if they have told no name yet. */
  readonly calls?: string | undefined;
  /** The companion's name before; undefined if the name has not changed. */
  readonly formerName?: string | undefined;
  /**
   * The id of the former companion's voice, to which its messages still belong; undefined if there are no
   * such messages, or they now belong to the new companion.
   */
  readonly formerVoice?: string | undefined;
}

const shownCharacters = 600;
const shownWarnings = 20;

export function renderImportedCard(told: ImportedCard, width: number): readonly string[] {
  const { card, taken, memory } = told;
  const wrapLine = (text: string) => wrapText(text, { width, indent: '    ', first: '  ' });
  const wrapWarning = (text: string) =>
    wrapText(text, { width, indent: '    ', first: `  ${paint('!', 'yellow')} ` });
  const quote = (text: string) => wrapText(text, { width, indent: '    > ' });
  const { instructions } = card;
  return [
    ...wrapText(`${paint(card.name, 'bold')} ${describeOutcome(told)}.`, { width }),
    ...wrapLine(`${memory.paths.wakeContext} says who that is; you can edit it`),
    ...(taken.formerPath === undefined ? [] : wrapLine(`the former page is kept as ${taken.formerPath}`)),
    ...renderNaming(told).flatMap(wrapLine),
    ...renderLore(taken).flatMap(wrapLine),
    ...(told.calls === undefined
      ? wrapLine(
          'it has no name for you yet: say what you are called, or set it in memory.voices of terrarium.yaml',
        )
      : []),
    ...(taken.hasGreeted ? [...wrapLine('its first words:'), ...quote(cut(card.firstMessage))] : []),
    ...listLeftOut(told).flatMap(wrapWarning),
    ...(instructions === '' ? [] : [...wrapWarning(instructionsLeft), ...quote(cut(instructions))]),
    ...[...card.warnings, ...(card.book?.warnings ?? []).slice(0, shownWarnings)].flatMap(wrapWarning),
    ...wrapLine(describeTalk(memory)),
  ];
}

function describeOutcome({ taken, memory: { mind } }: ImportedCard): string {
  const when = taken.status === 'known' ? 'already' : 'now';
  return mind.isWorlds
    ? `is the companion ${when}`
    : `is one of the companions ${when}, with a memory of its own`;
}

function describeTalk({ mind, home, configured }: MemoryWorld): string {
  if (mind.isWorlds) return `talk with "${renderCommand('memory chat', home)}"`;
  const [first] = parseVoices(configured.settings.memory.voices).companion;
  const both = `${first.id},${mind.id}`;
  return `talk with "${renderCommand('memory chat', home, ['--with', mind.id])}", or with both: "--with ${both}"`;
}

function renderNaming({ card, formerName, formerVoice }: ImportedCard): readonly string[] {
  if (formerName === undefined) return [];
  if (formerVoice === undefined)
    return [`in memory.voices of terrarium.yaml, the name ${formerName} was changed to ${card.name}`];
  return [
    `what ${formerName} said still counts as said by ${formerName}: ${card.name} has a voice of its own in memory.voices of terrarium.yaml`,
    `the items in mind, the fragments and ambient.md stay too: check whether they are true of ${card.name}`,
  ];
}

const instructionsLeft =
  'left out: the instructions that the card gives to a model. They are shown below; copy what you want of them into the page:';

/** Counts the entries with patterns as triggers. Patterns from other programs are never run. */
export function countPatterns({ book }: Card): number {
  return book?.entries.filter(({ patterns }) => patterns.length > 0).length ?? 0;
}

function renderLore({ lore }: ImportedCompanion): readonly string[] {
  const { added, known, constants } = lore;
  if (added + known + constants === 0) return [];
  const always = constants === 0 ? '' : `, ${renderCount(constants, 'entry', 'entries')} always in mind`;
  const before = known === 0 ? '' : ` (${known} were there before)`;
  const count = renderCount(added + known, 'fragment');
  return [
    `its lore: ${count} to be recalled by key${before}${always}; the page lists the entries that are always in mind`,
  ];
}

function listLeftOut({ card, taken }: ImportedCard): readonly string[] {
  const { firstMessage, greetings } = card;
  const { kept, leftOut } = taken.lore;
  const hasUnsaid = !taken.hasGreeted && taken.status !== 'known' && firstMessage.trim() !== '';
  return [
    ...(hasUnsaid ? ['its first words were not said, because this memory holds a talk already'] : []),
    ...(greetings.length === 0 ? [] : [`left out: ${renderCount(greetings.length, 'other greeting')}`]),
    ...listWhere([
      [leftOut.disabled, 'left out: switched off in the card'],
      [leftOut.crowded, 'left out: more than a memory can hold'],
      [leftOut.shortened, 'shortened: longer than a fragment may be'],
      [
        kept.length,
        `left out, because other texts of the memory already use the same keys (${cut(kept.join(', '))})`,
      ],
      [
        countPatterns(card),
        'with patterns as keys: a memory does not run patterns, so these entries are found only by their exact key',
      ],
    ]),
  ];
}

function listWhere(counts: readonly (readonly [number, string])[]): readonly string[] {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${renderCount(count, 'entry', 'entries')} of lore ${what}`);
}

function cut(text: string): string {
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters).toWellFormed()} …`;
}
