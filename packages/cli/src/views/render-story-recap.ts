// Renders the story so far, each part with the posts that it is based on.

import type { Recap, RecapPart } from '@terrarium/annotator/read-recap';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { isBuiltIn } from '@terrarium/composition/is-built-in';
import { cutText, wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { renderParagraphs } from './render-paragraphs.ts';

/** The name and definition of an entry are cut to about this many lines. */
const shownLines = 2;

export function renderStoryRecap(recap: Recap, width: number): readonly string[] {
  const { parts, skipped, models, isShortened, asked } = recap;
  if (parts.length === 0) return ['Nothing of the story was read up to there.'];
  const notes = [
    ...(isShortened
      ? ['Shortened: "terrarium recap --all" tells everything; --words 1500 tells more than this.']
      : []),
    ...(asked === undefined
      ? [...describeMissing(parts), ...describeReader(models, parts)]
      : [`What had no summary yet was summed up just now by ${asked.model}. Nothing of that is stored.`]),
    ...describeSkipped(skipped),
  ];
  return [
    ...parts.flatMap((part, at) => [...(at === 0 ? [] : ['']), ...renderPart(part, width)]),
    ...notes.flatMap((note) => ['', ...wrapText(note, { width }).map((line) => paint(line, 'dim'))]),
  ];
}

function renderPart(part: RecapPart, width: number): readonly string[] {
  const { summary, noted, notedMore } = part;
  const body =
    summary === undefined
      ? [...wrapText(describeNoted(noted.length), { width, indent: '  ' }), ...renderNoted(noted, width)]
      : renderParagraphs(stripLinks(summary.text), width);
  const more =
    notedMore === 0 ? [] : [paint(`  … and ${renderCount(notedMore, 'more entry', 'more entries')}`, 'dim')];
  return [...wrapText(describePosts(part), { width }).map((line) => paint(line, 'bold')), ...body, ...more];
}

function describePosts({ first, last, posts, summary }: RecapPart): string {
  const drawn = summary?.origin === 'extract' ? ', sentences of the story' : '';
  if (first.corpus !== last.corpus) {
    const ends = [first, last].map(({ threadTitle, corpus }) => `${corpus}: ${threadTitle ?? 'its posts'}`);
    return `${ends.join(' to ')} · ${renderCount(posts, 'post')}${drawn}`;
  }
  const range =
    first.postId === last.postId ? `Post ${first.postId}` : `Posts ${first.postId} to ${last.postId}`;
  const names = [...new Set([first, last].map(({ threadTitle, corpus }) => threadTitle ?? corpus))];
  const count = first.postId === last.postId ? '' : ` (${renderCount(posts, 'post')})`;
  return `${names.join(' to ')} · ${range}${count}${drawn}`;
}

function describeNoted(count: number): string {
  return count === 0 ? 'No summary yet, and nothing new was noted.' : 'No summary yet. New here:';
}

function renderNoted(noted: RecapPart['noted'], width: number): readonly string[] {
  return noted.flatMap(({ term, definition }) =>
    wrapText(cutText(`${term}: ${stripLinks(definition)}`, width * shownLines), {
      width,
      indent: '      ',
      first: '    ',
    }),
  );
}

function describeMissing(parts: readonly RecapPart[]): readonly string[] {
  const isOpen = parts.some(({ summary }) => summary === undefined);
  if (!isOpen) return [];
  return [
    'The model that reads the story sums up a part when it leaves its window. With a model named, this command has it sum up the rest.',
  ];
}

function describeReader(models: readonly string[], parts: readonly RecapPart[]): readonly string[] {
  if (!models.every(isBuiltIn) || models.length === 0) return [];
  return parts.some(({ summary }) => summary !== undefined)
    ? ['The built-in reader read this story. It cannot sum up: its summaries are sentences of the story.']
    : [
        'The built-in reader read this story. It cannot sum up: a language model makes summaries while it reads.',
      ];
}

function describeSkipped(skipped: number): readonly string[] {
  if (skipped === 0) return [];
  const what = `${renderCount(skipped, 'scene was', 'scenes were')} skipped, and nothing is told of them here`;
  return [`${what}; "terrarium annotate retry" reads them.`];
}
