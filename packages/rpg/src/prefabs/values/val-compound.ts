// VAL_COMPOUND: a score and the modifier that follows from it.

import { z } from 'zod';
import { isObject, type Json } from '../../values/json.ts';
import { refusePart, settleTo } from '../finish.ts';
import type { Done, FieldPart, Prefab } from '../prefab.ts';
import { readMember, readNumber } from '../read-json.ts';
import { adjustNumber, amount, checkRange, clampNumber, describeRange, setNumber } from './number-range.ts';

const config = z
  .strictObject({
    min: amount.int().optional(),
    max: amount.int().optional(),
    default: amount.int().optional(),
  })
  .superRefine(checkRange);

type Config = z.output<typeof config>;

const parts: readonly FieldPart[] = [
  { name: '', kind: 'number', isWritable: true },
  { name: 'score', kind: 'number', isWritable: true },
  { name: 'modifier', kind: 'number', isWritable: false },
];

function readScore(value: Json | undefined): number | undefined {
  return readNumber(readMember(value, 'score')) ?? readNumber(value);
}

function readCompound(value: Json | undefined, config: Config, max?: number) {
  const range = { ...config, max: max ?? config.max };
  const score = clampNumber(readScore(value) ?? config.default ?? 0, range);
  const modifier = clampNumber(readNumber(readMember(value, 'modifier')) ?? 0, {});
  return { score: score.value, modifier: modifier.value, because: score.because };
}

function withScore(value: Json, score: Done, config: Config): Done {
  if (!score.ok) return score;
  const { modifier } = readCompound(value, config);
  return { ...score, value: { score: score.value, modifier } };
}

export const valCompound: Prefab<Config> = {
  id: 'VAL_COMPOUND',
  about: 'A score and the modifier that `formula` derives from it, such as strength 16 (+3).',
  config,
  derives: { value: 'modifier', max: { member: 'max' }, default: true },
  listParts: () => parts,
  buildBlank: (config) => {
    const { score, modifier } = readCompound(undefined, config);
    return { score, modifier };
  },
  settle(value, config, derived) {
    const read = readCompound(value, config, derived.max);
    const modifier = derived.value === undefined ? read.modifier : clampNumber(derived.value, {}).value;
    const isKept = readScore(value) !== undefined;
    const because = isKept ? (read.because ?? 'the modifier follows from the score') : 'had no score';
    return settleTo(value, { score: read.score, modifier }, value === undefined ? undefined : because);
  },
  read(value, part, config) {
    const { score, modifier } = readCompound(value, config);
    if (part === '' || part === 'score') return score;
    return part === 'modifier' ? modifier : undefined;
  },
  render(value, config) {
    const { score, modifier } = readCompound(value, config);
    return `${score} (${modifier < 0 ? '' : '+'}${modifier})`;
  },
  describe: (path, config) =>
    `${path}.score: ${describeRange(config)}; set or adjust; ${path}.modifier follows from it`,
  set(value, { part, input }, config) {
    if (part !== '' && part !== 'score') return refusePart(part, parts);
    return withScore(value, setNumber(part === '' ? readScoreOf(input) : input, config), config);
  },
  adjust(value, { part, delta }, config) {
    if (part !== '' && part !== 'score') return refusePart(part, parts);
    return withScore(value, adjustNumber(readCompound(value, config).score, delta, config), config);
  },
};

function readScoreOf(input: Json): Json {
  return isObject(input) ? (readMember(input, 'score') ?? null) : input;
}
