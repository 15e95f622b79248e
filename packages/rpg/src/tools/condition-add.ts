// The tool `condition_add`: gives somebody a condition, for a while or until it is removed; with `ends`, takes it away.

import { buildTool, type ToolRefusal } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { Field, Sheet } from '../system/system.ts';
import { renderSlug } from '../values/render-slug.ts';
import { name, target } from './arguments.ts';
import { removeCondition, resolveConditions } from './condition-remove.ts';
import { refuseDerived } from './refuse-derived.ts';
import type { Workbench } from './workbench.ts';
import { type Place, writeField } from './write-field.ts';

const input = z.strictObject({
  condition: name,
  target,
  ends: z.boolean().optional(),
  minutes: z.number().int().min(1).max(5_256_000).optional(),
  rounds: z.number().int().min(1).max(1_000).optional(),
  level: z.number().int().min(1).max(100).optional(),
  note: z.string().max(200).optional(),
});

export const conditionAdd = buildTool<typeof input, Workbench>({
  name: 'condition_add',
  description: 'Give a condition for minutes or rounds, or end it.',
  isWrite: true,
  input,
  run({ condition, target, ends, ...lasting }, bench) {
    if (ends === true) return removeCondition(bench, condition, target);
    const place = resolveConditions(bench, target, condition);
    if (!place.ok) return place;
    const own = findOwnField(place.sheet, condition);
    if (own !== undefined) return refuseForField(place, own);
    const { kind } = place.field;
    const given = Object.entries(lasting).filter(([, value]) => value !== undefined);
    const item = { name: condition, ...Object.fromEntries(given) };
    const done = kind.add?.(place.value, { item, id: renderSlug(condition) });
    return done === undefined
      ? { ok: false, say: 'Conditions cannot be added here.' }
      : writeField(bench, place, done);
  },
});

/**
 * The field, such as `status.is_shaken`, that the system has for this condition; the rules then read this field, not
 * the list of conditions.
 */
function findOwnField({ fields }: Sheet, condition: string): Field | undefined {
  const wanted = renderSlug(condition);
  return fields.find(({ path, definition }) => {
    const last = path.slice(path.lastIndexOf('.') + 1).replace(/^is_/, '');
    return definition.category === 'status' && path !== 'conditions' && renderSlug(last) === wanted;
  });
}

function refuseForField({ entity, sheet }: Place, field: Field): ToolRefusal {
  const { kind, path } = field;
  const [part] = field.parts;
  const isWritable = part?.isWritable === true;
  const derived = refuseDerived(sheet, { field, part: part?.name ?? '', isWritable });
  const todo = derived?.say ?? kind.hint(path);
  return {
    ok: false,
    say: `On the sheet of ${entity.id}, \`${path}\` is a value, not a condition. ${todo}`,
  };
}
