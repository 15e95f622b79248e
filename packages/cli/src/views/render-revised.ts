// Renders what has changed in a story that was imported again: chapter by chapter, in plain words.

import { basename } from 'node:path';
import type { AddedCorpus } from '@terrarium/annotator/add-corpus';
import type { RevisedCorpus } from '@terrarium/annotator/update-corpus';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

type ThreadChange = Extract<RevisedCorpus, { readonly kind: 'revised' }>['changes'][number];
type Revised = Extract<AddedCorpus, { readonly revised: RevisedCorpus }>;

/** How many changes are named; the rest are only counted. */
const shownChanges = 30;

export function renderRevised(added: Revised, width: number): readonly string[] {
  return [...renderWas(added, width), ...renderOutcome(added, width)];
}

/** Says how a story was recognised although its file now has another name or lies elsewhere. */
function renderWas({ corpus, was }: Revised, width: number): readonly string[] {
  if (was === undefined) return [];
  const [before, now] = [basename(was), basename(corpus.source)];
  const text =
    before === now
      ? `${now} has moved to another folder: recognised by its content.`
      : `${now} was ${before} before: recognised by its content.`;
  return wrapText(text, { width });
}

function renderOutcome({ corpus, revised }: Revised, width: number): readonly string[] {
  const title = paint(corpus.title, 'bold');
  const name = `corpus "${corpus.name}"`;
  const wrapLine = (text: string) => wrapText(text, { width });
  switch (revised.kind) {
    case 'grown': {
      const grown = `${renderCount(revised.newPosts, 'new post')} and ${renderCount(revised.newThreads, 'new thread')}`;
      return wrapLine(
        `${title} has grown: ${grown} at the end of ${name}. What was read of it stays; the next run reads what is new.`,
      );
    }
    case 'revised': {
      const kept =
        revised.formerPosts === 0
          ? ''
          : ' What was read of the removed posts is kept, and so are the quotes from them.';
      return [
        ...wrapLine(`${title} has changed since it was imported as ${name}:`),
        ...renderThreadChanges(revised.changes, width),
        ...wrapLine(
          `${renderCount(revised.keptPosts, 'post')} of ${renderCount(revised.threads, 'thread')} stayed as ${revised.keptPosts === 1 ? 'it was and keeps its number' : 'they were and keep their numbers'}; ${renderCount(revised.newPosts, 'post')} added, ${renderNumber(revised.formerPosts)} removed.${kept}`,
        ),
      ];
    }
    default:
      return wrapLine(`${title} is the same as ${name}. Nothing is new.`);
  }
}

function renderThreadChanges(changes: readonly ThreadChange[], width: number): readonly string[] {
  const lines = changes.slice(0, shownChanges).flatMap((change) => {
    const { mark, text } = describeChange(change);
    return wrapText(text, { width, first: `  ${mark} `, indent: '    ' });
  });
  const more = changes.length - shownChanges;
  return more > 0 ? [...lines, `    … and ${renderCount(more, 'more change')}`] : lines;
}

function describeChange(change: ThreadChange): { readonly mark: string; readonly text: string } {
  const title = `"${change.title}"`;
  switch (change.kind) {
    case 'added':
      return {
        mark: paint('+', 'green'),
        text: `${title} is new at the end (${renderCount(change.posts, 'post')})`,
      };
    case 'inserted': {
      const place = change.after === '' ? 'at the beginning' : `after "${change.after}"`;
      return {
        mark: paint('+', 'green'),
        text: `${title} was inserted ${place} (${renderCount(change.posts, 'post')})`,
      };
    }
    case 'removed':
      return { mark: paint('-', 'red'), text: `${title} was removed (${renderCount(change.posts, 'post')})` };
    case 'moved': {
      const place = change.after === '' ? 'to the beginning' : `to after "${change.after}"`;
      return {
        mark: paint('>', 'yellow'),
        text: `${title} was moved ${place} (${renderCount(change.posts, 'post')})`,
      };
    }
    case 'renamed':
      return { mark: paint('~', 'yellow'), text: `${title} was called "${change.was}"` };
    case 'edited': {
      const { kept, fresh, gone } = change;
      const what = `${renderCount(fresh, 'post')} came, ${renderNumber(gone)} went, ${renderNumber(kept)} stayed`;
      return { mark: paint('~', 'yellow'), text: `${title} was edited: ${what}` };
    }
  }
}
