// Reads what happened up to a place: the summaries written by then and, for parts without a summary, the entries noted.

import { Bug } from '@terrarium/kernel/errors';
import type { SceneId } from '../context/message-log.ts';
import { nameThread, type Position, type Span, type StoryPost } from '../corpus/corpus.ts';
import { findReplacement } from '../corpus/find-replacement.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import { computeSalience } from '../glossary/salience.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { readPresentPosts } from '../moments/find-scene-end.ts';
import { readLastKnown, type WorldView } from '../moments/open-world-view.ts';
import { drawSentences } from '../reader/draw-sentences.ts';
import { findSpeechAround, listSpeeches } from '../reader/list-speeches.ts';
import { collectTold, type ToldSummary } from './collect-told.ts';
import { computeShares } from './recap-shares.ts';
import { removeRepeats } from './remove-repeats.ts';

export interface RecapPlace extends Position {
  readonly threadTitle: string | undefined;
}

export interface RecapPart {
  readonly first: RecapPlace;
  readonly last: RecapPlace;
  readonly posts: number;
  /** Undefined if the part has no summary but is the first to name some entries, or if the story's file is missing. */
  readonly summary: ToldSummary | undefined;
  /** If there is no summary: the most important entries that are first named in this part. */
  readonly noted: readonly GlossaryEntry[];
  /** How many more entries are first named in this part. */
  readonly notedMore: number;
}

export interface Recap {
  readonly parts: readonly RecapPart[];
  /** How many scenes up to the place were skipped: nothing is known about these. */
  readonly skipped: number;
  /** The models that read the story, oldest run first. */
  readonly models: readonly string[];
  readonly isShortened: boolean;
  /** The model that summed up parts only for this recap; undefined if no model did. */
  readonly asked?: RecapTeller | undefined;
}

export interface RecapTeller {
  readonly model: string;
  readonly promptVersion: string;
}

const mostNoted = 6;
/** The maximum number of characters that the sentences taken from a part may have. */
const longestExtract = 900;
/** A longer speech would leave hardly any room for other sentences. */
const longestSpeech = 320;
/** The name that the built-in reader's runs record as their model. */
const builtInReader = 'builtin:reader';

/**
 * Returns the parts in reading order. If `only` names a corpus, returns only parts of this corpus, without summaries
 * that also cover others. A summary counts only if its model had read nothing after the place when it wrote the
 * summary. `retold` has summaries for parts that have none (see `listUntold`). Throws `StorageError` if a fold is
 * damaged.
 */
export function readRecap(
  annotator: Annotator,
  view: WorldView,
  only?: string,
  retold: ReadonlyMap<SceneId, ToldSummary> = new Map(),
): Recap {
  const { scenes, stretches, models, isBuiltIn } = readStretches(annotator, view, only, retold);
  return {
    parts: removeRepeats(stretches.map((stretch) => buildPart(view, stretch, isBuiltIn))),
    skipped: scenes.filter(({ status }) => status === 'skipped' || status === 'failed').length,
    models,
    isShortened: false,
  };
}

/** Whether a model has nothing to add, because a model summed up every part while it read, or nothing was read. */
export function isSummedUp({ parts, models }: Recap): boolean {
  if (parts.length === 0) return true;
  return !isAllBuiltIn(models) && parts.every(({ summary }) => summary?.origin === 'model');
}

function isAllBuiltIn(models: readonly string[]): boolean {
  return models.every((model) => model === builtInReader);
}

/** A part for which no model has written a summary that may be used. */
export interface UntoldPart {
  readonly scenes: readonly SceneId[];
  /** Where the part begins. */
  readonly first: RecapPlace;
  /** The part's share of the words of a recap: newer parts get more. */
  readonly share: number;
  /**
   * Reads the sentences of the part's posts, without readers' comments; none if the story's file is missing. The first
   * of a paragraph begins with `paragraph`.
   */
  readSentences(): readonly string[];
}

/** Lists the parts that no model has summed up, in reading order. Throws `StorageError` if a fold is damaged. */
export function listUntold(annotator: Annotator, view: WorldView, only?: string): readonly UntoldPart[] {
  const { stretches, isBuiltIn } = readStretches(annotator, view, only);
  const shares = computeShares(stretches.length, 1);
  return stretches.flatMap(({ scenes, summary }, at) => {
    const [scene] = scenes;
    if (scene === undefined || (summary?.origin === 'model' && !isBuiltIn)) return [];
    const first = toPlace(view, scene, scene.firstPostId);
    const ids = scenes.map(({ id }) => id);
    return { scenes: ids, first, share: shares[at] ?? 0, readSentences: () => readSentences(view, scenes) };
  });
}

interface Stretch {
  readonly scenes: readonly LedgerScene[];
  readonly summary: ToldSummary | undefined;
}

interface Stretches {
  /** All scenes up to the place. */
  readonly scenes: readonly LedgerScene[];
  readonly stretches: readonly Stretch[];
  readonly models: readonly string[];
  readonly isBuiltIn: boolean;
}

