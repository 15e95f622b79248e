// RES_POOL: points up to a maximum that are lost and regained, such as hit points.

import { z } from 'zod';
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import { refuse, refusePart, settleTo } from '../finish.ts';
import type { Derived, Done, FieldPart, Prefab } from '../prefab.ts';
import { readMember, readNumber } from '../read-json.ts';
import { describeNumberNeeded } from '../show-text.ts';
import { amount, clampNumber, setNumber } from '../values/number-range.ts';

const config = z
  .strictObject({
    min: amount.int().default(0),
    max: amount.int().optional(),
    /** How many points the pool begins with; `full` by default. */
    default: z.union([z.enum(['full', 'empty']), amount.int()]).default('full'),
    /** Whether there can be temporary points, which are lost before the others. */
    temp: z.boolean().default(false),
    /** Whether the points rise by as much as the maximum does, as hit points rise with the level. */
    rises: z.boolean().default(false),
  })
  .superRefine((given, issues) => {
    const isFlipped = given.max !== undefined && given.max < given.min;
    if (isFlipped) {
      const message = `the maximum ${given.max} is below the minimum ${given.min}`;
      issues.addIssue({ code: 'custom', path: ['max'], message });
    } else if (
      typeof given.default === 'number' &&
      clampNumber(given.default, given).value !== given.default
    ) {
      const message = `the default ${given.default} is not possible: ${clampNumber(given.default, given).because}`;
      issues.addIssue({ code: 'custom', path: ['default'], message });
    }
  });

type Config = z.output<typeof config>;

interface Pool {
  readonly current: number;
  readonly max: number;
  readonly temp: number;
}

function listParts(config: Config): readonly FieldPart[] {
  const buildPart = (name: string, isWritable = true): FieldPart => ({ name, kind: 'number', isWritable });
  return [
    buildPart(''),
    buildPart('current'),
    buildPart('max', config.max === undefined),
    ...(config.temp ? [buildPart('temp')] : []),
  ];
}

/** Makes a pool out of any JSON, and says what had to be changed. */
function settlePool(value: Json | undefined, config: Config, derived: Derived) {
  const raw = isObject(value) ? value : { current: value ?? null };
  const limit = derived.max ?? config.max;
  const stated = readNumber(readMember(raw, 'current'));
  const ownMax = readNumber(readMember(raw, 'max')) ?? stated ?? readStart(config, config.min);
  const max = clampNumber(limit ?? ownMax, { min: config.min });
  const risen = countRisen(config, raw, { max: max.value, derived });
  const own = stated ?? readStart(config, max.value);
  // A lower maximum takes points away, but brings down nobody who stood.
  const moved = risen < 0 ? Math.max(own + risen, Math.min(own, config.min + 1)) : own + risen;
  const current = clampNumber(moved, {
    min: config.min,
    max: max.value,
  });
  const temp = clampNumber(readNumber(readMember(raw, 'temp')) ?? 0, { min: 0 });
  const pool: Pool = { current: current.value, max: max.value, temp: config.temp ? temp.value : 0 };
  const because = stated === undefined && value !== undefined ? 'had no current points' : current.because;
  return { pool, because: because ?? explainLimit(max.value, { limit, risen }) };
}

function explainLimit(
  max: number,
  { limit, risen }: { readonly limit: number | undefined; readonly risen: number },
): string | undefined {
  if (risen > 0) return `it rises with the maximum, by ${risen}`;
  return limit === undefined ? undefined : `the maximum is ${max}`;
}

/**
 * How much higher the computed maximum is than the stored one (negative if lower); 0 if the points do not rise with the
 * maximum. They must also fall with it: otherwise a maximum that falls and rises again would heal.
 */
function countRisen(
  { rises }: Config,
  raw: JsonObject,
  { max, derived }: { readonly max: number; readonly derived: Derived },
): number {
  const former = readNumber(readMember(raw, 'max'));
  if (!rises || derived.max === undefined || former === undefined) return 0;
  return readNumber(readMember(raw, 'current')) === undefined ? 0 : max - former;
}

function readStart(config: Config, max: number): number {
  if (config.default === 'full') return max;
  return config.default === 'empty' ? config.min : config.default;
}

function write({ current, max, temp }: Pool, config: Config): JsonObject {
  return config.temp ? { current, max, temp } : { current, max };
}

