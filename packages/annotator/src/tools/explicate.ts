// The tool `explicate`: shows the posts that words of a definition come from, and the snapshot whose reader may be asked.

import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { type Explication, explicate, maxQuoteCharacters } from '../as-of/explicate.ts';
import type { Span } from '../corpus/corpus.ts';
import type { Evidence } from '../glossary/entry.ts';
import { renderContent, renderElement } from '../prompts/render-element.ts';
import { findReadablePost, type ReadablePost } from './reading-limit.ts';
import { entryReference, resolveEntry } from './resolve-entry.ts';
import { buildTolerantLine, buildTolerantObject } from './tolerant-input.ts';
import type { ToolContext } from './tool-context.ts';

const maxPosts = 3;
/** At most this many characters of a post are shown on each side of the marked words. */
const shownBeside = 400;

const input = buildTolerantObject(
  {
    quote: buildTolerantLine(maxQuoteCharacters).describe('Words of a definition'),
    entry_id: entryReference.optional(),
  },
  { text: 'quote', id: 'entry_id', entry: 'entry_id' },
);

export const explicateWords = buildTool<typeof input, ToolContext>({
  name: 'explicate',
  description: 'Show which words of the story some words of a definition come from.',
  isWrite: false,
  input,
  run(call, context): ToolAnswer {
    if (call.quote === '') return { ok: false, say: 'Give in "quote" some words of a definition.' };
    const resolved = call.entry_id === undefined ? undefined : resolveEntry(context, call.entry_id);
    if (resolved?.ok === false) return resolved;
    const found = explicate(context.glossary, { quote: call.quote, entryId: resolved?.entry.id });
    if (found !== undefined) return { ok: true, say: renderExplication(found, context) };
    const whose =
      resolved === undefined ? 'No definition' : `The definition of "${resolved.entry.term}" never`;
    return { ok: false, say: renderContent(`${whose} says that. Copy some words of a definition exactly.`) };
  },
});

/**
 * Renders for the model, among other things, the words of the story and the snapshot whose reader it may ask, but no
 * revisions, former wordings or reasons.
 */
function renderExplication({ origin, quotes, unsaid, others }: Explication, context: ToolContext): string {
  const { entry, revision } = origin;
  const posts = quotes.flatMap(({ piece }) => {
    const post = isHere(piece, context) ? findReadablePost(context, piece.postId) : undefined;
    return post === undefined || piece.end > post.span.end ? [] : [renderMarked(post, piece)];
  });
  const snapshot = context.snapshots?.findFirstKnowing(revision.id);
  const offer =
    snapshot === undefined
      ? []
      : [renderElement('snapshot', { id: snapshot.id, entries: snapshot.entryCount })];
  const more =
    others.total === 0
      ? []
      : [renderElement('others', { entries: others.total }, 'Quote more words, or give entry_id.')];
  const missing =
    unsaid.length === 0
      ? []
      : [renderElement('unsaid', {}, `No quote has: ${renderContent(unsaid.join(', '))}.`)];
  const lines = [...posts.slice(0, maxPosts), ...missing, ...offer, ...more];
  return renderElement('explicated', { entry_id: entry.id, term: entry.term }, `\n${lines.join('\n')}\n`);
}

function isHere({ corpus }: Evidence, { position }: ToolContext): boolean {
  return corpus === position.corpus;
}

function renderMarked({ body, postId, threadId, span }: ReadablePost, { start, end }: Span): string {
  const from = Math.max(span.start, start - shownBeside);
  const to = Math.min(span.end, end + shownBeside);
  const marked = renderElement('source', {}, renderContent(body.slice(start, end)));
  const text = `${renderContent(body.slice(from, start))}${marked}${renderContent(body.slice(end, to))}`;
  const cut = from > span.start || to < span.end ? 'true' : undefined;
  return renderElement('post', { id: postId, thread: threadId, cut }, `\n${text}\n`);
}
