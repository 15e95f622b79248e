// Fixes the dice and ids of a process: preloaded with `?SEED`, it makes them the same each time (decision 0017).

import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Sets the launcher's cache before the first import. Otherwise every process would load the compiler again.
enableCompileCache(fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url)));
const { buildSeededChance } = await import('@terrarium/kernel/testing/fake-environment');

const chance = buildSeededChance(Number(new URL(import.meta.url).search.slice(1)));

Math.random = chance.next;
crypto.randomUUID = () => {
  const digits = Array.from({ length: 30 }, () => Math.floor(chance.next() * 16).toString(16)).join('');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`;
};
