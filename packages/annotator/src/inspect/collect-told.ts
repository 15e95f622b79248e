// Collects for each scene the summary that covers it, from the folds that had been applied at a given moment.

import type { ConversationId, FoldRecord, SceneId, SummaryText } from '../context/message-log.ts';
import { isSameThread } from '../corpus/corpus.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { notedLead } from '../reader/summarise-window.ts';
import { stripClosingNote } from './strip-closing-note.ts';

export interface ToldSummary {
  readonly text: string;
  /**
   * `extract`: sentences taken from the story, because the model had written no usable summary. `asked`: written by a
   * model for this recap alone.
   */
  readonly origin: 'model' | 'extract' | 'asked';
}

interface Telling {
  /** The scenes of all corpora that a summary may cover. */
  readonly scenes: readonly LedgerScene[];
  readonly last: SceneId;
  /** If given, a cumulative summary that also covers scenes of another corpus is ignored. */
  readonly only: string | undefined;
  /**
   * Whether the built-in reader wrote the summaries. Its cumulative summary does not include the previous one: it
   * covers only the scenes that were folded with it.
   */
  readonly isBuiltIn: boolean;
}

type ContextStore = Annotator['stores']['context'];

export function collectTold(context: ContextStore, telling: Telling): ReadonlyMap<SceneId, ToldSummary> {
  const told = new Map<SceneId, ToldSummary>();
  const conversation = context.findConversation('reading');
  if (conversation === undefined) return told;
  const end = context.findMessageBehind(telling.last, conversation.id) ?? Number.MAX_SAFE_INTEGER;
  const folds = context.readFolds(conversation.id).filter(({ fold }) => fold.afterSequence < end);
  const chunks = new Set<number | undefined>();
  for (const [at, { fold }] of folds.entries()) {
    for (const chunk of fold.chunks.filter(({ id }) => !chunks.has(id))) {
      chunks.add(chunk.id);
      const summary = toSummary(chunk, telling);
      for (const { id } of telling.scenes.filter((scene) => isInChunk(scene, chunk))) told.set(id, summary);
    }
    const { cumulative } = fold;
    if (cumulative === undefined || cumulative.id === folds[at - 1]?.fold.cumulative?.id) continue;
    const next = folds[at + 1]?.fold.afterSequence ?? Number.MAX_SAFE_INTEGER;
    const covered = listCovered(context, telling, {
      fold,
      to: Math.min(next, end - 1),
      conversationId: conversation.id,
    });
    addCumulative(told, toSummary(cumulative, telling), { telling, covered });
  }
  return told;
}

interface Window {
  readonly fold: FoldRecord;
  /** The last message of the window before the next fold. */
  readonly to: number;
  readonly conversationId: ConversationId;
}

/**
 * The scenes that the cumulative summary of a fold covers: all scenes that the model had been shown, except those in
 * the fold's window or in a chunk.
 */
function listCovered(
  context: ContextStore,
  { scenes }: Telling,
  { fold, to, conversationId }: Window,
): readonly LedgerScene[] {
  const ranges = [...fold.kept, { from: fold.afterSequence + 1, to }];
  const live = new Set(ranges.flatMap((range) => context.listScenes(conversationId, range.from, range.to)));
  const newest = context.readNewestScene(conversationId, fold.afterSequence);
  return scenes.filter((scene) => scene.id <= newest && !live.has(scene.id) && !isOpen(scene, fold));
}

function isOpen(scene: LedgerScene, { chunks }: FoldRecord): boolean {
  return chunks.some((chunk) => isInChunk(scene, chunk));
}

function isInChunk(scene: LedgerScene, chunk: FoldRecord['chunks'][number]): boolean {
  return (
    isSameThread(chunk, scene) && chunk.firstScene <= scene.sceneIndex && scene.sceneIndex <= chunk.lastScene
  );
}

interface Covered {
  readonly telling: Telling;
  readonly covered: readonly LedgerScene[];
}

function addCumulative(
  told: Map<SceneId, ToldSummary>,
  summary: ToldSummary,
  { telling: { only, isBuiltIn }, covered }: Covered,
): void {
  const fresh = isBuiltIn ? covered.filter(({ id }) => !told.has(id)) : covered;
  if (only !== undefined && fresh.some(({ corpus }) => corpus !== only)) return;
  for (const { id } of fresh) told.set(id, summary);
}

/**
 * Reads a summary without its end if this is about the glossary: the names that the built-in reader lists, about which
 * the glossary knows more today, or the closing note of a model.
 */
function toSummary({ text, origin }: SummaryText, { isBuiltIn }: Telling): ToldSummary {
  const noted = isBuiltIn ? text.lastIndexOf(notedLead) : -1;
  return { text: noted > 0 ? text.slice(0, noted).trim() : stripClosingNote(text), origin };
}
