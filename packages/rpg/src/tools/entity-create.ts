// The tool `entity_create`: creates any entity with a sheet, or sets more values of an existing entity.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { EntityId } from '../values/entity.ts';
import { name, text, values } from './arguments.ts';
import { createAgain, createNamed } from './create-named.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  type: z.enum(['character', 'npc', 'creature', 'location', 'item', 'faction', 'quest', 'clock']),
  key: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]{0,59}$/u)
    .optional(),
  name,
  about: text.optional(),
  values,
});

export const entityCreate = buildTool<typeof input, Workbench>({
  name: 'entity_create',
  description: 'Make an entity of any type, or make the one with that key anew.',
  isWrite: true,
  input,
  run({ type, key, name, about, values = {} }, bench) {
    const id: EntityId = `${type}:${key ?? ''}`;
    const described = { name, about, ...values };
    const known = key === undefined ? undefined : bench.state.find(id);
    if (known !== undefined) return createAgain(bench, known, described);
    if (type === 'character') return { ok: false, say: 'There is one character: key `player`.' };
    return createNamed(bench, { type, name, key, values: described });
  },
});
