// Draws a row of a table as an effect of a move.

import type { Effect } from '../../system/narrator-hints.ts';
import type { Entity } from '../../values/entity.ts';
import type { Workbench } from '../workbench.ts';
import { evaluateFor, type RollNumbers } from './list-effect-calls.ts';
import { hasHidden } from './list-revealed.ts';
import { openEffectView } from './open-effect-view.ts';
import { readTable, renderTableRoll, rollTable } from './roll-table.ts';

interface Drawing {
  readonly who: Entity;
  readonly against?: Entity | undefined;
  readonly roll?: RollNumbers | undefined;
}

/**
 * Rolls the row, or chooses it by a number that the rules compute. An effect with `unless_hidden` draws nothing while
 * something hidden can still be found.
 */
export function drawRow(
  bench: Workbench,
  play: Drawing,
  { oracle = '', row, unless_hidden: isUnless }: Effect,
): readonly string[] {
  if (isUnless === true && hasHidden(bench, play)) return [];
  const { who, against, roll } = play;
  if (row === undefined) {
    // The reason of the move is left out: after the name of a table, it would read like something that happened.
    const drawn = rollTable(bench, { table: oracle, who });
    return [drawn.ok ? renderTableRoll(drawn) : `(left out: ${drawn.say})`];
  }
  const wanted = Number(
    evaluateFor(openEffectView(bench), row, { id: who.id, against: against?.id, roll }) ?? 0,
  );
  const read = readTable(bench, oracle, wanted);
  return read === undefined ? [] : [renderTableRoll({ rows: [read] })];
}
