// Cuts the story that is known at a place into quotes of a few sentences: all of it, or what stands beside quotes.

import type { Span } from '../corpus/corpus.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import { measureText } from '../corpus/measure-text.ts';
import type { ReadPart } from '../glossary/read-parts.ts';
import { openStoryWordsStore } from '../glossary/story-words-store.ts';
import { openStoryReach } from '../moments/open-story-reach.ts';
import type { WorldView } from '../moments/open-world-view.ts';
import type { ShownQuote } from './render-question.ts';

/**
 * A quote ends at the end of a paragraph once it has this many characters, as `measureText` measures it. It has at most
 * `longestStretch`, unless one sentence is longer.
 */
const shortestStretch = 160;
const longestStretch = 400;

/**
 * The whole story that was read, as quotes in the order of reading; undefined if it takes more than `room`, as
 * `measureText` measures it, or if there is none, as when its file is missing.
 */
export function collectStory(
  view: WorldView,
  corpus: string | undefined,
  room: number,
): readonly ShownQuote[] | undefined {
  const quotes: ShownQuote[] = [];
  let left = room;
  const words = openStoryWordsStore(view.connection);
  for (const part of words.iterateParts(openStoryReach(view, words, corpus))) {
    const body = readBody(view, part.position).slice(0, part.end);
    left -= measureText(body.slice(part.start));
    if (left < 0) return undefined;
    quotes.push(...cutStretches(body, part).map((span) => buildQuote(view, part.position, span)));
  }
  return quotes.length === 0 ? undefined : quotes;
}

/**
 * For each quote, the text before and after it that is in no quote yet, as much as fits into `room`. The first quotes
 * come first.
 */
export function collectBeside(
  view: WorldView,
  quotes: readonly ShownQuote[],
  room: number,
): readonly ShownQuote[] {
  const taken = new Map<string, Span[]>();
  const placed = quotes.flatMap((quote) => {
    const span = findSpan(view, quote);
    if (span === undefined) return [];
    const key = `${quote.postId} ${quote.corpus}`;
    const spans = taken.get(key) ?? [];
    taken.set(key, [...spans, span]);
    return [{ quote, span, key }];
  });
  const store = openStoryWordsStore(view.connection);
  const found: ShownQuote[] = [];
  let left = room;
  for (const { quote, span, key } of placed) {
    // A long post may have been read in part; the view shows it whole unless it ends at a place.
    const body = readBody(view, quote).slice(0, store.measureRead(quote.corpus, quote.postId));
    for (const side of ['after', 'before'] as const) {
      const spans = taken.get(key) ?? [];
      const beside = findBeside(body, { span, side, spans, left });
      if (beside === undefined) continue;
      const added = { ...quote, text: body.slice(beside.start, beside.end).toWellFormed() };
      left -= measureText(added.text);
      taken.set(key, [...spans, beside]);
      found.push(added);
    }
  }
  return found;
}

/** The body of a post as far as it is known: the view cuts it at the place. */
function readBody({ corpora }: WorldView, { corpus, postId }: Pick<ShownQuote, 'corpus' | 'postId'>): string {
  return corpora.get(corpus)?.findPost(postId)?.body ?? '';
}

function buildQuote(
  view: WorldView,
  { corpus, postId, threadId }: ReadPart['position'],
  span: Span,
): ShownQuote {
  const known = view.corpora.get(corpus);
  const text = readBody(view, { corpus, postId }).slice(span.start, span.end).toWellFormed();
  return {
    corpus,
    postId,
    threadId,
    threadTitle: known?.findThread(threadId)?.title,
    author: known?.findPost(postId)?.author,
    text,
  };
}

function findSpan(view: WorldView, quote: ShownQuote): Span | undefined {
  const start = readBody(view, quote).indexOf(quote.text);
  return start === -1 ? undefined : { start, end: start + quote.text.length };
}

/** Whole sentences that follow one another, together up to `longestStretch` characters. */
export function cutStretches(body: string, span: Span): readonly Span[] {
  const stretches: Span[] = [];
  const measure = (from: number, to: number) => measureText(body.slice(from, to));
  for (const { start, end } of listSentenceLabels(body, span)) {
    const open = stretches.at(-1);
    const isFull = open !== undefined && measure(open.start, open.end) >= shortestStretch;
    const isNewParagraph = open !== undefined && /\n\s*\n/u.test(body.slice(open.end, start));
    if (open === undefined || measure(open.start, end) > longestStretch || (isFull && isNewParagraph))
      stretches.push({ start, end });
    else stretches[stretches.length - 1] = { start: open.start, end };
  }
  return stretches;
}

interface Beside {
  readonly span: Span;
  readonly side: 'after' | 'before';
  /** What is shown of the post already. */
  readonly spans: readonly Span[];
  /** How much may be added, as `measureText` measures it. */
  readonly left: number;
}

/** The sentences that follow a span, or come before it, up to what is shown already, as far as there is room. */
function findBeside(body: string, { span, side, spans, left }: Beside): Span | undefined {
  const sentences = listSentenceLabels(body);
  const inOrder =
    side === 'after'
      ? sentences.filter(({ start }) => start >= span.end)
      : sentences.filter(({ end }) => end <= span.start).toReversed();
  const isOut = ({ start, end }: Span): boolean =>
    Math.max(end - span.end, span.start - start) > longestStretch ||
    spans.some((one) => one.start < end && start < one.end);
  const stop = inOrder.findIndex(isOut);
  const free = stop === -1 ? inOrder : inOrder.slice(0, stop);
  const wider = free.map(({ start, end }) => ({
    start: Math.min(start, free[0]?.start ?? start),
    end: Math.max(end, free[0]?.end ?? end),
  }));
  return wider.findLast(({ start, end }) => measureText(body.slice(start, end)) <= left);
}
