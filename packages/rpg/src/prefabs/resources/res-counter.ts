// RES_COUNTER: points that are gained and spent, such as experience or coins.

import { z } from 'zod';
import { refusePart, settleTo } from '../finish.ts';
import type { FieldPart, Prefab } from '../prefab.ts';
import { readNumber } from '../read-json.ts';
import {
  adjustNumber,
  amount,
  checkRange,
  clampNumber,
  describeRange,
  setNumber,
} from '../values/number-range.ts';

const config = z
  .strictObject({
    min: amount.int().default(0),
    max: amount.int().optional(),
    default: amount.int().optional(),
    /** The size of a step, such as 0.01 if smaller coins are counted too. */
    step: amount.positive().optional(),
    /**
     * False if the maximum only guards against slips and says nothing to people: then the points are shown without it.
     */
    shows_max: z.boolean().optional(),
  })
  .superRefine(checkRange);

type Config = z.output<typeof config>;

const parts: readonly FieldPart[] = [{ name: '', kind: 'number', isWritable: true }];

function read(value: unknown, config: Config): number {
  const number = typeof value === 'number' || typeof value === 'string' ? readNumber(value) : undefined;
  return clampNumber(number ?? config.default ?? config.min, config).value;
}

export const resCounter: Prefab<Config> = {
  id: 'RES_COUNTER',
  about:
    'Points that are gained and spent, such as experience, coins or luck; whole ones unless `step` says otherwise.',
  config,
  derives: { max: { member: 'max' }, default: true },
  listParts: () => parts,
  buildBlank: (config) => read(undefined, config),
  settle(value, config, derived) {
    const fitted = clampNumber(read(value, config), { ...config, max: derived.max ?? config.max });
    const wasNumber = value === undefined || readNumber(value) !== undefined;
    return settleTo(
      value,
      fitted.value,
      wasNumber ? (fitted.because ?? checkInRange(value, config)) : 'the value before was not a number',
    );
  },
  read: (value, part, config) => (part === '' ? read(value, config) : undefined),
  render: (value, config) => {
    const points = read(value, config);
    return config.max === undefined || config.shows_max === false
      ? String(points)
      : `${points}/${config.max}`;
  },
  describe: (path, config) => `${path}: ${describeRange(config)}; adjust or set`,
  set: (_value, { part, input }, config) =>
    part === '' ? setNumber(input, config) : refusePart(part, parts),
  adjust: (value, { part, delta }, config) =>
    part === '' ? adjustNumber(read(value, config), delta, config) : refusePart(part, parts),
  mark: (value, count, config) => adjustNumber(read(value, config), Math.trunc(count), config),
};

function checkInRange(value: Parameters<typeof readNumber>[0], config: Config): string | undefined {
  const number = readNumber(value);
  return number === undefined ? undefined : clampNumber(number, config).because;
}
