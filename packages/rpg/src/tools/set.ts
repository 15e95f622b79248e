// The tool `set`: puts a value at a path of a sheet.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { path, target } from './arguments.ts';
import { readInput } from './read-input.ts';
import { setField } from './set-field.ts';
import type { Workbench } from './workbench.ts';
import { resolvePlace } from './write-field.ts';

const input = z.strictObject({ path, value: z.unknown(), target, reason: z.string().max(200).optional() });

export const set = buildTool<typeof input, Workbench>({
  name: 'set',
  description: 'Set value at path.',
  isWrite: true,
  input,
  run({ path, value, target }, bench) {
    const given = readInput(value);
    if (!given.ok) return given;
    const place = resolvePlace(bench, target, path);
    return place.ok ? setField(bench, place, given.value) : place;
  },
});
