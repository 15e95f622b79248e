// Folds operations over a draft, one after another: accepted ones are carried out on a copy, refused ones are reported.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import type { ItemId } from '../working-memory/item.ts';
import { readProse, replaceProse } from './ambient-page.ts';
import { openCompiledEventStore } from './compiled-event-store.ts';
import { countKeptWords } from './count-kept-words.ts';
import { copyDraft, type Draft, nameEdge } from './draft.ts';
import { addFact, type ToldEvents } from './fold-facts.ts';
import {
  appendInventory,
  checkSources,
  createFragment,
  deleteFragment,
  describeMissingFragment,
  type JudgedFacts,
  joinIds,
  leastKept,
  mergeFragments,
  renameFragment,
  updateFragment,
} from './fold-fragments.ts';
import { describeOperation, type Operation, type OperationOf, type RefusedOperation } from './operation.ts';

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

function buildFacts(connection: Connection): JudgedFacts & ToldEvents {
  const events = openCompiledEventStore(connection);
  const known = new Map<number, boolean>();
  const texts = openEventStore(connection);
  return {
    findTold(id) {
      const [event] = events.isSource(id) ? events.read([id as EventId]) : [];
      const text = event && texts.find(event.id)?.text;
      return event === undefined || text === undefined ? undefined : { event, text };
    },
    isSource(id) {
      const answer = known.get(id) ?? events.isSource(id);
      known.set(id, answer);
      return answer;
    },
  };
}

/** Applies the operation to the draft, or says why not and leaves the draft as it was. */
function applyOperation(
  draft: Draft,
  operation: Operation,
  facts: JudgedFacts & ToldEvents,
): string | undefined {
  switch (operation.do) {
    case 'create-fragment':
      return createFragment(draft, operation, facts);
    case 'update-fragment':
      return updateFragment(draft, operation, facts);
    case 'append-inventory':
      return appendInventory(draft, operation, facts);
    case 'delete-fragment':
      return deleteFragment(draft, operation);
    case 'merge-fragments':
      return mergeFragments(draft, operation);
    case 'rename-fragment':
      return renameFragment(draft, operation);
    case 'create-edge':
      return createEdge(draft, operation);
    case 'delete-edge':
      return deleteEdge(draft, operation);
    case 'mark-item':
      return markItem(draft, operation);
    case 'note-fact':
      return addFact(draft, operation, facts);
    case 'rewrite-ambient':
      return replaceAmbient(draft, operation);
    case 'flag':
      return addFlag(draft, operation, facts);
  }
}

function createEdge(draft: Draft, operation: OperationOf<'create-edge'>): string | undefined {
  const { from, to, label } = operation;
  if (from === to) return 'An edge joins two different fragments.';
  const missing = [from, to].find((key) => !draft.fragments.has(key));
  if (missing !== undefined) return describeMissingFragment(draft, missing);
  if (draft.edges.get(nameEdge(from, to)) === label)
    return `${from} and ${to} are joined already, with that label.`;
  draft.edges.set(nameEdge(from, to), label);
  return undefined;
}

function deleteEdge(draft: Draft, { from, to }: OperationOf<'delete-edge'>): string | undefined {
  return draft.edges.delete(nameEdge(from, to)) ? undefined : `${from} and ${to} are not joined.`;
}

function markItem(draft: Draft, { item: id, status }: OperationOf<'mark-item'>): string | undefined {
  const item = draft.items.get(id as ItemId);
  if (item === undefined) return `There is no item ${id} that maintenance may change.`;
  if (item.status === status) return `Item ${id} is ${status} already.`;
  if (status === 'resolved' && item.kind !== 'plan')
    return `Only a plan can be resolved; item ${id} is a ${item.kind}.`;
  if (item.isKept && status !== 'active')
    return `Somebody asked to keep item ${id}, and only they can let it go. Flag it instead.`;
  draft.items.set(item.id, { ...item, status });
  return undefined;
}

function replaceAmbient(draft: Draft, operation: OperationOf<'rewrite-ambient'>): string | undefined {
  const { ambient: page = '' } = draft;
  const [former, prose] = [readProse(page), readProse(operation.text)];
  if (former === prose) return 'It says that already.';
  if (operation.because === undefined && countKeptWords(former, prose) < leastKept)
    return 'ambient.md would lose more than half of its words: keep them, or say why in `because`.';
  draft.ambient = `${replaceProse(page, prose)}\n`;
  return undefined;
}

function addFlag(draft: Draft, operation: OperationOf<'flag'>, facts: JudgedFacts): string | undefined {
  const fault = checkSources(operation.events, facts);
  if (fault !== undefined) return fault;
  if (draft.flags.some((one) => one.text === operation.text)) return 'That was flagged already.';
  draft.flags.push({ text: operation.text, events: joinIds([], operation.events) });
  return undefined;
}
