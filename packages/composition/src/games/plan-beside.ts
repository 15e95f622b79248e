// Finds the tool call for a line outside the story that asks chance (the oracle), rolls on a table, or pays for a better roll.

import { UsageError } from '@terrarium/kernel/errors';
import type { CallBeside } from './execute-beside.ts';
import type { PlayLine } from './play-line.ts';

/** The call for `/ask`, and for `/spend` or `/table` with words after it; undefined for any other line. */
export function planBeside(line: PlayLine): CallBeside | undefined {
  if (line.kind !== 'command') return undefined;
  if (line.name === 'spend' && line.rest !== '') return { name: 'roll', arguments: parseSpending(line.rest) };
  if (line.name === 'ask') return { name: 'oracle', arguments: parseQuestion(line.rest) };
  if (line.name !== 'table' || line.rest === '') return undefined;
  return { name: 'oracle', arguments: { table: line.rest } };
}

/**
 * Parses for instance `luck 5`: what is spent, and how much if the player may choose. A name in quotes, such as that of
 * an aspect, may end with a number.
 */
export function parseSpending(text: string): CallBeside['arguments'] {
  const parts = text.trim().split(/\s+/u);
  const points = parts.length > 1 && /^\d{1,4}$/u.test(parts.at(-1) ?? '') ? Number(parts.pop()) : undefined;
  return { spend: parts.join(' ').replaceAll('"', ''), ...(points === undefined ? {} : { points }) };
}

/**
 * Parses for instance `likely Is the door watched?`. If no word names the odds, they are even. Throws `UsageError` if
 * there is no question, or if it begins with another word for the odds, such as `probably`.
 */
export function parseQuestion(text: string): CallBeside['arguments'] {
  const { odds, question } =
    /^(?:(?<odds>likely|even|unlikely)\s+)?(?<question>\S.*)$/isu.exec(text)?.groups ?? {};
  if (question !== undefined && odds === undefined) refuseOdds(question);
  if (question !== undefined)
    return { question, ...(odds === undefined ? {} : { odds: odds.toLowerCase() }) };
  throw new UsageError({
    code: 'play.nothing-said',
    happened: '/ask needs a yes-or-no question.',
    todo: 'Ask, for example: /ask likely Is the door watched?',
  });
}

/** Other words for how likely something is, which `/ask` does not know. */
const otherOdds = new Set([
  'impossible',
  'improbable',
  'possible',
  'possibly',
  'probable',
  'probably',
  'certain',
  'certainly',
  'sure',
  'doubtful',
  'rarely',
]);

/** Refuses an unknown word for the odds, which would otherwise become part of the question. */
function refuseOdds(question: string): void {
  const [word = ''] = question.toLowerCase().split(/\s+/u);
  if (!otherOdds.has(word)) return;
  throw new UsageError({
    code: 'play.unknown-odds',
    happened: `/ask does not know the odds "${word}".`,
    todo: 'Say likely, even or unlikely before the question, such as: /ask unlikely Is the door watched?',
  });
}
