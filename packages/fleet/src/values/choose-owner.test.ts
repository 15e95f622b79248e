// Tests which owner is served next: shares are kept, nobody waits forever, and having been away gives no advantage.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OwnerStanding, rankOwners } from './choose-owner.ts';

interface Wish {
  readonly share: number;
  readonly most: number | undefined;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  share: fc.integer({ min: 1, max: 5 }),
  most: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
});

interface Fleet {
  readonly owners: OwnerStanding[];
  readonly leases: string[];
  pass: number;
}

function lease(fleet: Fleet): string | undefined {
  const [turn] = rankOwners(fleet.owners, fleet.pass);
  if (turn === undefined) return undefined;
  const at = fleet.owners.findIndex(({ name }) => name === turn.owner.name);
  fleet.pass = turn.floor;
  fleet.owners[at] = { ...turn.owner, running: turn.owner.running + 1, pass: turn.pass };
  fleet.leases.push(turn.owner.name);
  return turn.owner.name;
}

function finishFirst(fleet: Fleet): void {
  const name = fleet.leases.shift();
  fleet.owners.forEach((owner, at) => {
    if (owner.name === name) fleet.owners[at] = { ...owner, running: owner.running - 1 };
  });
}

const build = (wishes: readonly Wish[]): Fleet => ({
  owners: wishes.map((one, at) => ({ ...one, name: `o${at}`, running: 0, pass: 0 })),
  leases: [],
  pass: 0,
});

describe('owners', () => {
  it('FQ1: with endless work each has a part of the leases that is like their share', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1, max: 8 }),
        (shares, slots) => {
          const fleet = build(shares.map((share) => ({ share, most: undefined })));
          const counts = new Map<string, number>();
          const rounds = 60 * shares.length;
          for (let round = 0; round < rounds; round += 1) {
            if (fleet.leases.length >= slots) finishFirst(fleet);
            const name = lease(fleet) ?? '';
            counts.set(name, (counts.get(name) ?? 0) + 1);
          }
          const all = shares.reduce((sum, share) => sum + share, 0);
          shares.forEach((share, at) => {
            const wanted = (rounds * share) / all;
            expect(Math.abs((counts.get(`o${at}`) ?? 0) - wanted)).toBeLessThanOrEqual(
              slots + shares.length + 0.1 * wanted,
            );
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('FQ1: whoever waits has a turn before anybody has many, and whoever comes anew does not catch up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (alone) => {
        const fleet = build([{ share: 1, most: undefined }]);
        for (let round = 0; round < alone; round += 1) {
          lease(fleet);
          finishFirst(fleet);
        }
        fleet.owners.push({ name: 'new', share: 1, most: undefined, running: 0, pass: 0 });
        const turns = Array.from({ length: 10 }, () => {
          const name = lease(fleet);
          finishFirst(fleet);
          return name;
        });
        const count = turns.filter((name) => name === 'new').length;
        expect(count).toBeGreaterThanOrEqual(4);
        expect(count).toBeLessThanOrEqual(6);
      }),
      { numRuns: 30 },
    );
  });

  it('FQ2: nobody has more under way than their bound', () => {
    fc.assert(
      fc.property(
        fc.array(wish, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        (wishes, tries) => {
          const fleet = build(wishes);
          for (let round = 0; round < tries; round += 1) lease(fleet);
          for (const { running, most } of fleet.owners) expect(running).toBeLessThanOrEqual(most ?? tries);
        },
      ),
      { numRuns: 60 },
    );
  });
});
