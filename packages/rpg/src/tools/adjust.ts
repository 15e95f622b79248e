// Adjust: adds to a number of a sheet.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { amount, path, target } from './arguments.ts';
import { changeField, findPlace } from './change-field.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({ path, delta: amount, target });

export const adjust = buildTool<typeof input, Workbench>({
  name: 'adjust',
  description: 'Add delta to a number at path. Default target: the player character.',
  isWrite: true,
  input,
  run({ path, delta, target }, bench) {
    const place = findPlace(bench, target, path);
    if (!place.ok) return place;
    const { prefab, config } = place.field;
    if (prefab.adjust === undefined) {
      return {
        ok: false,
        say: `${place.field.path} cannot be adjusted. ${prefab.hint(place.field.path, config as never)}`,
      };
    }
    return changeField(
      bench,
      place,
      prefab.adjust(place.value, { part: place.part, delta }, config as never),
    );
  },
});