function readStretches(
  { stores }: Annotator,
  view: WorldView,
  only: string | undefined,
  retold: ReadonlyMap<SceneId, ToldSummary> = new Map(),
): Stretches {
  const last = readLastKnown(view);
  const all = [...stores.ledger.iterateScenes()].filter(({ id }) => id <= last);
  const scenes = all.filter(({ corpus }) => only === undefined || corpus === only);
  const models = [...new Set(stores.journal.readRuns().map(({ model }) => model))];
  const isBuiltIn = isAllBuiltIn(models);
  const told = collectTold(stores.context, { scenes: all, last, only, isBuiltIn });
  const stretches = groupScenes(
    scenes.filter(({ status }) => status === 'committed'),
    new Map([...told, ...retold]),
  );
  return { scenes, stretches, models, isBuiltIn };
}

/**
 * Groups consecutive scenes that are covered by the same summary, or that are in the same thread and have no summary.
 */
function groupScenes(
  scenes: readonly LedgerScene[],
  told: ReadonlyMap<SceneId, ToldSummary>,
): readonly Stretch[] {
  const stretches: { scenes: LedgerScene[]; key: string; summary: ToldSummary | undefined }[] = [];
  for (const scene of scenes) {
    const summary = told.get(scene.id);
    const key = summary === undefined ? nameThread(scene) : summary.text;
    const open = stretches.at(-1);
    if (open?.key === key) open.scenes.push(scene);
    else stretches.push({ scenes: [scene], key, summary });
  }
  return stretches;
}

function buildPart(view: WorldView, { scenes, summary: written }: Stretch, isBuiltIn: boolean): RecapPart {
  const [first] = scenes;
  const last = scenes.at(-1);
  if (first === undefined || last === undefined) throw new Bug('A part of a recap has no scene.');
  const noted = written === undefined && !isBuiltIn ? listNoted(view, scenes) : [];
  const summary = written ?? (noted.length === 0 ? extractSentences(view, scenes) : undefined);
  return {
    first: toPlace(view, first, first.firstPostId),
    last: toPlace(view, last, last.lastPostId),
    posts: scenes.reduce((sum, scene) => sum + scene.posts, 0),
    summary,
    noted: noted.slice(0, mostNoted),
    notedMore: Math.max(0, noted.length - mostNoted),
  };
}

/** Stands before the first sentence of a paragraph. */
export const paragraph = '\n\n';

/** Takes sentences from the posts of a part. Undefined if there are none, as when the story's file is missing. */
function extractSentences(view: WorldView, scenes: readonly LedgerScene[]): ToldSummary | undefined {
  const stretches = readPosts(view, scenes).flatMap(({ body }) =>
    listWithSpeeches(body).map((span) => readSpan(body, span)),
  );
  const text = drawSentences(
    stretches.filter((sentence) => sentence !== ''),
    longestExtract,
  );
  return text === '' ? undefined : { text, origin: 'extract' };
}

/** The sentences of a text. The sentences of a speech are kept together, unless the speech is too long for a recap. */
function listWithSpeeches(body: string): readonly Span[] {
  const speeches = listSpeeches(body).filter(({ start, end }) => end - start <= longestSpeech);
  const stretches: Span[] = [];
  for (const { start, end } of listSentenceLabels(body)) {
    const open = findSpeechAround(speeches, start) === undefined ? undefined : stretches.pop();
    stretches.push({ start: open?.start ?? start, end });
  }
  return stretches;
}

function readSentences(view: WorldView, scenes: readonly LedgerScene[]): readonly string[] {
  return readPosts(view, scenes).flatMap(({ body }) => {
    let last = 0;
    return listSentenceLabels(body).flatMap((span) => {
      const isBreak = last === 0 || /\n\s*\n/u.test(body.slice(last, span.start));
      const sentence = readSpan(body, span);
      last = span.end;
      return sentence === '' ? [] : [isBreak ? `${paragraph}${sentence}` : sentence];
    });
  });
}

function readSpan(body: string, { start, end }: Span): string {
  return body.slice(start, end).replace(/\s+/gu, ' ').trim();
}

function toPlace({ corpora }: WorldView, scene: LedgerScene, postId: Position['postId']): RecapPlace {
  const { corpus, threadId } = scene;
  return { corpus, threadId, postId, threadTitle: corpora.get(corpus)?.findThread(threadId)?.title };
}

/** The posts of the scenes, without readers' comments; of a long post, only the parts that the scenes show. */
function readPosts({ corpora, stores }: WorldView, scenes: readonly LedgerScene[]): readonly StoryPost[] {
  return scenes.flatMap((scene) => {
    const corpus = corpora.get(scene.corpus);
    return corpus === undefined ? [] : readPresentPosts(corpus, stores.ledger, scene);
  });
}

/** Lists the entries that are first named in these scenes of one thread, most important entries first. */
function listNoted(view: WorldView, scenes: readonly LedgerScene[]): readonly GlossaryEntry[] {
  const { glossary } = view.stores;
  const posts = new Set(readPosts(view, scenes).map(({ postId }) => postId));
  const isHere = ({ corpus, postId }: Position): boolean => {
    const known = view.corpora.get(corpus);
    return posts.has((known && findReplacement(known, postId)?.first) ?? postId);
  };
  return [...glossary.iterateEntries({ firstIn: scenes[0] })]
    .filter(({ firstSeen }) => isHere(firstSeen))
    .map((entry) => ({ entry, salience: computeSalience(glossary.readSpread(entry.id), entry.tags) }))
    .sort((one, other) => other.salience - one.salience || one.entry.id - other.entry.id)
    .map(({ entry }) => entry);
}
