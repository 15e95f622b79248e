// VAL_LADDER: one of several named rungs in order, such as an attitude or a rank.

import { z } from 'zod';
import { isList, isObject, type Json } from '../../values/json.ts';
import { listNearest, refuse, refusePart, settleTo } from '../finish.ts';
import type { Done, FieldPart, Prefab } from '../prefab.ts';
import { readNumber } from '../read-json.ts';
import { describeGiven } from '../show-text.ts';
import { amount } from './number-range.ts';

const rung = z.strictObject({
  label: z.string().trim().min(1).max(40),
  /** The number of the rung; it may be fractional, such as 0.25. */
  value: amount.or(z.number().min(-1000).max(1000)),
});

const config = z
  .strictObject({
    /** The rungs from the lowest to the highest. */
    rungs: z.array(rung).min(2).max(60),
    /** The label of the rung at which a new field begins; if absent, it begins at the rung nearest to 0. */
    default: z.string().optional(),
    /** Whether people see the number behind the label; false if the number only serves formulas. */
    shows_value: z.boolean().default(true),
  })
  .superRefine((given, issues) => {
    const labels = given.rungs.map((one) => one.label.toLowerCase());
    const at = given.rungs.findIndex((one, index) => {
      const isRising = index === 0 || one.value > (given.rungs[index - 1]?.value ?? 0);
      return !isRising || labels.indexOf(one.label.toLowerCase()) < index;
    });
    if (at >= 0) {
      const message = 'values must rise from rung to rung, and no label may occur twice';
      issues.addIssue({ code: 'custom', path: ['rungs', at], message });
    } else if (given.default !== undefined && !labels.includes(given.default.trim().toLowerCase())) {
      const message = `the default is not one of the labels ${given.rungs.map((one) => one.label).join(', ')}`;
      issues.addIssue({ code: 'custom', path: ['default'], message });
    }
  });

const mostInOrder = 7;

type Config = z.output<typeof config>;

const parts: readonly FieldPart[] = [{ name: '', kind: 'number', isWritable: true }];

/** Finds a rung by its label, ignoring case, or by its exact value. */
function findRung(value: Json | undefined, config: Config): number | undefined {
  const label = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  const number = readNumber(value);
  const byLabel = config.rungs.findIndex((one) => one.label.toLowerCase() === label);
  const at = byLabel >= 0 ? byLabel : config.rungs.findIndex((one) => one.value === number);
  return at >= 0 ? at : undefined;
}

/** The highest rung that is not above a number, or else the lowest rung. */
function chooseRungBelow(number: number, config: Config): number {
  return Math.max(
    0,
    config.rungs.findLastIndex((one) => one.value <= number),
  );
}

function chooseStart(config: Config): number {
  const named = config.default === undefined ? undefined : findRung(config.default, config);
  if (named !== undefined) return named;
  const distances = config.rungs.map((one) => Math.abs(one.value));
  return distances.indexOf(Math.min(...distances));
}

function readRung(value: Json | undefined, config: Config): number {
  const exact = findRung(value, config);
  if (exact !== undefined) return exact;
  const number = readNumber(value);
  return number === undefined ? chooseStart(config) : chooseRungBelow(number, config);
}

function name(at: number, config: Config): string {
  return config.rungs[at]?.label ?? '';
}

function listRungs(config: Config): string {
  return config.rungs
    .map(({ label, value }) => (config.shows_value ? `${label} (${value})` : label))
    .join(', ');
}

/**
 * Lists a short ladder whole and in order, because any other order would be taken for the ladder's own. For a wrong
 * label of a long ladder, lists only the nearest labels.
 */
function listMeant(input: Json | undefined, config: Config): string {
  const isLong = config.rungs.length > mostInOrder;
  if (typeof input === 'string' && isLong)
    return listNearest(
      input,
      config.rungs.map(({ label }) => label),
    );
  return `${listRungs(config)} (from the lowest to the highest)`;
}

export const valLadder: Prefab<Config> = {
  id: 'VAL_LADDER',
  about: 'A place on a ladder of named rungs, such as an attitude; a formula sees the value of the rung.',
  config,
  derives: { value: '', default: true },
  listParts: () => parts,
  buildBlank: (config) => name(chooseStart(config), config),
  settle(value, config, derived) {
    const at = derived.value === undefined ? readRung(value, config) : chooseRungBelow(derived.value, config);
    const because =
      derived.value === undefined ? 'the value before was not a rung of the ladder' : 'is derived';
    return settleTo(value, name(at, config), value === undefined ? undefined : because);
  },
  read: (value, part, config) => (part === '' ? config.rungs[readRung(value, config)]?.value : undefined),
  render(value, config) {
    const { label = '', value: number = 0 } = config.rungs[readRung(value, config)] ?? {};
    return config.shows_value ? `${label} (${number > 0 ? '+' : ''}${number})` : label;
  },
  describe: (path, config) =>
    `${path}: one of ${config.rungs.map((one) => one.label).join(', ')}; set, or adjust by rungs`,
  set(_value, { part, input }, config) {
    if (part !== '') return refusePart(part, parts);
    const at = isList(input) || isObject(input) ? undefined : findRung(input, config);
    if (at !== undefined) return { ok: true, value: name(at, config) };
    return refuse(`${describeGiven(input)} is not a rung of this ladder: ${listMeant(input, config)}.`);
  },
  adjust(value, { part, delta }, config): Done {
    if (part !== '') return refusePart(part, parts);
    if (!Number.isFinite(delta)) return refuse('The change must be a number of rungs.');
    const wanted = readRung(value, config) + Math.trunc(delta);
    const at = Math.min(config.rungs.length - 1, Math.max(0, wanted));
    const end = at < wanted ? 'highest' : 'lowest';
    const because = at === wanted ? undefined : `${name(at, config)} is the ${end} rung`;
    return { ok: true, value: name(at, config), because };
  },
};
