// Executing: answers the calls of a reply; each effect is committed together with its answer and step.

import type { Refusal } from '@terrarium/kernel/errors';
import type { ToolCall } from '@terrarium/kernel/language-model';
import { parseJsonRuns } from '@terrarium/kernel/parse-json-runs';
import { readArguments } from '@terrarium/kernel/read-arguments';
import { runTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { EntryId } from '../../glossary/entry.ts';
import { isOnFormer } from '../../glossary/resolve-anchor.ts';
import type { StepId } from '../../journal/journal.ts';
import { annotatorTools } from '../../tools/annotator-tools.ts';
import { isUnmet } from '../../tools/plan-relations.ts';
import { entryReference, resolveEntry } from '../../tools/resolve-entry.ts';
import { isSummonTool } from '../../tools/summon-tools.ts';
import { buildTolerantObject } from '../../tools/tolerant-input.ts';
import type { OtherCalls, ToolContext } from '../../tools/tool-context.ts';
import { answerCall, findOpenCall, type SettledCall } from '../answer-call.ts';
import { buildToolContext } from '../build-tool-context.ts';
import { chooseNextState } from '../choose-next-state.ts';
import { isRetry, type Run, recordSceneRead, requireScene } from '../run.ts';
import type { RunEvent } from '../run-events.ts';
import type { RunnerState } from '../states.ts';

export function executing(run: Run): RunnerState {
  recordSceneRead(run);
  const events = run.stores.journal.runInTransaction(() => answerCalls(run));
  for (const event of events) run.emit(event);
  return chooseNextState(run.session.progress, run.settings);
}

/** Answers the unanswered calls, each in one step, up to the first call that needs several steps. */
function answerCalls(run: Run): readonly RunEvent[] {
  const events: RunEvent[] = [];
  for (;;) {
    const call = findOpenCall(run);
    if (call === undefined || isSummonTool(call.name)) return events;
    events.push(...answerCall(run, (stepId) => executeCall(run, call, stepId)));
  }
}

function executeCall(run: Run, call: ToolCall, stepId: StepId): SettledCall {
  const isWrite = run.tools.get(call.name)?.isWrite ?? false;
  const { summon } = run.session.progress;
  if (isWrite && summon !== undefined) {
    const say = `Nothing is written while the reader of snapshot ${summon.snapshotId} is summoned: call summon_dismiss first.`;
    return { ok: false, say };
  }
  const context: ToolContext = { ...buildToolContext(run, stepId), others: listOthers(run) };
  const conflict = findConflict(run, call, context);
  if (conflict !== undefined) return { ...conflict, isConflict: true };
  return refuseNotOffered(run, call) ?? runTool(run.tools, call, context);
}

function listOthers(run: Run): OtherCalls {
  const { calls = [], answered = 0, outcomes = [] } = run.session.progress.reply ?? {};
  const sentNow = calls.slice(0, answered);
  const unmet = listUnmet(run);
  return {
    before: [...unmet.ofScene, ...sentNow.filter((_, at) => outcomes[at] === true)],
    earlier: unmet.earlier,
    refused: sentNow.filter((_, at) => outcomes[at] !== true),
    after: calls.slice(answered + 1),
  };
}

interface UnmetCalls {
  readonly ofScene: readonly ToolCall[];
  readonly earlier: readonly ToolCall[];
}

/** Calls of earlier replies that stated a relation to an entry that did not exist, as their answers show. */
function listUnmet({ session }: Run): UnmetCalls {
  const { live } = session.window;
  const unmet = new Set(
    live.flatMap(({ message }) =>
      message.role === 'tool' && isUnmet(message.content) ? [message.callId] : [],
    ),
  );
  if (unmet.size === 0) return { ofScene: [], earlier: [] };
  const own = new Set((session.progress.reply?.calls ?? []).map(({ id }) => id));
  const list = (isWanted: (scene: (typeof live)[number]['sceneId']) => boolean) =>
    live
      .filter(({ sceneId }) => isWanted(sceneId))
      .flatMap(({ message }) => (message.role === 'assistant' ? (message.calls ?? []) : []))
      .filter(({ id }) => unmet.has(id) && !own.has(id));
  const open = session.scene?.id;
  return { ofScene: list((scene) => scene === open), earlier: list((scene) => scene !== open) };
}

/**
 * Refuses a tool that is not offered in this reading: its name would otherwise be taken for a misspelling of another
 * tool.
 */
function refuseNotOffered({ tools }: Run, { name }: ToolCall): SettledCall | undefined {
  if (tools.has(name) || !annotatorTools.some((tool) => tool.name === name)) return undefined;
  const why = name === 'glossary_delete' ? ': a curator later removes what should go' : '';
  const say = `There is no tool "${name}" here${why}. Tools: ${[...tools.keys()].join(', ')}.`;
  return { ok: false, isGarbled: true, say };
}

const changingTools: ReadonlySet<string> = new Set(['glossary_update', 'glossary_delete']);

/** The entry that a call changes, and the fields that it would replace. */
const changed = buildTolerantObject(
  {
    entry_id: entryReference,
    ...Object.fromEntries(
      ['term', 'definition', 'tags', 'status'].map((field) => [field, z.unknown().optional()]),
    ),
  },
  { id: 'entry_id', entry: 'entry_id', tag: 'tags' },
);

/**
 * When a scene is read again, refuses a call that would overwrite what a later scene has written. Undefined for any
 * other call, and for an entry whose evidence is gone from the story.
 */
function findConflict(run: Run, call: ToolCall, context: ToolContext): Refusal | undefined {
  if (!isRetry(run) || !changingTools.has(call.name)) return undefined;
  const read = readArguments(changed, parseJsonRuns(call.arguments).values[0]);
  const resolved = read.ok ? resolveEntry(context, read.value.entry_id) : undefined;
  if (!read.ok || resolved?.ok !== true) return undefined;
  const { id } = resolved.entry;
  const isReplaced = (field: string) => call.name !== 'glossary_update' || Object.hasOwn(read.value, field);
  const newest = run.stores.glossary
    .readRevisions(id)
    .findLast(({ stepId, field }) => stepId !== undefined && isReplaced(field));
  const scene = newest?.stepId === undefined ? 0 : (run.stores.journal.findSceneOfStep(newest.stepId) ?? 0);
  if (scene <= requireScene(run).id || isGroundless(run, id)) return undefined;
  return {
    ok: false,
    say: `A later scene changed entry ${id}. That change stands; yours is listed as a conflict.`,
  };
}

/**
 * Whether, in a reread, all evidence of the entry is in posts that are gone from the story. The posts that are read in
 * their place may then correct the entry.
 */
function isGroundless({ corpora, reread, stores }: Run, entryId: EntryId): boolean {
  const entry = reread === undefined ? undefined : stores.glossary.find(entryId);
  return entry !== undefined && isOnFormer(corpora, entry);
}
