// VAL_STEP_DIE: a die that grows and shrinks by steps, such as a skill of d8.

import { z } from 'zod';
import { isList, type Json } from '../../values/json.ts';
import { listNearest, refuse, refusePart, settleTo } from '../finish.ts';
import type { Done, FieldPart, Prefab } from '../prefab.ts';
import { readNumber } from '../read-json.ts';
import { describeGiven, describeNumberNeeded } from '../show-text.ts';

const die = z.string().regex(/^d([1-9]\d{0,2})(\+[1-9]\d?)?$/, 'a die such as d6, or d12+1');
const usualSteps = ['d4', 'd6', 'd8', 'd10', 'd12'];

const config = z
  .strictObject({
    /** The dice that the field can hold, from the smallest to the largest. */
    steps: z.array(die).min(1).max(20).default(usualSteps),
    default: die.optional(),
  })
  .superRefine((given, issues) => {
    const sizes = given.steps.map(measure);
    const at = sizes.findIndex((size, index) => index > 0 && size <= (sizes[index - 1] ?? 0));
    if (at > 0)
      issues.addIssue({
        code: 'custom',
        path: ['steps', at],
        message: 'each die must be larger than the last',
      });
    else if (given.default !== undefined && !given.steps.includes(given.default)) {
      const message = `the default is not one of the steps ${given.steps.join(', ')}`;
      issues.addIssue({ code: 'custom', path: ['default'], message });
    }
  });

type Config = z.output<typeof config>;

const parts: readonly FieldPart[] = [
  { name: '', kind: 'number', isWritable: true },
  { name: 'step', kind: 'number', isWritable: true },
  { name: 'bonus', kind: 'number', isWritable: false },
];

function readFaces(step: string): number {
  return Number(/^d(\d+)/.exec(step)?.[1] ?? 0);
}

function readBonus(step: string): number {
  return Number(/\+(\d+)$/.exec(step)?.[1] ?? 0);
}

function measure(step: string): number {
  return readFaces(step) * 100 + readBonus(step);
}

/** The position of a die in the list of steps; undefined if the value is none of the allowed dice. */
function findStep(value: Json | undefined, config: Config): number | undefined {
  const name = typeof value === 'string' ? value.trim().toLowerCase().replace(/^1d/, 'd') : undefined;
  const at = name === undefined ? -1 : config.steps.indexOf(name);
  if (at >= 0) return at;
  const faces = readNumber(value);
  const byFaces = faces === undefined ? -1 : config.steps.indexOf(`d${faces}`);
  return byFaces >= 0 ? byFaces : undefined;
}

function readStep(value: Json | undefined, config: Config): number {
  const at = findStep(value, config);
  if (at !== undefined) return at;
  const faces = readNumber(value);
  if (faces !== undefined) return chooseStepOf(faces, config);
  return config.default === undefined ? 0 : config.steps.indexOf(config.default);
}

/** The largest die that has no more than this number of faces, or else the smallest die. */
function chooseStepOf(faces: number, config: Config): number {
  return Math.max(
    0,
    config.steps.findLastIndex((step) => readFaces(step) <= faces),
  );
}

function name(at: number, config: Config): string {
  return config.steps[at] ?? config.steps[0] ?? 'd6';
}

function setStep(at: number, config: Config): Done {
  if (!Number.isFinite(at)) return refuse('The change must be a number of steps.');
  const last = config.steps.length - 1;
  const reached = Math.min(last, Math.max(0, Math.trunc(at)));
  const value = name(reached, config);
  if (at > last) return { ok: true, value, because: `${value} is the largest die` };
  return at < 0 ? { ok: true, value, because: `${value} is the smallest die` } : { ok: true, value };
}

export const valStepDie: Prefab<Config> = {
  id: 'VAL_STEP_DIE',
  about:
    'A die that grows and shrinks by steps, such as a skill of d8. In a formula it counts as the number of its faces: d8 is 8.',
  config,
  derives: { value: '', default: true },
  listParts: () => parts,
  buildBlank: (config) => name(readStep(undefined, config), config),
  settle(value, config, derived) {
    const at = derived.value === undefined ? readStep(value, config) : chooseStepOf(derived.value, config);
    const because = derived.value === undefined ? `the dice are ${config.steps.join(', ')}` : 'is derived';
    return settleTo(value, name(at, config), value === undefined ? undefined : because);
  },
  read(value, part, config) {
    const at = readStep(value, config);
    if (part === '') return readFaces(name(at, config));
    if (part === 'step') return at;
    return part === 'bonus' ? readBonus(name(at, config)) : undefined;
  },
  render: (value, config) => name(readStep(value, config), config),
  describe: (path, config) => `${path}: a die, ${config.steps.join(' ')}; set to a die, or adjust by steps`,
  set(_value, { part, input }, config) {
    if (part === 'step') {
      const at = readNumber(input);
      return at === undefined ? refuse(describeNumberNeeded(input)) : setStep(at, config);
    }
    if (part !== '') return refusePart(part, parts);
    const at = isList(input) ? undefined : findStep(input, config);
    if (at !== undefined) return { ok: true, value: name(at, config) };
    return refuse(
      `${describeGiven(input)} is not one of the dice of this field: ${listNearest(String(input), config.steps)}.`,
    );
  },
  adjust: (value, { part, delta }, config) =>
    part === '' || part === 'step'
      ? setStep(readStep(value, config) + Math.trunc(delta), config)
      : refusePart(part, parts),
};
