// Checks the tags that a model gives an entry: leaves out tags with words that were not read, and tells the model so.

import { type GlossaryEntry, kindTags } from '../glossary/entry.ts';
import { renderContent } from '../prompts/render-element.ts';
import { normaliseTags } from './check-names.ts';
import { listUnreadInTag } from './check-unread.ts';
import type { ToolContext } from './tool-context.ts';

export interface CheckedTags {
  readonly tags: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Leaves out tags with an unread name or coined word, unless the entry itself has the word. A tag with any other word
 * that is neither in a dictionary nor in the story is left out until it is sent again. Tags that name a kind, such as
 * `location`, always stay.
 */
export function checkTags(
  context: ToolContext,
  tags: readonly string[],
  entry?: Pick<GlossaryEntry, 'term' | 'aliases' | 'definition' | 'tags'>,
): CheckedTags {
  const known = entry === undefined ? [] : [entry.term, ...entry.aliases, entry.definition, ...entry.tags];
  const judged = [...new Set(tags)].map((tag) => ({ tag, fault: findFault(context, tag, known) }));
  return {
    tags: normaliseTags(judged.flatMap(({ tag, fault }) => (fault === undefined ? [tag] : []))),
    notes: judged.flatMap(({ fault }) => fault ?? []),
  };
}

function findFault(context: ToolContext, tag: string, known: readonly string[]): string | undefined {
  if (normaliseTags([tag]).every((one) => kindTags.has(one))) return undefined;
  const { unread, unknown } = listUnreadInTag(context, { text: tag, known });
  if (unread.length > 0) return `Tag left out: "${tag}", as no post read so far has ${quoteAll(unread)}.`;
  if (unknown.length === 0) return undefined;
  const doubt = `Tag left out: "${tag}", as neither a dictionary nor a post read so far has ${quoteAll(unknown)}. Send it again if it is meant.`;
  return context.hasSaid?.(renderContent(doubt)) === true ? undefined : doubt;
}

function quoteAll(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' or ');
}
