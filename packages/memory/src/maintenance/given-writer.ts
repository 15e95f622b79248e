// Given writer: proposes operations that it is given, such as those that a dry run showed or a person wrote.

import { createHash } from 'node:crypto';
import { UsageError } from '@terrarium/kernel/errors';
import type { MaintenanceWriter } from './maintenance-writer.ts';
import { parseOperations } from './operation.ts';

/** `source` is a list of operations as JSON. Throws `UsageError` if it is no list, or if an item is no operation. */
export function buildGivenWriter(source: string): MaintenanceWriter {
  const { operations, refused, isReadable } = parseOperations(source);
  const [fault] = refused;
  if (!isReadable || fault !== undefined) {
    throw new UsageError({
      code: 'memory.bad-operations',
      happened:
        fault === undefined ? 'The file holds no list of operations.' : `${fault.proposed}: ${fault.say}`,
      todo: 'Give the operations in the JSON form that a dry run shows.',
    });
  }
  return {
    // The id depends on the list, so that a run with a different list does not use the batches of this list.
    id: `given:${createHash('sha256').update(source).digest('hex').slice(0, 12)}`,
    measureRoom: async () => Number.POSITIVE_INFINITY,
    async propose(batch) {
      // In a deep run, batches of events are followed by batches of fragments, for which nothing must be
      // proposed a second time.
      if (batch.events.length === 0) return { operations: [], refused: [], reply: '' };
      const folded = batch.fold(operations);
      return { operations: folded.accepted, refused: folded.refused, reply: source };
    },
  };
}
