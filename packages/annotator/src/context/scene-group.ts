// Scene groups: the live messages of the window, gathered by the scene they belong to.

import type { ThreadRef } from '../corpus/corpus.ts';
import { type FoldLimits, scenesPerChunk } from './fold-limits.ts';
import type { LoggedMessage, SceneId, Sequence, SequenceRange } from './message-log.ts';

/** The turns of one scene: what folds together. */
export interface SceneGroup extends SequenceRange, ThreadRef {
  readonly sceneId: SceneId;
  readonly sceneIndex: number;
  readonly tokens: number;
}

/** Consecutive messages of one scene, in the order of the log. */
export function groupByScene(live: readonly LoggedMessage[]): readonly SceneGroup[] {
  const groups: SceneGroup[] = [];
  for (const logged of live) {
    const last = groups.at(-1);
    if (last?.sceneId === logged.sceneId) {
      groups[groups.length - 1] = { ...last, to: logged.sequence, tokens: last.tokens + logged.tokens };
    } else {
      const { sequence, sceneId, corpus, threadId, sceneIndex, tokens } = logged;
      groups.push({ from: sequence, to: sequence, sceneId, corpus, threadId, sceneIndex, tokens });
    }
  }
  return groups;
}

/** Groups of one thread as complete chunks, oldest first; scenes that do not fill a chunk yet are left out. */
export function listCompleteChunks(
  groups: readonly SceneGroup[],
  limits: Pick<FoldLimits, 'chunk'>,
): readonly (readonly SceneGroup[])[] {
  const chunks: SceneGroup[][] = [];
  let open: SceneGroup[] = [];
  let tokens = 0;
  for (const group of groups) {
    open.push(group);
    tokens += group.tokens;
    if (open.length < scenesPerChunk && tokens < limits.chunk) continue;
    chunks.push(open);
    open = [];
    tokens = 0;
  }
  return chunks;
}

/** The groups as ranges, neighbours joined. */
export function joinRanges(groups: readonly SequenceRange[]): readonly SequenceRange[] {
  const ranges: SequenceRange[] = [];
  for (const { from, to } of groups) {
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.to + 1) {
      ranges[ranges.length - 1] = { from: last.from, to: chooseLaterSequence(last.to, to) };
    } else {
      ranges.push({ from, to });
    }
  }
  return ranges;
}

function chooseLaterSequence(one: Sequence, other: Sequence): Sequence {
  return one > other ? one : other;
}
