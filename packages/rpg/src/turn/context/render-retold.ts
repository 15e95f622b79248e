// For a turn that is told anew, renders what its earlier telling said, since a wish such as "shorter" is about that telling.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Game, TurnDraft } from '../../state/game.ts';
import { cutText, renderBlock, renderText } from './render-data.ts';
import { renderDone } from './render-done.ts';

/** A telling that is longer loses its middle. */
const mostTokens = 600;

const leastTokens = 80;
/** What was done is taken back and must be done again, so all of it is listed unless a turn is very long. */
const mostDone = 24;

const takenBack =
  'You told this turn before; the player wants it told anew. What it did is taken back: do again what still holds. The dice fall as before.';

/** Empty if the turn is new, or if the player has replaced the words for which it was told. */
export function renderRetold(
  game: Pick<Game, 'readActions'>,
  { retold, words }: Pick<TurnDraft, 'retold' | 'words'>,
  tokens: number,
): string {
  if (retold === undefined || retold.words !== words || retold.narrative.trim() === '') return '';
  if (tokens < leastTokens) return '';
  const done = renderDone(game.readActions(retold.id), mostDone);
  const left = Math.min(mostTokens, tokens) - estimateTokens(done);
  const told = cutText(renderText(retold.narrative), Math.max(0, left));
  return renderBlock('told_before', [takenBack, ...(done === '' ? [] : [done]), told]);
}
