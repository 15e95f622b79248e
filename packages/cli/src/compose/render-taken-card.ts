// Renders what became of a card that was to be a companion: who it is now, where that stands, and what was left out.

import type { TakenCompanion } from '@terrarium/memory/take-companion';
import type { Card } from '@terrarium/rpg/card';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { renderCommand } from '../screen/render-command.ts';
import { paint } from '../screen/style.ts';
import type { MemoryWorld } from './compose-memory.ts';

export interface TakenCard {
  readonly card: Card;
  readonly taken: TakenCompanion;
  readonly memory: MemoryWorld;
  readonly formerName: string | undefined;
}

const shownCharacters = 600;

export function renderTakenCard(told: TakenCard, width: number): readonly string[] {
  const { card, taken, memory, formerName } = told;
  const say = (text: string) => wrapText(text, { width, indent: '    ', first: '  ' });
  const note = (text: string) =>
    wrapText(text, { width, indent: '    ', first: `  ${paint('!', 'yellow')} ` });
  const quote = (text: string) => wrapText(text, { width, indent: '    > ' });
  const outcome = taken.status === 'known' ? 'is the companion already' : 'is the companion now';
  const { instructions } = card;
  return [
    ...wrapText(`${paint(card.name, 'bold')} ${outcome}.`, { width }),
    ...say(`who that is stands in ${memory.paths.wakeContext}, for you to edit`),
    ...(taken.formerPath === undefined ? [] : say(`the former page is kept as ${taken.formerPath}`)),
    ...(formerName === undefined
      ? []
      : say(`called ${card.name} in memory.voices of terrarium.yaml, before: ${formerName}`)),
    ...(taken.hasGreeted ? [...say('its first words:'), ...quote(cut(card.firstMessage))] : []),
    ...listLeftOut(told).flatMap(note),
    ...(instructions === '' ? [] : [...note(instructionsLeft), ...quote(cut(instructions))]),
    ...card.warnings.flatMap(note),
    ...say(`talk with "${renderCommand('memory chat', memory.world.dir)}"`),
  ];
}

const instructionsLeft =
  'left out: what the card tells a program to do. These are its words; put into the page what you want of them:';

function listLeftOut({ card, taken }: TakenCard): readonly string[] {
  const { firstMessage, greetings, book } = card;
  const hasUnsaid = !taken.hasGreeted && taken.status !== 'known' && firstMessage.trim() !== '';
  return [
    ...(hasUnsaid ? ['its first words were not said: this memory has talk already'] : []),
    ...(greetings.length === 0 ? [] : [`left out: ${renderCount(greetings.length, 'other greeting')}`]),
    ...(book === undefined || book.entries.length === 0
      ? []
      : [
          `left out: ${renderCount(book.entries.length, 'entry', 'entries')} of lore; a game takes them (play new --card)`,
        ]),
  ];
}

function cut(text: string): string {
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters).toWellFormed()} …`;
}
