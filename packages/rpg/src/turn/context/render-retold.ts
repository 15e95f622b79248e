// For a turn that is told anew, renders what its earlier telling said, since a wish such as "shorter" is about that telling.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Acted, Game, TurnDraft } from '../../state/game.ts';
import type { Action } from '../../state/session.ts';
import { revealText } from '../../values/hidden-text.ts';
import { isObject } from '../../values/json.ts';
import { parseJson } from '../../values/parse-json.ts';
import { cutText, renderBlock, renderElement, renderText } from './render-data.ts';
import { renderDone } from './render-done.ts';

/** The most tokens for the earlier telling with its calls; a telling that is too long loses its middle. */
const mostTokens = 600;

const leastTokens = 80;
/** What was done is taken back and must be done again, so all of it is listed unless a turn is very long. */
const mostDone = 24;

const takenBack =
  'You told this turn before; the player wants it told anew. What it did is taken back: do again what still holds. The dice fall as before.';

/**
 * Empty if the turn is new, if the player has replaced the words for which it was told, or if there is no narrative or
 * no room.
 */
export function renderRetold(
  game: Pick<Game, 'readActions'>,
  { retold, words }: Pick<TurnDraft, 'retold' | 'words'>,
  tokens: number,
): string {
  if (retold === undefined || retold.words !== words || retold.narrative.trim() === '') return '';
  if (tokens < leastTokens) return '';
  const done = renderDone(game.readActions(retold.id), mostDone);
  const most = Math.min(mostTokens, tokens);
  const calls = renderCalls(game.readActions(retold.id), (most - estimateTokens(done)) / 2);
  const left = most - estimateTokens(done) - estimateTokens(calls);
  const told = cutText(renderText(retold.narrative), Math.max(0, left));
  return renderBlock('told_before', [takenBack, ...[done, calls].filter((part) => part !== ''), told]);
}

/** The calls that did something, as they were made, so that they can be sent again; whole ones, as far as there is room. */
function renderCalls(actions: readonly (Action & Acted)[], tokens: number): string {
  const made = actions
    .filter(({ by, ok, rolls, patches }) => by === 'model' && ok && rolls.length + patches.length > 0)
    .map(({ tool, arguments: written }) => renderText(`${tool} ${stripJudged(revealText(written))}`));
  const kept = made.filter((_, index) => estimateTokens(made.slice(0, index + 1).join('; ')) <= tokens);
  return renderElement('calls', {}, kept.join('; '));
}

/** Leaves out which roll was paid for: the game finds it anew for whatever is paid now. */
function stripJudged(written: string): string {
  const given = parseJson(written);
  if (!isObject(given) || given['judges'] === undefined) return written;
  const { judges: _judges, ...others } = given;
  return JSON.stringify(others);
}
