// Renders the current point of the story: what was said and told last, and what the player may do next.

import type { Game } from '@terrarium/rpg/game';
import type { Turn } from '@terrarium/rpg/session';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { renderChoices } from './turn-screen.ts';

/** How many turns to look back: the player may have rolled many times since the last turn of the story. */
const lookedBack = 50;

export function renderTold(game: Game, width: number): readonly string[] {
  const { words, narrative } = readLastTold(game);
  const said = words === '' ? [] : ['', ...wrapText(`> ${words}`, { width }).map(paintDim)];
  const paragraphs = narrative.split(/\n\s*/u).filter((paragraph) => paragraph !== '');
  return [
    ...said,
    ...paragraphs.flatMap((paragraph) => ['', ...wrapText(paragraph, { width })]),
    ...(game.head.suggestions.length === 0 ? [] : ['', ...renderChoices(game.head.suggestions, width)]),
  ];
}

/** The last turn of the story; turns outside the story have no narrative. */
function readLastTold(game: Game): Turn {
  if (!game.head.isAside) return game.head;
  return game.listTurns(lookedBack).findLast(({ isAside }) => !isAside) ?? game.head;
}

function paintDim(line: string): string {
  return paint(line, 'dim');
}
