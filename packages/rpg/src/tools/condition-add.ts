// Condition add: somebody is in a condition, for a while or until it is taken away.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { renderSlug } from '../state/render-slug.ts';
import { name, target } from './arguments.ts';
import { changeField, findPlace } from './change-field.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  condition: name,
  target,
  minutes: z.number().int().min(1).max(5_256_000).optional(),
  rounds: z.number().int().min(1).max(1_000).optional(),
  level: z.number().int().min(1).max(100).optional(),
  note: z.string().max(200).optional(),
});

export const conditionAdd = buildTool<typeof input, Workbench>({
  name: 'condition_add',
  description: 'Give a condition; with minutes or rounds it ends by itself.',
  isWrite: true,
  input,
  run({ condition, target, ...lasting }, bench) {
    const place = findPlace(bench, target, 'conditions');
    if (!place.ok) return place;
    const { prefab, config } = place.field;
    const given = Object.entries(lasting).filter(([, value]) => value !== undefined);
    const item = { name: condition, ...Object.fromEntries(given) };
    const done = prefab.add?.(place.value, { item, id: renderSlug(condition) }, config as never);
    return done === undefined
      ? { ok: false, say: 'Conditions cannot be added here.' }
      : changeField(bench, place, done);
  },
});
