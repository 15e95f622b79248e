// VAL_INT: a number within bounds, such as an attribute.

import { z } from 'zod';
import { refusePart, settleTo } from '../finish.ts';
import type { FieldPart, Prefab } from '../prefab.ts';
import { readNumber } from '../read-json.ts';
import { adjustNumber, amount, checkRange, clampNumber, describeRange, setNumber } from './number-range.ts';

const config = z
  .strictObject({
    min: amount.optional(),
    max: amount.optional(),
    /** The step of the number, 1 by default; with a step such as 0.25 the number can be fractional. */
    step: amount.min(0.01).optional(),
    default: amount.optional(),
    /** Whether it is added to something, so that it is shown with its sign. */
    shows_sign: z.boolean().optional(),
  })
  .superRefine(checkRange);

type Config = z.output<typeof config>;

const parts: readonly FieldPart[] = [{ name: '', kind: 'number', isWritable: true }];

export const valInt: Prefab<Config> = {
  id: 'VAL_INT',
  about: 'A number within bounds, such as an attribute or a level.',
  config,
  derives: { value: '', max: { member: 'max' }, default: true },
  listParts: () => parts,
  buildBlank: (config) => clampNumber(config.default ?? 0, config).value,
  settle(value, config, derived) {
    const range = { ...config, max: derived.max ?? config.max };
    const given = derived.value ?? readNumber(value);
    const fitted = clampNumber(given ?? config.default ?? 0, range);
    const reason = derived.value === undefined ? 'the value before was not a number' : 'is derived';
    const because = given === undefined ? reason : (fitted.because ?? 'is derived');
    return settleTo(value, fitted.value, value === undefined ? undefined : because);
  },
  read: (value, part, config) =>
    part === '' ? clampNumber(readNumber(value) ?? 0, config).value : undefined,
  render(value, config) {
    const number = clampNumber(readNumber(value) ?? config.default ?? 0, config).value;
    return config.shows_sign === true && number >= 0 ? `+${number}` : String(number);
  },
  describe: (path, config) => `${path}: ${describeRange(config)}; set or adjust`,
  set: (_value, { part, input }, config) =>
    part === '' ? setNumber(input, config) : refusePart(part, parts),
  adjust: (value, { part, delta }, config) =>
    part === ''
      ? adjustNumber(readNumber(value) ?? config.default ?? 0, delta, config)
      : refusePart(part, parts),
};
