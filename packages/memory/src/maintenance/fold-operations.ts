// Folds operations over a draft, one after the other: what is accepted is done to a copy, what is refused is said.

import type { Connection } from '@terrarium/kernel/open-database';
import { applyOperation, type JudgedFacts } from './apply-operation.ts';
import { openCompiledEventStore } from './compiled-event-store.ts';
import { copyDraft, type Draft } from './draft.ts';
import { describeOperation, type Operation, type RefusedOperation } from './operation.ts';

export interface FoldedOperations {
  readonly draft: Draft;
  readonly accepted: readonly Operation[];
  readonly refused: readonly RefusedOperation[];
}

export function foldOperations(
  former: Draft,
  operations: readonly Operation[],
  connection: Connection,
): FoldedOperations {
  const draft = copyDraft(former);
  const facts = buildFacts(connection);
  const accepted: Operation[] = [];
  const refused: RefusedOperation[] = [];
  for (const operation of operations) {
    const say = applyOperation(draft, operation, facts);
    if (say === undefined) accepted.push(operation);
    else refused.push({ proposed: describeOperation(operation), say });
  }
  return { draft, accepted, refused };
}

function buildFacts(connection: Connection): JudgedFacts {
  const events = openCompiledEventStore(connection);
  const known = new Map<number, boolean>();
  return {
    isSource(id) {
      const answer = known.get(id) ?? events.isSource(id);
      known.set(id, answer);
      return answer;
    },
  };
}
