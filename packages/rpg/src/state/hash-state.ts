// Hashes a state: adds up the hashes of its entities, so that after a change only changed entities are hashed again.

import { hash } from 'node:crypto';
import { renderCanonicalJson } from '../values/canonical-json.ts';
import type { Entity } from '../values/entity.ts';

/** 128 bits of the SHA-256 of each entity, summed modulo 2^128, so that the order of entities does not matter. */
const bits = 128;

/** An entity is never changed in place, so its hash is taken once. */
const known = new WeakMap<Entity, bigint>();

export function hashEntity(entity: Entity): bigint {
  const found = known.get(entity);
  if (found !== undefined) return found;
  const text = `${entity.id}\n${renderCanonicalJson(entity.sheet)}`;
  const hashed = BigInt(`0x${hash('sha256', text, 'hex').slice(0, bits / 4)}`);
  known.set(entity, hashed);
  return hashed;
}

export function hashState(entities: Iterable<Entity>): string {
  let sum = 0n;
  for (const entity of entities) sum += hashEntity(entity);
  return renderHash(sum);
}

/**
 * The hash after some entities were replaced. The first of a pair is undefined if the entity is new, the second if the
 * entity was removed.
 */
export function updateHash(
  before: string,
  changes: Iterable<readonly [Entity | undefined, Entity | undefined]>,
): string {
  let sum = BigInt(`0x${before}`);
  for (const [former, latter] of changes) {
    if (former !== undefined) sum -= hashEntity(former);
    if (latter !== undefined) sum += hashEntity(latter);
  }
  return renderHash(sum);
}

function renderHash(sum: bigint): string {
  return BigInt.asUintN(bits, sum)
    .toString(16)
    .padStart(bits / 4, '0');
}
