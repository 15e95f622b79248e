// Proposals that wait for a person: shows the changes that they would make, and carries out or refuses them one by one.

import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import type { DecayProfile } from '../decay/profile.ts';
import { finishAmbient, readAmbient, readDecidedAmbient } from './ambient-write-store.ts';
import { applyRun } from './apply-run.ts';
import { type ComparedThing, compareDrafts } from './compare-drafts.ts';
import { loadDraft } from './draft-store.ts';
import { foldOperations } from './fold-operations.ts';
import { listUnfounded, type ProposalPeople } from './list-unfounded.ts';
import { openMaintenanceLock } from './maintenance-writer.ts';
import { type Operation, readOperation } from './operation.ts';
import { openProposalStore, type StoredProposal } from './proposal-store.ts';
import type { Reversal } from './revert-run.ts';
import { openRunStore } from './run-store.ts';

export interface Proposal {
  readonly id: number;
  readonly runId: number;
  readonly writer: string;
  readonly madeAtMs: number;
  readonly operation: Operation;
  /** What the operation would change if the proposals before it were carried out too. */
  readonly changes: readonly ComparedThing[];
  /** Numbers, dates and times in the operation that are in none of the moments on which the operation rests. */
  readonly unfounded: readonly string[];
  /** Why the operation cannot be done even if the proposals before it are carried out; undefined if it can. */
  readonly fault: string | undefined;
}

/** Lists the waiting proposals, oldest first. */
export function listProposals(
  connection: Connection,
  ambientPath: string,
  people: ProposalPeople = {},
): readonly Proposal[] {
  const runs = openRunStore(connection);
  let draft = loadDraft(connection, readAmbient(ambientPath));
  return openProposalStore(connection)
    .listWaiting()
    .flatMap((stored): readonly Proposal[] => {
      const operation = readOperation(stored.operation);
      if (operation === undefined) return [];
      const { id, runId, madeAtMs } = stored;
      const run = runs.find(runId);
      const writer = run?.writer ?? '';
      const folded = foldOperations(draft, [operation], connection);
      const changes = compareDrafts(draft, folded.draft);
      const proposed = { operation, changes, draft, read: run, ...people };
      const unfounded = writer === builtIn ? [] : listUnfounded(connection, proposed);
      draft = folded.draft;
      const fault = folded.refused[0]?.say;
      return [{ id, runId, writer, madeAtMs, operation, changes, unfounded, fault }];
    });
}

/** The writer whose figures are not checked, because it copies words unchanged. */
const builtIn = 'builtin';

export interface ProposalGround extends Reversal {
  readonly profile?: DecayProfile | undefined;
}

export interface DoneProposals {
  /** The runs that carried the proposals out, each of which can be reverted. */
  readonly runIds: readonly number[];
  readonly done: readonly number[];
  /** The proposals that cannot be carried out now, with the reason; they keep waiting. */
  readonly left: readonly { readonly id: number; readonly say: string }[];
}

/**
 * Carries out the proposals to which a person agrees, in the order of their numbers, and records which others
 * the person refuses. A proposal that was refused before can be carried out too. Throws `UsageError`, and
 * does nothing, for a number that no proposal has, or whose proposal is already done or withdrawn.
 */
export function applyProposals(
  ground: ProposalGround,
  ids: readonly number[],
  refused: readonly number[] = [],
): DoneProposals {
  const { connection, ambientPath, clock } = ground;
  if (ids.length === 0) {
    markRefused(ground, refused);
    return { runIds: [], done: [], left: [] };
  }
  const lock = openMaintenanceLock(connection);
  try {
    finishAmbient(connection, ambientPath, clock);
    const outcome = connection
      .transaction(() => {
        markRefused(ground, refused);
        return applyAll(ground, ids);
      })
      .immediate();
    finishAmbient(connection, ambientPath, clock);
    return outcome;
  } finally {
    lock.close();
  }
}

