// The tool `mark`: fills or clears boxes of a track, segments of a clock, or points.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { path, target } from './arguments.ts';
import type { Workbench } from './workbench.ts';
import { resolvePlace, writeField } from './write-field.ts';

const input = z.strictObject({ path, count: z.number().int().min(-1000).max(1000).default(1), target });

export const mark = buildTool<typeof input, Workbench>({
  name: 'mark',
  description: 'Mark `count` boxes or segments of a track, clock or counter; negative clears.',
  isWrite: true,
  input,
  run({ path, count, target }, bench) {
    const place = resolvePlace(bench, target, path);
    if (!place.ok) return place;
    const { kind } = place.field;
    if (kind.mark === undefined) {
      return {
        ok: false,
        say: `${place.field.path} cannot be marked. ${kind.hint(place.field.path)}`,
      };
    }
    return writeField(bench, place, kind.mark(place.value, count));
  },
});
