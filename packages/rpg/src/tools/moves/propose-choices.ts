// Proposes the choices that the rules leave open after an outcome, each option with calls that are ready to be made.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { Effect } from '../../system/narrator-hints.ts';
import type { Choice } from '../../system/settled.ts';
import type { Entity } from '../../values/entity.ts';
import type { Workbench } from '../workbench.ts';
import { type Call, isTrueFor, listEffectCalls, type RollNumbers } from './list-effect-calls.ts';
import { openEffectView } from './open-effect-view.ts';

interface Choosing {
  readonly who: Entity;
  readonly against?: Entity | undefined;
  /** The numbers of the roll that led to the choices. */
  readonly roll?: RollNumbers | undefined;
}

/** Records the options that are possible now, and returns lines that list them. */
export function proposeChoices(
  bench: Workbench,
  { who, against, roll }: Choosing,
  options: NonNullable<Effect['choose']>,
): readonly string[] {
  const view = openEffectView(bench);
  const parties = { roller: who, opponent: against, roll };
  const choices = options
    .filter((option) => isTrueFor(view, option.if, { id: who.id, against: against?.id, roll }))
    .map((option): Choice['options'][number] => ({
      say: option.say,
      calls: listEffectCalls(view, option.does ?? [], parties).map(buildCall),
    }));
  if (choices.length === 0) return [];
  bench.effects.choices.push({ options: choices });
  return ['Choose one, by what the player wants, and make its calls:', ...choices.map(renderOption)];
}

/**
 * Builds the same call with tools that are declared to models: `adjust` instead of `mark`, `condition_add` instead of
 * `condition_remove`.
 */
function buildCall({ name, arguments: given }: Call): Choice['options'][number]['calls'][number] {
  if (name === 'mark') {
    const { count, ...rest } = given;
    return { name: 'adjust', arguments: JSON.stringify({ ...rest, delta: count }) };
  }
  const isEnd = name === 'condition_remove';
  return {
    name: isEnd ? 'condition_add' : name,
    arguments: JSON.stringify(isEnd ? { ...given, ends: true } : given),
  };
}

function renderOption({ say, calls }: Choice['options'][number], index: number): string {
  const made = calls.map((call) => `${call.name} ${call.arguments}`).join(' and ');
  return `${index + 1}. ${escapeLine(say, 200)}${made === '' ? '' : `: ${escapeLine(made, 600)}`}`;
}
