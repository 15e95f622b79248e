// Closes a fold: collects its summaries, from the model or extracted from the text, and replaces the window.

import { decodeXml } from '@terrarium/kernel/foreign-text';
import {
  applyFold,
  type DraftFold,
  type FoldOutcome,
  type TrimResult,
  trimWindow,
} from '../context/apply-fold.ts';
import { estimateFold } from '../context/context-window.ts';
import type {
  ChunkSummary,
  CumulativeSummary,
  FoldId,
  FoldRecord,
  LoggedMessage,
} from '../context/message-log.ts';
import type { ChunkTarget, CumulativeTarget, SceneGroup } from '../context/plan-fold.ts';
import { isLive } from '../context/render-request.ts';
import { isSameThread } from '../corpus/corpus.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { OpenFold, SummaryTarget } from '../journal/journal.ts';
import { estimateIncoming } from './build-scene-message.ts';
import { computeRatio } from './count-window.ts';
import { cutSentences, cutSummary } from './cut-summary.ts';
import { type Run, recordStep, requireScene } from './run.ts';

/** Used as the id of a fold that is only measured. */
const draftId = 0 as FoldId;

/** If the fold makes the window smaller, applies the fold and opens its window. Returns whether the fold was applied. */
export function closeFold(run: Run, fold: OpenFold): boolean {
  const { session, environment, stores } = run;
  const began = environment.clock.monotonic();
  const { draft, tiers } = buildDraftFold(run, collectOutcome(run, fold));
  const tokensBefore = estimateWindow(run);
  const tokensAfter = estimateDraft(run, draft);
  if (tokensAfter >= tokensBefore) {
    recordStep(run, () => ({ body: { kind: 'fold-dropped' } }));
    return false;
  }
  const measures = {
    tiers: [...listTiers(fold), ...tiers],
    tokensBefore,
    tokensAfter,
    turnsRemoved: session.window.live.length - listLive(run, draft).length,
    milliseconds: environment.clock.monotonic() - began,
  };
  const records: FoldRecord[] = [];
  recordStep(run, (stepId) => {
    records.push(
      stores.context.appendFold({ conversationId: session.conversation.id, stepId, draft, measures }),
    );
    return { body: { kind: 'fold-applied' } };
  });
  for (const record of records) session.window.replaceFold(record);
  run.emit({ kind: 'fold-applied', ...measures });
  return true;
}

/** Calibrated tokens of the present window and of the scene that is still to be shown. */
export function estimateWindow(run: Run): number {
  const { id, ...present } = run.session.window.fold;
  return estimateDraft(run, present);
}

/** Whether trimming alone would make the window smaller. */
export function canTrim(run: Run): boolean {
  const nothing = { plan: { chunks: [], cumulative: undefined }, chunkSummaries: [], cumulative: undefined };
  return buildDraftFold(run, nothing).tiers.length > 0;
}

function buildDraftFold(run: Run, outcome: FoldOutcome): TrimResult {
  const { session, limits } = run;
  const scene = requireScene(run);
  const groups = session.window
    .listGroups()
    .filter((group) => session.progress.isOpened || group.sceneId !== scene.id);
  const folded = applyFold(session.window.fold, { groups, newest: session.window.newest }, outcome);
  const draft = { ...folded, preamble: run.session.preamble };
  const estimate = (trimmed: DraftFold) => estimateDraft(run, trimmed);
  return trimWindow(draft, {
    live: listLive(run, draft),
    estimate,
    emergency: limits.emergency,
    target: limits.target,
  });
}

function listLive(run: Run, draft: DraftFold): readonly LoggedMessage[] {
  return run.session.window.live.filter((logged) => isLive({ ...draft, id: draftId }, logged));
}

/** Calibrated tokens of the window that a draft would open, and of the scene that is still to be shown. */
function estimateDraft(run: Run, draft: DraftFold): number {
  const { session } = run;
  const incoming = session.progress.isOpened ? 0 : estimateIncoming(run);
  const tokens = estimateFold({ ...draft, id: draftId }, session.window.live) + incoming;
  return tokens * computeRatio(run);
}

function listTiers(fold: OpenFold): readonly number[] {
  const tiers: number[] = [];
  if (fold.plan.chunks.length > 0) tiers.push(0.5);
  if (fold.plan.cumulative !== undefined) tiers.push(1);
  return tiers;
}

/** Collects every summary of the plan, and the entries that its scenes created or changed. */
function collectOutcome(run: Run, fold: OpenFold): FoldOutcome {
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

const postPattern = /<post id="[^"]*"[^>]*>\n([\s\S]*?)\n<\/post>/g;
const labelPattern = /\[\d+\] /g;

/**
 * Takes the first sentence of each post that the messages show, and drops sentences evenly until the rest fits into
 * `maxTokens`.
 */
function extractSummary(messages: readonly LoggedMessage[], maxTokens: number): string {
  return cutSentences(
    messages.flatMap(({ message }) => extractLeads(message.content)),
    maxTokens,
  );
}

/** Returns the first sentences of the posts that a scene's message shows. */
function extractLeads(content: string): readonly string[] {
  return [...content.matchAll(postPattern)].map(([, body = '']) => {
    const [, first = ''] = body.split(labelPattern, 2);
    return decodeXml(first).replace(/\s+/g, ' ').trim();
  });
}
