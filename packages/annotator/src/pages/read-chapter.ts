// Reads a chapter for the reading view: its paragraphs, in which the names that a reader knows by then are marked.

import { UsageError } from '@terrarium/kernel/errors';
import type { Corpus, PostId, StoryPost, Thread, ThreadId } from '../corpus/corpus.ts';
import { splitIntoParagraphs } from '../corpus/split-body.ts';
import type { LedgerScene, SceneStatus } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { readReachedScene } from '../moments/resolve-moment.ts';
import { nameChapter } from '../world/name-chapter.ts';
import { findOpenScene, findSceneAt, listPlacedScenes } from './find-scene-at.ts';
import { joinReadings, type ParagraphReading } from './join-readings.ts';
import { type NameMark, openMarker } from './mark-names.ts';
import type { NameHistory } from './name-history.ts';

export interface Paragraph {
  readonly postId: PostId;
  /** How many UTF-16 units of the post's body come before the paragraph. */
  readonly start: number;
  readonly text: string;
  readonly marks: readonly NameMark[];
  readonly readings: readonly ParagraphReading[];
}

export interface ChapterPost {
  readonly postId: PostId;
  readonly author: string | undefined;
  readonly subject: string | undefined;
  /** Unix time in seconds. */
  readonly time: number | undefined;
  /** Whether the post belongs to the story; a reader's post does not. */
  readonly isStory: boolean;
}

export interface ChapterPage {
  readonly thread: Thread;
  readonly posts: readonly ChapterPost[];
  readonly paragraphs: readonly Paragraph[];
  /** Where the next page begins; undefined on the last page. */
  readonly next: number | undefined;
  /** Whether the model has read the whole chapter, some of it, or nothing yet. */
  readonly reading: 'whole' | 'partly' | 'unread';
}

export interface ChapterRequest {
  readonly corpus: string;
  readonly threadId: ThreadId;
  /** How many paragraphs of the chapter come before the page. */
  readonly from: number;
}

/** This much text fills any screen, and can still be shown and searched for names quickly. */
const pageCharacters = 20_000;

/**
 * Marks the names of entries that the reader knows at that point, and of things that become entries only later. Throws
 * `UsageError` if there is no such chapter.
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
  const stories = new Set(posts.filter(isOfStory).map(({ postId }) => postId));
  const markText = openMarker({ annotator, history, first, reached });
  const mark = (paragraph: PlainParagraph) =>
    markText({
      text: paragraph.text,
      place: { corpus: request.corpus, postId: paragraph.postId, offset: paragraph.start },
      isStory: stories.has(paragraph.postId),
      scene: findScene(paragraph),
    });
  // A name is not new on the page if an earlier paragraph of the page's first scene has it.
  for (const earlier of listBefore(all, request.from, findScene)) mark(earlier);
  const shown = new Set(page.map(({ postId }) => postId));
  const end = request.from + page.length;
  return {
    thread: { ...thread, title: nameChapter(annotator, request.corpus, thread.title) },
    posts: posts.filter(({ postId }) => shown.has(postId)).map((post) => buildPost(post, thread.title)),
    paragraphs: page.map((paragraph) => ({
      ...paragraph,
      ...joinReadings(paragraph.text, mark(paragraph)),
    })),
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

type PlainParagraph = Omit<Paragraph, 'marks' | 'readings'>;

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

/** Many posts have the title of their thread, or the end of it, as their subject: they have no subject of their own. */
function buildPost({ postId, author, subject = '', time, tags }: StoryPost, title: string): ChapterPost {
  const own = title.trim().endsWith(subject.trim()) ? undefined : subject;
  return { postId, author, subject: own, time, isStory: isOfStory({ tags }) };
}

function isOfStory({ tags }: Pick<StoryPost, 'tags'>): boolean {
  return tags.includes('qm_post');
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

function describeReading(statuses: readonly SceneStatus[]): ChapterPage['reading'] {
  if (statuses.length > 0 && statuses.every((status) => status === 'committed')) return 'whole';
  return statuses.includes('committed') ? 'partly' : 'unread';
}
