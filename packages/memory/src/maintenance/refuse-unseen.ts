// Refuses operations of a model that would replace a text that the request did not show in full.

import type { Draft } from './draft.ts';
import type { MaintenanceBatch } from './maintenance-writer.ts';
import { describeOperation, type Operation, type RefusedOperation } from './operation.ts';
import { isShownWhole, type Surroundings } from './render-batch.ts';

/** What a reply is judged by: what the model was shown, and how much of it. */
export interface Shown {
  readonly batch: MaintenanceBatch;
  readonly surroundings: Surroundings;
}

/** Refuses operations that would replace a text that the request did not show in full. */
export function refuseUnseen(
  { batch, surroundings }: Shown,
  operations: readonly Operation[],
  before: readonly Operation[],
): { readonly operations: readonly Operation[]; readonly refused: readonly RefusedOperation[] } {
  const refused: RefusedOperation[] = [];
  const origins: Origins = new Map();
  for (const operation of before) recordOrigins(origins, batch.draft, operation);
  const findUnseen = (key: string, isDeep: boolean) => {
    const fragment = batch.draft.fragments.get(key);
    if (fragment === undefined) return undefined;
    if (!batch.fragmentKeys.includes(key))
      return `${key} was not shown here: append to its inventory, or leave it as it is.`;
    return isDeep && !isShownWhole(batch, surroundings, fragment)
      ? `Only the newest lines of ${key} were shown: append to its inventory instead of rewriting it.`
      : undefined;
  };
  const seen = operations.filter((operation) => {
    const say = listReplaced(operation)
      .flatMap(({ key, isDeep }) => listOrigins(origins, key).map((origin) => findUnseen(origin, isDeep)))
      .find((fault) => fault !== undefined);
    if (say === undefined) recordOrigins(origins, batch.draft, operation);
    else refused.push({ proposed: describeOperation(operation), say });
    return say === undefined;
  });
  return { operations: seen, refused };
}

/**
 * For each key that operations gave to a text of another fragment, the keys under which the request may have
 * shown this text.
 */
type Origins = Map<string, readonly string[]>;

function listOrigins(origins: Origins, key: string): readonly string[] {
  return origins.get(key) ?? [key];
}

function recordOrigins(origins: Origins, draft: Draft, operation: Operation): void {
  if (operation.do === 'rename-fragment' && !draft.fragments.has(operation.to))
    origins.set(operation.to, listOrigins(origins, operation.from));
  if (operation.do === 'merge-fragments')
    origins.set(
      operation.to,
      [operation.to, operation.from].flatMap((key) => listOrigins(origins, key)),
    );
}

/** The fragments whose texts an operation replaces, and whether it replaces the inventory. */
function listReplaced(operation: Operation): readonly { readonly key: string; readonly isDeep: boolean }[] {
  switch (operation.do) {
    case 'update-fragment':
      return [{ key: operation.key, isDeep: operation.inventory !== undefined }];
    case 'delete-fragment':
      return [{ key: operation.key, isDeep: true }];
    case 'merge-fragments':
      return [operation.from, operation.to].map((key) => ({ key, isDeep: false }));
    default:
      return [];
  }
}
