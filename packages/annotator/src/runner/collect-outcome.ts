// Collects the outcome of a fold: each target's summary, as the model wrote it or drawn from the text.

import type { FoldOutcome } from '../context/apply-fold.ts';
import { cutSummary, extractSummary } from '../context/extract-summary.ts';
import type { ChunkSummary, CumulativeSummary, LoggedMessage } from '../context/message-log.ts';
import type { ChunkTarget, CumulativeTarget } from '../context/plan-fold.ts';
import type { SceneGroup } from '../context/scene-group.ts';
import { isSameThread } from '../corpus/thread-ref.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { OpenFold, SummaryTarget } from '../journal/journal.ts';
import type { Run } from './run.ts';

/** Every summary of the plan, with the entries its scenes brought. */
export function collectOutcome(run: Run, fold: OpenFold): FoldOutcome {
  const { plan } = fold;
  const findAccepted = (target: SummaryTarget) => fold.summaries.get(target)?.text;
  return {
    plan,
    chunkSummaries: plan.chunks.map((target, index) => buildChunkSummary(run, target, findAccepted(index))),
    cumulative:
      plan.cumulative === undefined
        ? undefined
        : buildCumulativeSummary(run, plan.cumulative, findAccepted('cumulative')),
  };
}

function buildChunkSummary(run: Run, target: ChunkTarget, accepted: string | undefined): ChunkSummary {
  const { limits, session, stores } = run;
  const scenes = target.groups.map((group) => group.sceneIndex);
  return {
    id: undefined,
    corpus: target.corpus,
    threadId: target.threadId,
    chunkIndex: target.chunkIndex,
    firstScene: scenes.at(0) ?? 0,
    lastScene: scenes.at(-1) ?? 0,
    entryIds: stores.journal.readChangedEntries(target.groups.map((group) => group.sceneId)),
    origin: accepted === undefined ? 'extract' : 'model',
    text: accepted ?? extractSummary(listMessages(session.window.live, target.groups), limits.chunkSummary),
  };
}

function buildCumulativeSummary(
  run: Run,
  target: CumulativeTarget,
  accepted: string | undefined,
): CumulativeSummary {
  const { limits, session, stores } = run;
  const { fold } = session.window;
  const absorbed = fold.chunks.filter((chunk) =>
    target.absorbed.some((one) => isSameThread(one, chunk) && one.chunkIndex === chunk.chunkIndex),
  );
  const entryIds = new Set<EntryId>([
    ...(fold.cumulative?.entryIds ?? []),
    ...absorbed.flatMap((chunk) => chunk.entryIds),
    ...stores.journal.readChangedEntries(target.groups.map((group) => group.sceneId)),
  ]);
  const parts = [
    fold.cumulative?.text ?? '',
    ...absorbed.map((chunk) => chunk.text),
    extractSummary(listMessages(session.window.live, target.groups), limits.chunkSummary),
  ];
  const drawn = parts.filter((part) => part !== '').join('\n');
  return {
    id: undefined,
    through: target.threads.at(-1) ?? fold.cumulative?.through,
    entryIds: [...entryIds].sort((one, other) => one - other),
    origin: accepted === undefined ? 'extract' : 'model',
    text: cutSummary(accepted ?? drawn, limits.cumulativeSummary),
  };
}

function listMessages(
  live: readonly LoggedMessage[],
  groups: readonly SceneGroup[],
): readonly LoggedMessage[] {
  return live.filter(({ sequence }) =>
    groups.some((group) => group.from <= sequence && sequence <= group.to),
  );
}
