// Tries another profile of decay: the one that is set, with what somebody wants to see before it is written down.

import { UsageError } from '@terrarium/kernel/errors';
import { findNearest } from '@terrarium/kernel/find-nearest';
import { type DecayProfile, decayProfileSchema } from '../decay/profile.ts';

type Branch = Record<string, unknown>;

/** Each wish is a key below `memory.decay` and a value, such as `halfLives.pin.hours=24`. Throws `UsageError`. */
export function withTriedDecay(profile: DecayProfile, wishes: readonly string[]): DecayProfile {
  const tried: Branch = structuredClone({ ...profile });
  for (const wish of wishes) setWish(tried, wish);
  const parsed = decayProfileSchema.safeParse(tried);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refuse(`decay.${issue?.path.join('.')} cannot be that: ${issue?.message}.`);
}

function setWish(tried: Branch, wish: string): void {
  const { path, value } = /^(?<path>[A-Za-z.]+)=(?<value>[-.\w]+)$/u.exec(wish)?.groups ?? {};
  if (path === undefined || value === undefined) throw refuse(`"${wish}" is no setting with a value.`);
  const keys = listKeys(tried);
  const key = [path, `halfLives.${path}`, `plans.${path}`].find((one) => keys.includes(one));
  if (key === undefined) {
    const near = findNearest(path, [
      ...keys,
      ...keys.map((one) => one.replace(/^(?:halfLives|plans)\./u, '')),
    ]);
    throw refuse(`There is no decay.${path}${near === undefined ? '' : `; did you mean ${near}?`}.`);
  }
  const steps = key.split('.');
  const last = steps.pop() ?? '';
  const branch = steps.reduce((inner, step) => inner[step] as Branch, tried);
  branch[last] = parseValue(value);
}

function listKeys(branch: Branch): readonly string[] {
  return Object.entries(branch).flatMap(([key, value]) =>
    isBranch(value) ? listKeys(value).map((inner) => `${key}.${inner}`) : [key],
  );
}

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null;
}

function parseValue(text: string): unknown {
  if (text === 'null' || text === 'never') return null;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

function refuse(happened: string): UsageError {
  return new UsageError({
    code: 'memory.bad-decay',
    happened,
    todo: 'Write it like pin.hours=24, feeling.turns=never, plans.graceHours=48 or clock=turns.',
  });
}
