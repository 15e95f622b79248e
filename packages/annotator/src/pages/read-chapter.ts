// Reads a chapter for the reading view: its paragraphs, with the names marked that a reader knows by then.

import { UsageError } from '@terrarium/kernel/errors';
import type { Corpus, PostId, StoryPost, Thread, ThreadId } from '../corpus/corpus.ts';
import { splitIntoParagraphs } from '../corpus/split-body.ts';
import { buildSurfaceIndex } from '../glossary/surface-index.ts';
import type { LedgerScene, SceneStatus } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { readReachedScene } from '../moments/resolve-moment.ts';
import { stripStoryTitle } from '../world/strip-story-title.ts';
import { findOpenScene, findSceneAt, listPlacedScenes } from './find-scene-at.ts';
import type { NameHistory } from './name-history.ts';
import { nameStory } from './name-story.ts';
import { findKnownStop } from './place-within.ts';

/** A name in a paragraph: UTF-16 offsets within it. */
export interface NameMark {
  readonly start: number;
  readonly end: number;
  /** The entries of that name; several for homographs. */
  readonly entries: readonly number[];
  /** Whether the story names it here for the first time. */
  readonly isNew: boolean;
}

export interface Paragraph {
  readonly postId: PostId;
  /** Where it begins in the post's body. */
  readonly start: number;
  readonly text: string;
  readonly marks: readonly NameMark[];
}

export interface ChapterPost {
  readonly postId: PostId;
  readonly author: string | undefined;
  readonly subject: string | undefined;
  /** Unix time in seconds. */
  readonly time: number | undefined;
  /** Whether it belongs to the story: a reader's post does not. */
  readonly isStory: boolean;
}

export interface ChapterPage {
  readonly thread: Thread;
  readonly posts: readonly ChapterPost[];
  readonly paragraphs: readonly Paragraph[];
  /** Where the next page begins; undefined at the chapter's end. */
  readonly next: number | undefined;
  /** Whether the model has read all of it, some of it, or nothing yet. */
  readonly reading: 'whole' | 'partly' | 'unread';
}

export interface ChapterRequest {
  readonly corpus: string;
  readonly threadId: ThreadId;
  /** How many paragraphs of the chapter stand before the page. */
  readonly from: number;
}

/** This much text is more than a screenful anywhere, and still quick to show and to find names in. */
const pageCharacters = 20_000;

/**
 * Marks a name only from where a reader knows it: by what was known at the end of the scene before, and by the headings
 * of entries that the scene itself brings. Throws `UsageError` where there is no such chapter.
 */
export function readChapter(
  annotator: Annotator,
  history: NameHistory,
  request: ChapterRequest,
): ChapterPage {
  const { corpus, thread } = requireThread(annotator, request);
  const scenes = listPlacedScenes(annotator, request);
  const posts = corpus.readRange({ threadId: thread.id });
  const all = posts.flatMap(splitPost);
  const page = cutPage(all, request.from);
  const findScene = ({ postId, start }: PlainParagraph) => {
    const place = corpus.findPlace(postId);
    return place === undefined ? undefined : findSceneAt(scenes, place, start);
  };
  const first = findOpenScene(annotator, request, { scenes, found: undefined });
  const reached = readReachedScene(annotator);
  const mark = openMarker({ findScene, first, reached }, history);
  // What the first scene of the page names before the page begins is not new on it.
  for (const earlier of listBefore(all, request.from, findScene)) mark(earlier);
  const shown = new Set(page.map(({ postId }) => postId));
  const end = request.from + page.length;
  return {
    thread: { ...thread, title: stripStoryTitle(thread.title, nameStory(annotator, request.corpus)) },
    posts: posts.filter(({ postId }) => shown.has(postId)).map((post) => buildPost(post, thread.title)),
    paragraphs: page.map((paragraph) => ({ ...paragraph, marks: mark(paragraph) })),
    next: end < all.length ? end : undefined,
    reading: describeReading(scenes.map(({ scene }) => scene.status)),
  };
}

function requireThread(
  { corpora }: Annotator,
  { corpus: name, threadId }: ChapterRequest,
): { readonly corpus: Corpus; readonly thread: Thread } {
  const corpus = corpora.get(name);
  const thread = corpus?.findThread(threadId);
  if (corpus !== undefined && thread !== undefined) return { corpus, thread };
  throw new UsageError({
    code: 'story.no-chapter',
    happened: `The story has no chapter ${threadId}${corpora.size > 1 ? ` in ${name}` : ''}.`,
    todo: 'Choose one from the list of chapters.',
  });
}

