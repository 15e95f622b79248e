// Validates a call by which people elsewhere act: what it may change, and by how much; everything else is left out.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { z } from 'zod';
import { isAbout, isSameName } from '../../state/notebook.ts';
import type { Entity, GameState } from '../../values/entity.ts';
import { hideText } from '../../values/hidden-text.ts';
import { parseJson } from '../../values/parse-json.ts';
import type { Meanwhile } from './plan-meanwhile.ts';

const name = z.string().min(1).max(120);
const moving = z.object({ who: name, destination: name });
const noting = z.object({
  id: name.optional(),
  of: name.optional(),
  kind: z.enum(['wants', 'hides', 'knows', 'plans']).optional(),
  text: z.string().max(400).optional(),
  hours: z.number().min(0).max(1_000).optional(),
});
const mostTicks = 2;
const ticking = z.object({ name, ticks: z.int().min(1).max(mostTicks).default(1) });

export type BoundedPlan = Pick<Meanwhile, 'people' | 'notes'>;

/**
 * The call in the form in which it may be made, hidden if it tells what only the game master knows; undefined if it may
 * not be made.
 */
export function validateCall(call: ToolCall, plan: BoundedPlan, state: GameState): ToolCall | undefined {
  const given = parseJson(call.arguments);
  switch (call.name) {
    case 'move': {
      const parsed = moving.safeParse(given);
      if (!parsed.success || !plan.people.some((one) => isNamed(one, parsed.data.who))) return undefined;
      return { ...call, arguments: hideText(JSON.stringify(parsed.data)) };
    }
    case 'notebook': {
      const parsed = noting.safeParse(given);
      if (!parsed.success || !isOfThem(parsed.data, plan)) return undefined;
      return { ...call, arguments: hideText(JSON.stringify(parsed.data)) };
    }
    case 'clock_tick': {
      const parsed = ticking.safeParse(given);
      const clocks = state.list('clock');
      if (!parsed.success || !clocks.some((one) => isNamed(one, parsed.data.name))) return undefined;
      return { ...call, arguments: JSON.stringify(parsed.data) };
    }
    default:
      return undefined;
  }
}

function isOfThem({ id, of }: z.output<typeof noting>, { people, notes }: BoundedPlan): boolean {
  if (of !== undefined && !people.some((one) => isNamed(one, of))) return false;
  if (id === undefined) return of !== undefined;
  const wanted = id.replace(/^secret:/, '');
  return notes.some((note) => note.id === `secret:${wanted}` || note.id === `secret:s${wanted}`);
}

function isNamed(one: Entity, named: string): boolean {
  return isAbout(named, one) || isSameName(named, one.key);
}