/** Removes points, temporary ones first. */
function removePoints(pool: Pool, points: number, config: Config) {
  const absorbed = config.temp ? Math.min(pool.temp, points) : 0;
  const current = clampNumber(pool.current - (points - absorbed), { min: config.min, max: pool.max });
  return { pool: { ...pool, current: current.value, temp: pool.temp - absorbed }, because: current.because };
}

function setMember(pool: Pool, part: keyof Pool, { input, config }: { input: Json; config: Config }) {
  const { min } = config;
  // If a pool has no room, its maximum is not known yet, so the pool grows with the points that are put into it.
  const isOpen = config.max === undefined && pool.max <= min;
  const ranges = { current: { min, max: isOpen ? undefined : pool.max }, max: { min }, temp: { min: 0 } };
  const done = setNumber(input, ranges[part]);
  if (!done.ok) return done;
  const changed = { ...pool, [part]: done.value };
  const max = isOpen && part === 'current' ? done.value : changed.max;
  const current = Math.min(changed.current, max);
  return { ok: true as const, pool: { ...changed, current, max }, because: done.because };
}

function isMember(name: string, config: Config): name is keyof Pool {
  return listParts(config).some((part) => part.name === name && part.name !== '' && part.isWritable);
}

/** Sets the maximum first, because `current` is limited by it. */
function setMembers(pool: Pool, input: JsonObject, config: Config): Done {
  let changed = pool;
  const reasons: string[] = [];
  const names = Object.keys(input).sort((one, other) => Number(other === 'max') - Number(one === 'max'));
  for (const name of names) {
    if (name === 'max' && config.max !== undefined && readNumber(input[name]) === config.max) continue;
    if (!isMember(name, config)) return refusePart(name, listParts(config));
    const done = setMember(changed, name, { input: input[name] ?? null, config });
    if (!done.ok) return done;
    changed = done.pool;
    if (done.because !== undefined) reasons.push(done.because);
  }
  return { ok: true, value: write(changed, config), because: reasons[0] };
}

export const resPool: Prefab<Config> = {
  id: 'RES_POOL',
  about: 'Points up to a maximum that are lost and regained, such as hit points or mana.',
  config,
  derives: { max: { member: 'max', part: 'max' }, default: true },
  listParts: listParts,
  buildBlank: (config) => write(settlePool(undefined, config, {}).pool, config),
  settle(value, config, derived) {
    const { pool, because } = settlePool(value, config, derived);
    return settleTo(value, write(pool, config), value === undefined ? undefined : because);
  },
  read(value, part, config) {
    const { pool } = settlePool(value, config, {});
    if (part === '' || part === 'current') return pool.current;
    if (part === 'max') return pool.max;
    return part === 'temp' && config.temp ? pool.temp : undefined;
  },
  render(value, config) {
    const { pool } = settlePool(value, config, {});
    return `${pool.current}/${pool.max}${pool.temp > 0 ? ` (+${pool.temp} temporary)` : ''}`;
  },
  describe(path, config) {
    const temp = config.temp ? `; ${path}.temp is lost first` : '';
    return `${path}.current: ${config.min}..${path}.max; adjust or set${temp}`;
  },
  set(value, { part, input }, config) {
    const { pool } = settlePool(value, config, {});
    if (part === '' && isObject(input)) return setMembers(pool, input, config);
    const member = part === '' ? 'current' : part;
    if (!isMember(member, config)) return refusePart(part, listParts(config));
    if (readNumber(input) === undefined) return refuse(describeNumberNeeded(input));
    return setMembers(pool, { [member]: input }, config);
  },
  adjust(value, { part, delta }, config) {
    const { pool } = settlePool(value, config, {});
    const member = part === '' ? 'current' : part;
    if (!isMember(member, config)) return refusePart(part, listParts(config));
    if (!Number.isFinite(delta)) return refuse('The change must be a number.');
    // Temporary points do not add up: the larger of the present and the gained number counts.
    if (member === 'temp' && delta > 0) {
      return setMembers(pool, { temp: Math.max(pool.temp, delta) }, config);
    }
    if (member !== 'current' || delta >= 0)
      return setMembers(pool, { [member]: pool[member] + delta }, config);
    const lost = removePoints(pool, Math.ceil(-delta), config);
    return { ok: true, value: write(lost.pool, config), because: lost.because };
  },
};
