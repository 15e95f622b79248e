// Writes a fragment as a person words it, in a run of its own that can be reverted.

import { UsageError } from '@terrarium/kernel/errors';
import { openApprovalStore, personWriter } from '../fragments/approval-store.ts';
import { type FragmentText, keyPattern, type Tier, tiers } from '../fragments/fragment.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import { listNamedEvents } from '../fragments/list-named-events.ts';
import { finishAmbient, readAmbient } from './ambient-write-store.ts';
import { applyRun } from './apply-run.ts';
import { loadDraft } from './draft-store.ts';
import { describeMissingFragment } from './fold-fragments.ts';
import { foldOperations } from './fold-operations.ts';
import { openMaintenanceLock } from './maintenance-writer.ts';
import { type Operation, sizes } from './operation.ts';
import type { ProposalGround } from './proposals.ts';
import { openRunStore } from './run-store.ts';

/** The maximum number of characters of a key, the same as in an operation. */
const longestKey = 60;

/** What a person writes; texts that are left out stay unchanged. */
export interface FragmentWish {
  readonly key: string;
  readonly ambient?: string | undefined;
  readonly recognition?: string | undefined;
  readonly inventory?: string | undefined;
  /** Lines to add at the end of the inventory. */
  readonly lines?: readonly string[] | undefined;
  /** Ids of the fragment's source events, in addition to those that its lines name. */
  readonly sources?: readonly number[] | undefined;
}

export interface WrittenFragment {
  readonly key: string;
  /** The run by which the writing can be reverted. */
  readonly runId: number;
  readonly isNew: boolean;
}

/**
 * A text that a person writes counts as approved. Throws `UsageError`, and changes nothing, if it cannot be
 * written.
 */
export function writeFragment(ground: ProposalGround, wish: FragmentWish): WrittenFragment {
  checkKey(wish);
  return runAlone(ground, () => writeOnce(ground, wish));
}

/**
 * Does the operations that a person asked for, all or none, in a separate run, and returns the run's number.
 * Throws `UsageError`, and changes nothing, if one cannot be done.
 */
export function applyByPerson(ground: ProposalGround, operations: readonly Operation[]): number {
  return runAlone(ground, () => runOperations(ground, operations));
}

function runAlone<Result>({ connection, ambientPath, clock }: ProposalGround, work: () => Result): Result {
  const lock = openMaintenanceLock(connection);
  try {
    finishAmbient(connection, ambientPath, clock);
    const done = connection.transaction(work).immediate();
    finishAmbient(connection, ambientPath, clock);
    return done;
  } finally {
    lock.close();
  }
}

function checkKey({ key }: FragmentWish): void {
  if (key.length > longestKey)
    throw refuse(
      `The key has ${key.length} characters.`,
      `A key may have at most ${longestKey} characters: give the fragment a shorter key.`,
    );
  if (!keyPattern.test(key))
    throw refuse(
      `"${key}" is not a valid key.`,
      'A key has small letters, digits and hyphens and begins with a letter.',
    );
}

/** `texts`: the texts as the fragment would have them, with the added lines. */
function checkLengths(texts: Readonly<Partial<Record<Tier, string | undefined>>>): void {
  for (const tier of tiers) {
    const { length } = texts[tier] ?? '';
    if (length > sizes[tier])
      throw refuse(
        `The text for ${tier} has ${length} characters.`,
        tier === 'inventory'
          ? `This text may have at most ${sizes[tier]}: shorten it, or put the rest into another fragment.`
          : `This text may have at most ${sizes[tier]}: shorten it, or put the rest into a longer text of the fragment (recognition, inventory).`,
      );
  }
}

function writeOnce(ground: ProposalGround, wish: FragmentWish): WrittenFragment {
  const former = openFragmentStore(ground.connection).findByKey(wish.key);
  const runId = runOperations(ground, [buildOperation(former, wish)]);
  return { key: wish.key, runId, isNew: former === undefined };
}

function runOperations(
  { connection, ambientPath, clock, profile }: ProposalGround,
  operations: readonly Operation[],
): number {
  const ambient = readAmbient(ambientPath);
  const { refused } = foldOperations(loadDraft(connection, ambient), operations, connection);
  const [fault] = refused;
  if (fault !== undefined) throw refuse(fault.say, 'Nothing was changed.');
  const runs = openRunStore(connection);
  const upToEventId = Math.max(0, ...runs.listCompleted().map((run) => run.upToEventId));
  const run = runs.start({
    kind: 'manual',
    writer: personWriter,
    afterEventId: upToEventId,
    upToEventId,
    startedAtMs: clock.now(),
  });
  // Stores the operations, because a former key is found through the operation that gave it up.
  runs.addBatch(run.id, {
    eventsDone: 0,
    fragmentsDone: '',
    operations,
    refusals: [],
    reply: '',
    promptVersion: undefined,
  });
  applyRun({ connection, runId: run.id, operations, ambient, profile, atMs: clock.now() });
  return run.id;
}

function buildOperation(former: FragmentText | undefined, wish: FragmentWish): Operation {
  const { key, ambient, recognition, lines = [] } = wish;
  const inventory =
    lines.length === 0
      ? wish.inventory
      : [wish.inventory ?? former?.inventory ?? '', ...lines].filter((line) => line !== '').join('\n');
  const texts = { ambient, recognition, inventory };
  checkLengths(texts);
  const named = listNamedEvents([wish.inventory ?? '', ...lines].join('\n'));
  const sources = [...new Set([...(wish.sources ?? []), ...named])];
  const said = Object.values(texts).find((text) => text !== undefined);
  if (former !== undefined) {
    const changed = Object.entries(texts).some(
      ([tier, text]) => text !== undefined && text !== former[tier as keyof typeof texts],
    );
    if (!changed && sources.length === 0)
      throw refuse(`The fragment ${key} says that already.`, 'Nothing was changed.');
    return { do: 'update-fragment', key, ...texts, sources, because: 'a person wrote it' };
  }
  if (said === undefined)
    throw refuse(
      `There is no fragment ${key}.`,
      'Write one with --ambient "one sentence", --recognition or --line.',
    );
  const short = ambient ?? recognition?.split('\n')[0] ?? said;
  return {
    do: 'create-fragment',
    key,
    ambient: short.slice(0, sizes.ambient).toWellFormed(),
    recognition: recognition ?? short,
    inventory: inventory ?? '',
    sources,
  };
}

function refuse(happened: string, todo: string): UsageError {
  return new UsageError({ code: 'memory.not-written', happened, todo });
}

/**
 * Records that a person agrees to a fragment in its present form, or takes the agreement back. Throws
 * `UsageError` if there is no such fragment.
 */
export function markApproved(
  { connection, clock }: Pick<ProposalGround, 'connection' | 'clock'>,
  key: string,
  isApproved: boolean,
): void {
  if (openApprovalStore(connection).mark(key, { isApproved, atMs: clock.now() })) return;
  throw refuse(describeMissingFragment(loadDraft(connection, undefined), key), 'Nothing was changed.');
}
