// Tests which lines of a fragment are hidden at a given time because the moments that they come from are later.

import { expect, it } from 'vitest';
import { openMaintainedMemory } from '../../test/support/maintained-memory.ts';
import { dayMs, openTestMemory } from '../../test/support/open-test-memory.ts';
import { openFragmentStore } from './fragment-store.ts';
import { openFragmentsUntil } from './fragments-until-store.ts';

it('AS16: a line that names several moments is hidden until the first of them was said', () => {
  const memory = openMaintainedMemory();
  const ids = [0, 10, 20].map((atMs) => memory.hear('The kiln was lit.', { atMs }));
  const [first = 0, second = 0, third = 0] = ids;
  const lines = [
    `A (#${first})`,
    `B (#${first}, #${third})`,
    `C (#${second}; #${third})`,
    `Prize #${first} of 12 (#${third})`,
  ];
  const fragments = openFragmentStore(memory.connection);
  fragments.create(
    { key: 'kiln', ambient: 'a', recognition: 'b', inventory: lines.join('\n'), sources: ids },
    0,
  );
  const read = (untilMs: number) =>
    openFragmentsUntil(memory.connection, { fragments, untilMs }).findByKey('kiln')?.inventory.split('\n');
  expect([read(5), read(15)]).toEqual([lines.slice(0, 2), lines.slice(0, 3)]);
  expect(read(25)).toEqual(lines);
  memory.close();
});

it('AS16: what a companion recalls within a turn is based on nothing that is said at a later time', () => {
  const { memory, clock, stores, close } = openTestMemory();
  const { eventId } = memory.hear('The kiln is red.', { atMs: clock.now() + dayMs });
  const texts = { ambient: 'It is red.', recognition: 'It is red.', inventory: `It is red. (#${eventId})` };
  stores.fragments.create({ key: 'kiln', ...texts, sources: [eventId] }, clock.now());
  expect(memory.recall('kiln')).toMatchObject({ tier: undefined, text: '', isToCome: true });
  expect(memory.recall('barn')).not.toHaveProperty('isToCome');
  clock.advance(dayMs);
  expect(memory.recall('kiln')).toMatchObject({ tier: 'recognition', text: 'It is red.' });
  close();
});
