// Settles what a process of the tests draws: preloaded with `?SEED`, it deals the same dice and ids each time (decision 0017).

import { buildSeededChance } from '@terrarium/kernel/testing/fake-environment';

const chance = buildSeededChance(Number(new URL(import.meta.url).search.slice(1)));

Math.random = chance.next;
crypto.randomUUID = () => {
  const digits = Array.from({ length: 30 }, () => Math.floor(chance.next() * 16).toString(16)).join('');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`;
};
