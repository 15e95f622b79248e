// Action row: converts an action with its result to and from its row in the log or in a draft.

import { stored } from '../database/stored.ts';
import type { Acted } from './game.ts';
import type { Action } from './session.ts';

export interface RecordedAction extends Action, Acted {
  /** How many entities and items the action created; the numbers in the keys of the next ones continue from here. */
  readonly made: number;
}

export interface ActionRow {
  readonly position: number;
  readonly tool: string;
  readonly arguments: string;
  readonly by: Action['by'];
  readonly answer: string;
  readonly isOk: number;
  readonly patches: string;
  readonly outcome: string;
}

/** `table` and `owner` say where the row is stored: in `event` for a turn, or in `draft_action` for a session. */
export function parseAction(row: ActionRow, table: string, owner: number | string): RecordedAction {
  const place = `${owner}/${row.position}`;
  const outcome = stored.parse<Partial<Outcome>>(row.outcome, [table, place, 'outcome'], 'object');
  return {
    tool: row.tool,
    arguments: row.arguments,
    by: row.by,
    ok: row.isOk === 1,
    say: row.answer,
    patches: stored.parse(row.patches, [table, place, 'patches'], 'list'),
    rolls: outcome.rolls ?? [],
    crossed: outcome.crossed ?? [],
    faults: outcome.faults ?? [],
    choices: outcome.choices ?? [],
    made: outcome.made ?? 0,
  };
}

export function renderAction(action: RecordedAction, position: number): ActionRow {
  const { tool, by, say, ok, patches } = action;
  return {
    position,
    tool,
    arguments: action.arguments,
    by,
    answer: say,
    isOk: ok ? 1 : 0,
    patches: JSON.stringify(patches),
    outcome: renderOutcome(action),
  };
}

type Outcome = Pick<RecordedAction, 'rolls' | 'crossed' | 'faults' | 'choices' | 'made'>;

/** Leaves out empty members, since most actions roll no dice and cross no threshold. */
function renderOutcome({ rolls, crossed, faults, choices, made }: Outcome): string {
  return JSON.stringify({
    ...(rolls.length === 0 ? {} : { rolls }),
    ...(crossed.length === 0 ? {} : { crossed }),
    ...(faults.length === 0 ? {} : { faults }),
    ...(choices.length === 0 ? {} : { choices }),
    ...(made === 0 ? {} : { made }),
  });
}
