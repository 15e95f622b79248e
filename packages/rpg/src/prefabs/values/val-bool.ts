// VAL_BOOL: something that is either true or false.

import { z } from 'zod';
import { refuse, refusePart, settleTo } from '../finish.ts';
import type { FieldPart, Prefab } from '../prefab.ts';
import { readTruth } from '../read-json.ts';
import { describeGiven } from '../show-text.ts';

const config = z.strictObject({ default: z.boolean().default(false) });

type Config = z.output<typeof config>;

const parts: readonly FieldPart[] = [{ name: '', kind: 'boolean', isWritable: true }];

export const valBool: Prefab<Config> = {
  id: 'VAL_BOOL',
  about: 'Something that is either true or false, such as having inspiration.',
  config,
  derives: { value: '', default: true },
  listParts: () => parts,
  buildBlank: (config) => config.default,
  settle(value, config, derived) {
    const truth = derived.value === undefined ? (readTruth(value) ?? config.default) : derived.value !== 0;
    const because =
      derived.value === undefined ? 'the value before was neither true nor false' : 'is derived';
    return settleTo(value, truth, value === undefined ? undefined : because);
  },
  read: (value, part, config) => (part === '' ? (readTruth(value) ?? config.default) : undefined),
  render: (value, config) => ((readTruth(value) ?? config.default) ? 'yes' : 'no'),
  describe: (path) => `${path}: true or false; set`,
  set(_value, { part, input }) {
    if (part !== '') return refusePart(part, parts);
    const truth = readTruth(input);
    return truth === undefined
      ? refuse(`true or false is needed, not ${describeGiven(input)}.`)
      : { ok: true, value: truth };
  },
};
