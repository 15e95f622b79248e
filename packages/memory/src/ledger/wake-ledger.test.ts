// Tests that a packed ledger unpacks to the same ledger.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultProfile } from '../decay/profile.ts';
import { score } from '../decay/score.ts';
import type { EventId } from '../events/event.ts';
import type { ItemId } from '../working-memory/item.ts';
import { packLedger, unpackLedger, type WakeLedger } from './wake-ledger.ts';
import { resolveBudgets } from './wake-package.ts';

const time = fc.oneof(fc.integer({ min: -1e13, max: 1e13 }), fc.double({ noNaN: true, min: 0, max: 1e12 }));
const times = { createdAtMs: time, refreshedAtMs: time, refreshedTurn: fc.nat(9999) };
const own = {
  tokens: fc.nat(500),
  left: fc.constantFrom(undefined, 'faded' as const, 'no-room' as const, 'parroted' as const),
};
const item = fc.record({
  id: fc.nat().map((id) => id as ItemId),
  ...own,
  subject: fc.record({
    kind: fc.constantFrom('plan', 'pin', 'secret', 'feeling'),
    ...times,
    dueAtMs: fc.option(time, { nil: undefined }),
    isKept: fc.boolean(),
  }),
});
const event = fc.record({
  id: fc.nat().map((id) => id as EventId),
  ...own,
  subject: fc.record({ kind: fc.constant('conversation'), ...times }),
  isAlways: fc.boolean(),
});
const ledgers: fc.Arbitrary<WakeLedger> = fc
  .record({
    nowMs: fc.integer({ min: 0, max: 1e13 }),
    turn: fc.nat(9999),
    pressure: fc.double({ min: 0, max: 1, noNaN: true }),
    items: fc.array(item),
    recent: fc.array(event),
  })
  .map(({ items, recent, ...moment }) => ({
    ...moment,
    counter: 'estimate',
    budgets: resolveBudgets(),
    profile: defaultProfile,
    messageId: 3 as EventId,
    lastEventId: 9,
    lastChangeId: 4,
    sections: [],
    items: items.map((one) => ({ ...one, score: score(one.subject, moment, defaultProfile) })),
    itemsNotListed: 2,
    recent: recent.map((one) => ({ ...one, score: score(one.subject, moment, defaultProfile) })),
    echoes: [{ id: 1 as EventId, score: 1.5, tokens: 3, because: 'contains kiln' }],
    fragments: [],
  }));

test('WY2: a row of the ledger is read as it was written', () => {
  fc.assert(
    fc.property(ledgers, (ledger) => {
      expect(unpackLedger(packLedger(ledger))).toEqual(ledger);
    }),
  );
});
