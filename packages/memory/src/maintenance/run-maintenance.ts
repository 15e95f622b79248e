// Runs maintenance: reads new events, asks for operations batch by batch, and applies all of them or none.
import type { Clock } from '@terrarium/kernel/environment';
import { ModelError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import type { DecayProfile } from '../decay/profile.ts';
import type { EventId } from '../events/event.ts';
import { summaryKey } from '../fragments/fragment.ts';
import { finishAmbient, readAmbient } from './ambient-write-store.ts';
import { applyRun } from './apply-run.ts';
import { openCompiledEventStore } from './compiled-event-store.ts';
import { loadDraft } from './draft-store.ts';
import { findAskedEvents } from './find-asked-events.ts';
import { foldOperations } from './fold-operations.ts';
import { type MaintenanceWriter, openMaintenanceLock } from './maintenance-writer.ts';
import type { Operation, RefusedOperation } from './operation.ts';
import { type BatchPlan, planBatch } from './plan-batch.ts';
import { openProposalStore } from './proposal-store.ts';
import { type Cursor, type MaintenanceRun, openRunStore, type RunBatch, type RunKind } from './run-store.ts';
import { splitWaiting } from './split-waiting.ts';
import { openTouchSearch, type TouchSearch } from './touch-search.ts';

export interface MaintenanceDependencies {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly ambientPath: string;
  readonly writer: MaintenanceWriter;
  readonly tokens: { count(text: string): number };
  /** The profile by which items fade; by default, a profile that uses real time. */
  readonly profile?: DecayProfile | undefined;
}

export interface MaintenanceRequest {
  readonly kind: RunKind;
  /** Whether to show only what would be done, and write nothing. */
  readonly isDryRun?: boolean;
  /** Whether all operations except flags wait until a person agrees. */
  readonly isProposing?: boolean | undefined;
  /** What a person asks the writer to pay attention to; for a manual run. */
  readonly request?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after each batch. */
  readonly onBatch?: ((progress: { readonly events: number; readonly of: number }) => void) | undefined;
}

export interface MaintenanceOutcome {
  /** `nothing-new`: nothing was read and nothing was done. */
  readonly status: 'nothing-new' | 'shown' | 'proposed' | 'applied';
  /** The run by which the changes can be reverted; only with `proposed` and `applied`. */
  readonly runId: number | undefined;
  readonly events: number;
  readonly operations: readonly Operation[];
  readonly refused: readonly RefusedOperation[];
  /** Numbers of the proposals that this run left for a person to decide. */
  readonly proposals: readonly number[];
}

/**
 * Carries out one run. A failure leaves everything as it was, except that replies already received are kept:
 * the next run of the same kind by the same writer continues from them. Throws `StorageError` (`lock.held`)
 * while another run is going on. A dry run, which writes nothing, may run at the same time.
 */
export async function runMaintenance(
  ground: MaintenanceDependencies,
  request: MaintenanceRequest,
): Promise<MaintenanceOutcome> {
  if (request.isDryRun === true) return await runAlone(ground, request);
  const lock = openMaintenanceLock(ground.connection);
  try {
    return await runAlone(ground, request);
  } finally {
    lock.close();
  }
}

async function runAlone(
  ground: MaintenanceDependencies,
  request: MaintenanceRequest,
): Promise<MaintenanceOutcome> {
  const { connection, clock, ambientPath } = ground;
  if (request.isDryRun !== true) finishAmbient(connection, ambientPath, clock);
  const fresh = findExtent(ground, request.kind);
  if (fresh !== undefined) return await runOver(ground, request, { ...fresh, isAsked: false });
  const asked = findAskedExtent(ground, request);
  if (asked !== undefined) return await runOver(ground, request, { ...asked, isAsked: true });
  const nothing = { events: 0, operations: [], refused: [], proposals: [] };
  return { status: 'nothing-new', runId: undefined, ...nothing };
}

async function runOver(
  ground: MaintenanceDependencies,
  request: MaintenanceRequest,
  extent: Reading,
): Promise<MaintenanceOutcome> {
  const { connection, writer } = ground;
  const run = request.isDryRun === true ? undefined : openRun(ground, extent, request.kind);
  const { afterEventId, upToEventId } = run ?? extent;
  const ids = extent.isAsked
    ? findAskedEvents(ground, request.request ?? '')
    : openCompiledEventStore(connection).listIds(afterEventId, upToEventId);
  const walk: Walk = {
    ground,
    request,
    // If the request finds no moments, it is about the compiled fragments.
    kind: extent.isAsked && ids.length === 0 ? 'deep' : request.kind,
    ids,
    upToEventId,
    room: await writer.measureRoom(request.signal),
    mostOfEvents: await writer.measureEvents?.(request.signal),
    touched: openTouchSearch(),
  };
  const done = await proposeAll(walk, run?.id);
  const operations = done.flatMap((batch) => batch.operations);
  const refused = done.flatMap((batch) => batch.refusals);
  const read = { events: ids.length, refused };
  if (run === undefined) return { ...read, status: 'shown', runId: undefined, operations, proposals: [] };
  const ended = finishRun(ground, { runId: run.id, operations, isProposing: request.isProposing === true });
  return { ...read, ...ended, runId: run.id, refused: [...refused, ...ended.refused] };
}

/** Returns all batches, including those that an open run already has; each batch is stored at once. */
async function proposeAll(walk: Walk, runId: number | undefined): Promise<readonly RunBatch[]> {
  const runs = openRunStore(walk.ground.connection);
  const done: RunBatch[] = runId === undefined ? [] : runs.readBatches(runId);
  for (;;) {
    const batch = await proposeBatch(walk, done);
    if (batch === undefined) return done;
    if (runId !== undefined) runs.addBatch(runId, batch);
    done.push(batch);
    walk.request.onBatch?.({ events: batch.eventsDone, of: walk.ids.length });
  }
}

interface EndingRun {
  readonly runId: number;
  readonly operations: readonly Operation[];
  readonly isProposing: boolean;
}

/** Does the operations that do not need a person's consent, and keeps the others as proposals; all or nothing. */
function finishRun(
  { connection, clock, ambientPath, profile }: MaintenanceDependencies,
  { runId, operations, isProposing }: EndingRun,
): Pick<MaintenanceOutcome, 'status' | 'operations' | 'refused' | 'proposals'> {
  const ambient = readAmbient(ambientPath);
  const atMs = clock.now();
  const ended = connection
    .transaction(() => {
      const { atOnce, waiting } = splitWaiting(operations, loadDraft(connection, ambient), isProposing);
      const applied = applyRun({ connection, runId, operations: atOnce, ambient, profile, atMs });
      const store = openProposalStore(connection);
      const fresh = waiting.filter((operation) => !store.isWaiting(operation));
      const proposals = fresh.map((operation) => store.add(runId, operation, atMs));
      return { ...applied, waiting, proposals };
    })
    .immediate();
  finishAmbient(connection, ambientPath, clock);
  return {
    status: isProposing ? 'proposed' : 'applied',
    operations: isProposing ? [...ended.applied, ...ended.waiting] : ended.applied,
    refused: ended.refused,
    proposals: ended.proposals,
  };
}

interface Extent {
  readonly afterEventId: number;
  readonly upToEventId: number;
}

/** What a run reads, and whether it reads this only because a person asked. */
interface Reading extends Extent {
  readonly isAsked: boolean;
}

/**
 * Finds what there is to read; undefined if nothing is new. A deep run also has something to read if fragments
 * may have been written since the last deep run.
 */
function findExtent({ connection }: MaintenanceDependencies, kind: RunKind): Extent | undefined {
  const runs = openRunStore(connection);
  const completed = runs.listCompleted();
  const afterEventId = Math.max(0, ...completed.map((run) => run.upToEventId));
  const upToEventId = openCompiledEventStore(connection).readNewestId();
  if (upToEventId > afterEventId) return { afterEventId, upToEventId };
  const isUnread = kind === 'deep' && completed.length > 0 && completed[0]?.kind !== 'deep';
  return isUnread ? { afterEventId, upToEventId: afterEventId } : undefined;
}

/** Finds what to read if nothing is new, but a person asked for something. */
function findAskedExtent(
  { connection }: MaintenanceDependencies,
  { kind, request = '' }: MaintenanceRequest,
): Extent | undefined {
  if (kind !== 'manual' || request.trim() === '') return undefined;
  const upToEventId = openCompiledEventStore(connection).readNewestId();
  return upToEventId === 0 ? undefined : { afterEventId: upToEventId, upToEventId };
}

/**
 * Continues the interrupted run if its kind, writer and beginning are the same; otherwise abandons it and begins a new
 * run.
 */
function openRun(
  { connection, clock, writer }: MaintenanceDependencies,
  { isAsked, ...extent }: Reading,
  kind: RunKind,
) {
  return connection
    .transaction((): MaintenanceRun => {
      const runs = openRunStore(connection);
      const open = runs.findOpen();
      const isSame =
        open?.kind === kind && open.writer === writer.id && open.afterEventId === extent.afterEventId;
      // If only a person's request calls for this run, no open run is continued: its replies may answer another
      // request.
      if (open !== undefined && isSame && !isAsked) return open;
      if (open !== undefined) runs.finish(open.id, 'abandoned', clock.now());
      return runs.start({ kind, writer: writer.id, ...extent, startedAtMs: clock.now() });
    })
    .immediate();
}

interface Walk {
  readonly ground: MaintenanceDependencies;
  readonly request: MaintenanceRequest;
  readonly kind: RunKind;
  readonly ids: ReturnType<ReturnType<typeof openCompiledEventStore>['listIds']>;
  readonly upToEventId: number;
  /** Tokens of a batch; halved after a reply is cut off. */
  room: number;
  readonly mostOfEvents: number | undefined;
  readonly touched: TouchSearch;
}

/**
 * Asks the writer for its next proposal; undefined at the end. A reply that was cut off is not taken as
 * complete: the writer is then asked about half as much.
 */
async function proposeBatch(walk: Walk, done: readonly RunBatch[]): Promise<RunBatch | undefined> {
  const { connection, clock, ambientPath, writer, tokens } = walk.ground;
  const { kind } = walk;
  const { request, signal } = walk.request;
  const events = openCompiledEventStore(connection);
  const operations = done.flatMap((batch) => batch.operations);
  const stored = loadDraft(connection, readAmbient(ambientPath));
  // What this run has just written need not be looked through once more.
  const reviewed = new Set(stored.fragments.keys());
  const { draft } = foldOperations(stored, operations, connection);
  // Summaries are not reviewed, because they are made directly from events.
  const fragments = new Map([...draft.fragments].filter(([key]) => !summaryKey.test(key)));
  const search = walk.touched.search.bind(undefined, fragments);
  const cursor: Cursor = done.at(-1) ?? { eventsDone: 0, fragmentsDone: '' };
  const { ids, mostOfEvents } = walk;
  const sources = {
    kind,
    ids,
    mostOfEvents,
    fragments,
    reviewed,
    read: events.read,
    count: tokens.count,
    search,
  };
  const upToEventId = walk.upToEventId;
  for (;;) {
    const plan = planBatch({ ...sources, room: walk.room }, cursor);
    if (plan === undefined) return undefined;
    const proposal = await writer.propose(
      {
        kind,
        events: plan.events,
        fragmentKeys: plan.fragmentKeys,
        nextAtMs: plan.nextAtMs,
        draft,
        request,
        // Talk may be dated later than the clock: it must not be read as still to come.
        nowMs: Math.max(
          clock.now(),
          ...events.read([walk.ids.at(-1) ?? (upToEventId as EventId)]).map(({ atMs }) => atMs),
        ),
        fold: (proposed) => foldOperations(draft, proposed, connection),
        readEvents: events.read,
        readAllEvents: () => events.read(events.listIds(0, upToEventId)),
      },
      signal,
    );
    if (proposal.isCut === true) {
      const isSmaller = (room: number) => isLess(planBatch({ ...sources, room }, cursor), plan);
      walk.room = cutRoom(walk.room, isSmaller, writer.id);
    } else {
      const { operations: proposed, refused, reply } = proposal;
      const { promptVersion } = writer;
      return { ...plan.cursor, operations: proposed, refusals: refused, reply, promptVersion };
    }
  }
}

const leastRoom = 8;

function isLess(plan: BatchPlan | undefined, former: BatchPlan): boolean {
  const measure = ({ events, fragmentKeys }: BatchPlan) =>
    former.events.length > 0 ? events.length : fragmentKeys.length;
  return plan !== undefined && measure(plan) < measure(former);
}

/** Halves the room until the batch becomes smaller. */
function cutRoom(room: number, isSmaller: (room: number) => boolean, writer: string): number {
  for (let half = Math.min(room, Number.MAX_SAFE_INTEGER) / 2; half >= leastRoom; half /= 2)
    if (isSmaller(half)) return half;
  throw new ModelError({
    code: 'memory.cut-reply',
    happened: `${writer} was cut off in the middle of its reply, even for the smallest request.`,
    todo: 'Allow longer replies (the setting `maxOutputTokens`), or choose a model with a larger window. Nothing was changed.',
  });
}

const dayMs = 24 * 60 * 60 * 1_000;
const lightEveryMs = 7 * dayMs;
const deepEveryMs = 30 * dayMs;

/** A deep run reads everything that a light one would. Before the first run, a light run is due. */
export function findDueKind(connection: Connection, nowMs: number): RunKind | undefined {
  const runs = openRunStore(connection);
  const completed = runs.listCompleted().filter((run) => !isByHand(run));
  const [newest] = completed;
  if (newest === undefined) return 'light';
  // Before the first deep run, time is counted from the first run of any kind, so that a new memory is not
  // reviewed as a whole in its first week.
  const deepest = runs.listCompleted('deep')[0] ?? completed.at(-1) ?? newest;
  if (nowMs - (deepest.endedAtMs ?? 0) >= deepEveryMs) return 'deep';
  return nowMs - (newest.endedAtMs ?? 0) >= lightEveryMs ? 'light' : undefined;
}

/** Whether the run covered no new messages: it did what a person wrote or accepted, or followed a person's request. */
function isByHand({ kind, afterEventId, upToEventId }: MaintenanceRun): boolean {
  return kind === 'manual' && afterEventId === upToEventId;
}