function applyAll(ground: ProposalGround, ids: readonly number[]): DoneProposals {
  const wanted = requireOpen(ground.connection, ids).toSorted((one, other) => one.id - other.id);
  const outcome = {
    runIds: [] as number[],
    done: [] as number[],
    left: [] as { id: number; say: string }[],
  };
  // Proposals of the same run are carried out together, so that it stays known who wrote each of them.
  for (const some of Map.groupBy(wanted, ({ runId }) => runId).values()) {
    const { runId, done, left } = applySome(ground, some);
    if (runId !== undefined) outcome.runIds.push(runId);
    outcome.done.push(...done);
    outcome.left.push(...left);
  }
  return outcome;
}

/** Carries out proposals of one run. */
function applySome(
  { connection, ambientPath, clock, profile }: ProposalGround,
  some: readonly OpenProposal[],
) {
  const ambient = readDecidedAmbient(connection, ambientPath);
  const operations = some.map(({ operation }) => operation);
  const { accepted, refused } = foldOperations(loadDraft(connection, ambient), operations, connection);
  const done = some.filter(({ operation }) => accepted.includes(operation));
  const left = some
    .filter(({ operation }) => !accepted.includes(operation))
    .map(({ id }, at) => ({ id, say: refused[at]?.say ?? '' }));
  if (done.length === 0) return { runId: undefined, done: [], left };
  const runs = openRunStore(connection);
  const [{ runId: origin = 0 } = {}] = done;
  const upToEventId = Math.max(0, ...runs.listCompleted().map((run) => run.upToEventId));
  const run = runs.start({
    kind: 'manual',
    writer: runs.find(origin)?.writer ?? '',
    afterEventId: upToEventId,
    upToEventId,
    startedAtMs: clock.now(),
  });
  const promptVersion = runs.readBatches(origin).find((batch) => batch.promptVersion)?.promptVersion;
  const cursor = { eventsDone: 0, fragmentsDone: '' };
  runs.addBatch(run.id, { ...cursor, operations: accepted, refusals: [], reply: '', promptVersion });
  applyRun({ connection, runId: run.id, operations: accepted, ambient, profile, atMs: clock.now() });
  const store = openProposalStore(connection);
  for (const { id } of done) store.set(id, { state: 'accepted', atMs: clock.now(), doneByRun: run.id });
  return { runId: run.id, done: done.map(({ id }) => id), left };
}

/** Records that a person refuses these proposals. Throws `UsageError` in the same cases as `applyProposals`. */
export function markRefused(
  { connection, clock }: Pick<Reversal, 'connection' | 'clock'>,
  ids: readonly number[],
): void {
  connection
    .transaction(() => {
      const store = openProposalStore(connection);
      for (const { id } of requireOpen(connection, ids))
        store.set(id, { state: 'refused', atMs: clock.now() });
    })
    .immediate();
}

interface OpenProposal extends StoredProposal {
  readonly operation: Operation;
}

function requireOpen(connection: Connection, ids: readonly number[]): readonly OpenProposal[] {
  const store = openProposalStore(connection);
  return [...new Set(ids)].map((id) => {
    const found = store.find(id);
    const operation = found === undefined ? undefined : readOperation(found.operation);
    const isOpen = found?.state === 'waiting' || found?.state === 'refused';
    if (found !== undefined && operation !== undefined && isOpen) return { ...found, operation };
    throw new UsageError({
      code: 'memory.no-such-proposal',
      happened: describeMissing(id, found),
      todo: '"terrarium memory proposals" lists the proposals that wait. Nothing was changed.',
    });
  });
}

function describeMissing(id: number, found: StoredProposal | undefined): string {
  if (found === undefined) return `There is no proposal with the number ${id}.`;
  return found.state === 'accepted'
    ? `Proposal ${id} was done already.`
    : `Proposal ${id} was withdrawn: its run was taken back, or what it said was forgotten.`;
}
