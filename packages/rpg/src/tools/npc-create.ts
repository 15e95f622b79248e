// Npc create: makes a new person or creature, with a sheet of their own.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { name, text, values } from './arguments.ts';
import { createNamed } from './create-named.ts';
import { resolveTarget } from './resolve-target.ts';
import { findHere } from './scene.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  name,
  about: text.optional(),
  type: z.enum(['npc', 'creature']).default('npc'),
  at: z.string().min(1).max(120).optional(),
  attitude: z.union([z.string().max(40), z.number().int()]).optional(),
  values,
});

export const npcCreate = buildTool<typeof input, Workbench>({
  name: 'npc_create',
  description: 'Create a person or creature, here unless `at` names a place. values: by path of its sheet.',
  isWrite: true,
  input,
  run({ name, about, type, at, attitude, values = {} }, bench) {
    const place = at === undefined ? findHere(bench)?.id : resolveTarget(bench.state, at, ['location']);
    if (typeof place === 'object' && !place.ok) return place;
    const where = typeof place === 'object' ? place.entity.id : place;
    const described = { about, attitude, ...values, at: where };
    const made = createNamed(bench, { type, name, values: described });
    return made.ok && where !== undefined ? { ok: true, say: `${made.say} At ${where}.` } : made;
  },
});
