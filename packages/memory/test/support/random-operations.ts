// Builds random maintenance operations for tests, and a memory with a little of everything to apply them to.

import fc from 'fast-check';
import type { MaintenanceWriter } from '../../src/maintenance/maintenance-writer.ts';
import { parseOperations } from '../../src/maintenance/operation.ts';
import type { MaintainedMemory } from './maintained-memory.ts';

const key = fc.constantFrom('pots', 'kiln', 'blue-bowl', 'ann', 'Bad Key');
const id = fc.integer({ min: 0, max: 9 });
const ids = fc.array(id, { maxLength: 3 });
const text = fc.oneof(fc.string(), fc.constantFrom('Mel makes pots.', 'The [kiln] broke.'));
const because = fc.option(fc.constant('so it is'), { nil: undefined });
export const operation = fc.oneof(
  fc.record({
    do: fc.constant('create-fragment'),
    key,
    ambient: text,
    recognition: text,
    inventory: text,
    sources: ids,
  }),
  fc.record({
    do: fc.constant('update-fragment'),
    key,
    ambient: text,
    inventory: text,
    sources: ids,
    because,
  }),
  fc.record({ do: fc.constant('append-inventory'), key, inventory: text, sources: ids }),
  fc.record({ do: fc.constant('delete-fragment'), key, because }),
  fc.record({ do: fc.constant('merge-fragments'), from: key, to: key, recognition: text, because }),
  fc.record({ do: fc.constant('rename-fragment'), from: key, to: key }),
  fc.record({ do: fc.constant('create-edge'), from: key, to: key, label: text }),
  fc.record({ do: fc.constant('delete-edge'), from: key, to: key, because }),
  fc.record({
    do: fc.constant('mark-item'),
    item: id,
    status: fc.constantFrom('active', 'resolved', 'dropped', 'superseded', 'decayed'),
    because,
  }),
  fc.record({
    do: fc.constant('note-fact'),
    event: id,
    relation: fc.constantFrom('home', 'likes', 'a word'),
    value: fc.constantFrom('York', 'kiln', 'Rome'),
    quote: fc.constantFrom('Our kiln stands in York', 'in York.', 'Mel makes pots.'),
  }),
  fc.record({ do: fc.constant('rewrite-ambient'), text, because }),
  fc.record({ do: fc.constant('flag'), text, events: ids }),
);
export const operations = fc.array(operation, { maxLength: 12 });

export function fillForOperations(memory: MaintainedMemory): void {
  memory.hear('Pots.', { voice: 'companion' });
  memory.hold('fire it [pots] [kiln]');
  memory.hold('buy a kiln', { kind: 'plan' });
  memory.hold('the code', { kind: 'secret' });
  memory.hold('gone [ann]', { status: 'dropped' });
  memory.hold('show [ann] the [blue-bowl]');
  memory.hold('happy', { kind: 'feeling', status: 'superseded' });
  memory.hold('sad', { kind: 'feeling' });
  memory.hear('Our kiln stands in York. Is it in Rome?');
}

/** Proposes whatever is well-formed, even about fragments that a model is not shown. */
export function buildAnyWriter(proposed: readonly unknown[]): MaintenanceWriter {
  const reply = JSON.stringify({ operations: proposed });
  return {
    id: 'anything',
    measureRoom: async () => Number.POSITIVE_INFINITY,
    async propose(batch) {
      const { accepted, refused } = batch.fold(parseOperations(reply).operations);
      return { operations: accepted, refused, reply };
    },
  };
}
