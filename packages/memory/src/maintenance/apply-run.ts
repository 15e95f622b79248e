// Applies the operations of a run: checks them again, and carries them out in one transaction that keeps former states.
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { type DecayProfile, defaultProfile } from '../decay/profile.ts';
import { openEventStore, resolveNowMs, resolveToldAtMs } from '../events/event-store.ts';
import { storeFacts } from '../facts/store-facts.ts';
import type { FragmentText } from '../fragments/fragment.ts';
import { type FragmentStore, openFragmentStore } from '../fragments/fragment-store.ts';
import type { ChangeCause, ItemState, WorkingItem } from '../working-memory/item.ts';
import { listRivals } from '../working-memory/normal-form.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { buildPage } from './ambient-page.ts';
import { openAmbientWriteStore } from './ambient-write-store.ts';
import { type Draft, nameEdge, splitEdgeName } from './draft.ts';
import { loadDraft } from './draft-store.ts';
import { foldOperations } from './fold-operations.ts';
import type { Operation, RefusedOperation } from './operation.ts';
import { openRunStore, type RunStore } from './run-store.ts';

export interface AppliedRun {
  readonly applied: readonly Operation[];
  readonly refused: readonly RefusedOperation[];
}

interface Application {
  readonly connection: Connection;
  readonly runId: number;
  readonly atMs: number;
  /** The present moment on the clock that makes memories fade: real time, or the time of a story. */
  readonly nowMs: number;
  readonly runs: RunStore;
  readonly fragments: FragmentStore;
  readonly items: WorkingMemoryStore;
  readonly turn: number;
  readonly profile: DecayProfile;
  /** Reasons for changes, by the name of the changed thing. */
  readonly reasons: ReadonlyMap<string, string>;
}

export interface ApplyRequest {
  readonly connection: Connection;
  readonly runId: number;
  readonly operations: readonly Operation[];
  /** The present text of ambient.md. */
  readonly ambient: string | undefined;
  readonly atMs: number;
  readonly profile?: DecayProfile | undefined;
}

/**
 * In one transaction, does the operations that are still accepted, and completes the run. ambient.md itself is written
 * afterwards.
 */
export function applyRun(request: ApplyRequest): AppliedRun {
  const { connection, runId, atMs, profile = defaultProfile } = request;
  const events = openEventStore(connection);
  return connection
    .transaction((): AppliedRun => {
      checkOpen(connection, runId);
      const former = loadDraft(connection, request.ambient);
      const { draft, accepted, refused } = foldOperations(former, request.operations, connection);
      const application: Application = {
        connection,
        runId,
        atMs,
        nowMs: resolveNowMs(events, profile, atMs),
        runs: openRunStore(connection),
        fragments: openFragmentStore(connection),
        items: openWorkingMemoryStore(connection),
        turn: events.countTurns(),
        profile,
        reasons: collectReasons(accepted),
      };
      writeFragments(application, former, draft);
      writeEdges(application, former, draft);
      // Fragments are removed only after edges are written, so that reverting the run, which goes backwards, restores
      // them before the edges: an edge needs the fragments at both ends.
      removeFragments(application, draft);
      writeItems(application, former, draft);
      writeFacts(application, former, draft);
      writeFlags(application, former, draft);
      writeAmbient(application, former, draft);
      application.runs.finish(runId, 'completed', atMs);
      return { applied: accepted, refused };
    })
    .immediate();
}

function writeFragments(to: Application, former: Draft, draft: Draft): void {
  for (const [key, text] of draft.fragments) {
    if (former.fragments.get(key) === text) continue;
    const origin = draft.renamed.get(key) ?? key;
    const before = to.fragments.findByKey(origin);
    if (before !== undefined && origin === key && hasTexts(before, text)) continue;
    if (origin !== key) to.fragments.rename(origin, key);
    const after =
      before === undefined ? to.fragments.create(text, to.atMs) : to.fragments.update(text, to.atMs);
    // The fragment's present text need not be stored here: it is in the fragment itself, and the run that
    // replaces it will store it.
    record(to, { thing: 'fragment', name: key, before, after: { version: after.version } });
  }
}

/** If a fragment was merged into another, its items are moved to the other. */
function removeFragments(to: Application, draft: Draft): void {
  const kept = new Set([...draft.fragments.keys()].map((key) => draft.renamed.get(key) ?? key));
  for (const key of draft.formerKeys) {
    const before = kept.has(key) ? undefined : to.fragments.findByKey(key);
    if (before === undefined) continue;
    const target = findTarget(draft, key);
    if (target !== undefined) to.fragments.moveItems(key, target);
    to.fragments.remove(key);
    record(to, { thing: 'fragment', name: key, before, after: { target } });
  }
}

/** The fragment into which this one was finally merged, over any number of merges; undefined if it is gone too. */
function findTarget({ merged, fragments }: Draft, key: string): string | undefined {
  let target = merged.get(key);
  while (target !== undefined && !fragments.has(target)) target = merged.get(target);
  return target;
}

function hasTexts(fragment: FragmentText, text: FragmentText): boolean {
  return (
    fragment.ambient === text.ambient &&
    fragment.recognition === text.recognition &&
    fragment.inventory === text.inventory &&
    fragment.sources.join() === text.sources.join()
  );
}

