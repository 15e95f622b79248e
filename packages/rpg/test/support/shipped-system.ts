// Reads the shipped systems for tests, each only once.

import { listShippedSystems, readShippedSystem } from '../../src/manifest/read-system.ts';
import type { System } from '../../src/system/system.ts';

export const shippedSystems: readonly System[] = listShippedSystems().map(readShippedSystem);

export function findShipped(id: string): System {
  const found = shippedSystems.find((system) => system.id === id);
  if (found === undefined) throw new Error(`No system ${id} ships.`);
  return found;
}
