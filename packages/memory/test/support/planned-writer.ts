// Planned writer: always proposes the same operations for the same batch, one of each kind.

import type { MaintenanceWriter } from '../../src/maintenance/maintenance-writer.ts';
import type { Operation } from '../../src/maintenance/operation.ts';

/** Room for only a few events, in tokens, so that a run has several batches. */
const room = 200;

export function buildPlannedWriter(): MaintenanceWriter {
  return {
    id: 'planned',
    measureRoom: async () => room,
    async propose(batch) {
      const [first] = batch.events;
      const key = `batch-${first?.id ?? 0}`;
      const text = { ambient: key, recognition: key, inventory: first?.shown ?? key };
      const operations: Operation[] = [
        { do: 'create-fragment', key, ...text, sources: batch.events.map((event) => event.id) },
        {
          do: 'update-fragment',
          key: 'known',
          ambient: `Known until ${key}.`,
          sources: [],
          because: 'newer',
        },
        { do: 'create-edge', from: key, to: 'known', label: '' },
        { do: 'mark-item', item: 1, status: 'dropped', because: 'old' },
        { do: 'flag', text: key, events: [] },
        { do: 'rewrite-ambient', text: `Known: ${key}.`, because: 'newer' },
      ];
      const { accepted, refused } = batch.fold(operations);
      return { operations: accepted, refused, reply: key };
    },
  };
}