function writeEdges(to: Application, former: Draft, draft: Draft): void {
  const edges = renameEdges(former, draft);
  for (const name of new Set([...edges.keys(), ...draft.edges.keys()])) {
    const [before, after] = [edges.get(name), draft.edges.get(name)];
    if (before === after) continue;
    const [from, end] = splitEdgeName(name);
    if (after === undefined) to.fragments.removeEdge(from, end);
    else to.fragments.writeEdge({ from, to: end, label: after });
    record(to, { thing: 'edge', name, before, after });
  }
}

/** The former edges with the present keys of their ends. */
function renameEdges(former: Draft, draft: Draft): ReadonlyMap<string, string> {
  const present = new Map([...draft.renamed].map(([key, origin]) => [origin, key]));
  return new Map(
    [...former.edges].map(([name, label]) => {
      const [one, other] = splitEdgeName(name).map((key) => present.get(key) ?? key);
      return [nameEdge(one ?? '', other ?? ''), label];
    }),
  );
}

function writeItems(to: Application, former: Draft, draft: Draft): void {
  for (const [id, { status }] of draft.items) {
    const before = former.items.get(id);
    if (before === undefined || before.status === status) continue;
    // An item that becomes active again counts as new: otherwise it would fade at once.
    const fresh = status === 'active' ? { refreshedAtMs: to.nowMs, refreshedTurn: to.turn } : {};
    const because = to.reasons.get(`item ${id}`) ?? '';
    const cause = { because, atMs: to.atMs, turn: to.turn, runId: to.runId };
    if (status === 'active') replaceRivals(to, before, cause);
    const after = to.items.updateState(before, { change: 'status', to: { ...fresh, status }, cause });
    record(to, { thing: 'item', name: String(id), before: extractState(before), after: extractState(after) });
  }
}

/** Each fact counts as told at the time of its event, so facts that were told later stay newer. */
function writeFacts(to: Application, former: Draft, draft: Draft): void {
  const events = openEventStore(to.connection);
  for (const { fact, eventId } of draft.facts.slice(former.facts.length)) {
    const event = events.find(eventId);
    if (event === undefined) continue;
    const { voice, turn } = event;
    const cause = { atMs: to.atMs, runId: to.runId };
    const effects = storeFacts(to.items, [fact], {
      voice,
      eventId,
      atMs: resolveToldAtMs(event, to.profile),
      turn,
      cause,
    });
    for (const { item } of effects)
      record(to, { thing: 'item', name: String(item.id), before: undefined, after: extractState(item) });
  }
}

/**
 * There is only one active feeling of each side, and one description of each thing, so an item that comes back
 * replaces the present one.
 */
function replaceRivals(to: Application, item: WorkingItem, cause: ChangeCause): void {
  for (const rival of listRivals(to.items, item)) {
    if (rival.id !== item.id)
      to.items.updateState(rival, { change: 'status', to: { status: 'superseded' }, cause });
  }
}

function writeFlags(to: Application, former: Draft, draft: Draft): void {
  for (const { text, events } of draft.flags.slice(former.flags.length)) {
    const id = to.runs.addFlag({ text, events: JSON.stringify(events), atMs: to.atMs });
    record(to, { thing: 'flag', name: String(id), before: undefined, after: text });
  }
}

function writeAmbient(to: Application, former: Draft, draft: Draft): void {
  const { ambient: page = '' } = draft;
  const text = buildPage(page, draft.fragments.values());
  if (text === (former.ambient ?? '').trim()) return;
  openAmbientWriteStore(to.connection).add({
    runId: to.runId,
    isRevert: false,
    former: former.ambient,
    text: `${text}\n`,
    because: to.reasons.get('ambient') ?? 'the list of what is known was made anew',
  });
}

interface WrittenThing {
  readonly thing: 'fragment' | 'edge' | 'item' | 'flag';
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

function record(to: Application, change: WrittenThing): void {
  to.runs.addChange(to.runId, {
    ...change,
    because: to.reasons.get(`${change.thing} ${change.name}`) ?? '',
  });
}

function collectReasons(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  for (const operation of operations) {
    if (!('because' in operation) || operation.because === undefined) continue;
    reasons.set(nameThing(operation), operation.because);
  }
  return reasons;
}

function nameThing(operation: Extract<Operation, { because?: string | undefined }>): string {
  switch (operation.do) {
    case 'update-fragment':
    case 'delete-fragment':
      return `fragment ${operation.key}`;
    case 'merge-fragments':
      return `fragment ${operation.from}`;
    case 'rename-fragment':
      return `fragment ${operation.to}`;
    case 'delete-edge':
      return `edge ${[operation.from, operation.to].sort().join(' ')}`;
    case 'mark-item':
      return `item ${operation.item}`;
    case 'rewrite-ambient':
      return 'ambient';
  }
}

function extractState(state: ItemState): ItemState {
  const { status, refreshedAtMs, refreshedTurn, dueAtMs, dueWords, isKept } = state;
  return { status, refreshedAtMs, refreshedTurn, dueAtMs, dueWords, isKept };
}

/** Throws `UsageError` if another process has completed or given up this run meanwhile. */
function checkOpen(connection: Connection, runId: number): void {
  if (openRunStore(connection).find(runId)?.status === 'open') return;
  throw new UsageError({
    code: 'memory.run-overtaken',
    happened: `Maintenance run ${runId} was completed or given up by another process meanwhile.`,
    todo: 'No change was made twice. Run maintenance again: it will read what is new since then.',
  });
}
