// The tool `adjust`: adds to a number on a sheet.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { amount, path, target } from './arguments.ts';
import type { Workbench } from './workbench.ts';
import { resolvePlace, writeField } from './write-field.ts';

const input = z.strictObject({ path, delta: amount, target });

export const adjust = buildTool<typeof input, Workbench>({
  name: 'adjust',
  description: 'Add delta to a number, track or clock at path. Default target: player.',
  isWrite: true,
  input,
  run({ path, delta, target }, bench) {
    const place = resolvePlace(bench, target, path);
    if (!place.ok) return place;
    const { kind } = place.field;
    if (kind.adjust === undefined) {
      return {
        ok: false,
        say: `${place.field.path} cannot be adjusted. ${kind.hint(place.field.path)}`,
      };
    }
    const { entity, field } = place;
    const answer = writeField(bench, place, kind.adjust(place.value, { part: place.part, delta }));
    // The effects in `on_loss` read this number: a blow may be harder than the points that are left to lose.
    if (answer.ok && delta < 0 && ['', 'current'].includes(place.part))
      bench.asked.push({ entity: entity.id, path: field.path, points: Math.ceil(-delta) });
    return answer;
  },
});
