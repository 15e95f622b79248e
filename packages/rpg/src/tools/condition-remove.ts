// Condition remove: takes a condition from somebody.

import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { name, target } from './arguments.ts';
import { findListed } from './find-listed.ts';
import type { Workbench } from './workbench.ts';
import { resolvePlace, writeField } from './write-field.ts';

const input = z.strictObject({ condition: name, target });

export const conditionRemove = buildTool<typeof input, Workbench>({
  name: 'condition_remove',
  description: 'End a condition.',
  isWrite: true,
  input,
  run: ({ condition, target }, bench) => removeCondition(bench, condition, target),
});

export function removeCondition(bench: Workbench, condition: string, target?: string): ToolAnswer {
  const place = resolvePlace(bench, target, 'conditions');
  if (!place.ok) return place;
  const { kind } = place.field;
  const done = kind.remove?.(place.value, { item: findListed(place, condition) });
  return done === undefined
    ? { ok: false, say: 'Conditions cannot be removed here.' }
    : writeField(bench, place, done);
}