type PlainParagraph = Omit<Paragraph, 'marks'>;

function splitPost({ postId, body }: StoryPost): readonly PlainParagraph[] {
  return splitIntoParagraphs(body).flatMap(({ start, end }) => {
    const whole = body.slice(start, end);
    const text = whole.trim();
    return text === '' ? [] : [{ postId, start: start + whole.indexOf(text), text }];
  });
}

function cutPage(all: readonly PlainParagraph[], from: number): readonly PlainParagraph[] {
  let size = 0;
  const rest = all.slice(Math.max(0, from));
  const end = rest.findIndex(({ text }) => {
    size += text.length;
    return size > pageCharacters;
  });
  return end === -1 ? rest : rest.slice(0, Math.max(1, end));
}

/** Many posts repeat the title of their thread, or the end of the title: such a post has no subject of its own. */
function buildPost({ postId, author, subject = '', time, tags }: StoryPost, title: string): ChapterPost {
  const own = title.trim().endsWith(subject.trim()) ? undefined : subject;
  return { postId, author, subject: own, time, isStory: tags.includes('qm_post') };
}

type FindScene = (paragraph: PlainParagraph) => LedgerScene | undefined;

/** The paragraphs before the page that belong to the scene with which it begins. */
function listBefore(
  all: readonly PlainParagraph[],
  from: number,
  findScene: FindScene,
): readonly PlainParagraph[] {
  const first = all[from];
  const scene = first === undefined ? undefined : findScene(first);
  if (scene === undefined) return [];
  return all.slice(0, from).filter((paragraph) => findScene(paragraph)?.id === scene.id);
}

interface MarkerOptions {
  readonly findScene: FindScene;
  readonly first: number;
  /** The last scene that the reader has come past. */
  readonly reached: number;
}

/** Paragraphs come in the order of the story: a name is new where its scene names it first. */
function openMarker(
  { findScene, first, reached }: MarkerOptions,
  history: NameHistory,
): (paragraph: PlainParagraph) => readonly NameMark[] {
  const fresh = buildSurfaceIndex();
  const met = new Set<number>();
  let prepared: number | undefined;
  const prepareFor = (scene: number): void => {
    if (scene === prepared) return;
    prepared = scene;
    fresh.clear();
    for (const { id, names } of history.listNew(scene)) fresh.set(id, names);
  };
  return (paragraph) => {
    const { text } = paragraph;
    const scene = findScene(paragraph);
    if (scene !== undefined) prepareFor(scene.id);
    const known = history.readIndex(findKnownStop(scene?.id ?? first, reached));
    const marks = known.listMatches(text).map(({ ids, ...span }) => ({ ...span, ids, isNew: false }));
    const news =
      scene === undefined
        ? []
        : fresh.listMatches(text).map(({ ids, ...span }) => ({ ...span, ids, isNew: true }));
    return mergeMarks(marks, news).map(({ start: from, end, ids, isNew }) => {
      const isFirst = isNew && ids.some((id) => !met.has(id));
      for (const id of ids) met.add(id);
      return { start: from, end, entries: ids, isNew: isFirst };
    });
  };
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly ids: readonly number[];
  readonly isNew: boolean;
}

/** Where two overlap, the longer one is kept. */
function mergeMarks(known: readonly Match[], news: readonly Match[]): readonly Match[] {
  if (news.length === 0) return known;
  const all = [...known, ...news].toSorted(
    (one, other) => one.start - other.start || other.end - one.end || Number(one.isNew) - Number(other.isNew),
  );
  const merged: Match[] = [];
  for (const match of all) {
    const last = merged.at(-1);
    if (last === undefined || match.start >= last.end) merged.push(match);
    else if (match.end - match.start > last.end - last.start) merged[merged.length - 1] = match;
  }
  return merged;
}

function describeReading(statuses: readonly SceneStatus[]): ChapterPage['reading'] {
  if (statuses.length > 0 && statuses.every((status) => status === 'committed')) return 'whole';
  return statuses.includes('committed') ? 'partly' : 'unread';
}
