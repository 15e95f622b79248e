// Suggests which entry a call may have meant, if the sentences it cites do not name the entry it gives.

import type { EntryId, Evidence, GlossaryEntry } from '../glossary/entry.ts';
import type { EvidenceVerdict } from '../glossary/evidence-gate.ts';
import { isNaming } from '../glossary/is-naming.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import { renderContent } from '../prompts/render-element.ts';
import { renderNotes } from './render-answer.ts';
import type { ToolContext } from './tool-context.ts';

// At most this many entries are suggested.
const mostShown = 3;

/**
 * Suggests the entry, other than the given one, that the greatest number of cited sentences name; of several such
 * entries, at most `mostShown`. Undefined if no other entry is named.
 */
export function suggestEntry(
  { glossary }: ToolContext,
  strayed: readonly string[],
  given: EntryId,
): string | undefined {
  const texts = new Map<EntryId, number>();
  for (const text of new Set(strayed)) {
    for (const { entryId } of glossary.countMentions([text])) {
      if (entryId !== given) texts.set(entryId, (texts.get(entryId) ?? 0) + 1);
    }
  }
  const most = Math.max(0, ...texts.values());
  const ids = [...texts].filter(([, count]) => count === most).map(([id]) => id);
  const named = glossary.read(ids.slice(0, mostShown)).map(({ id, term }) => `entry ${id}, "${term}"`);
  if (named.length === 0) return undefined;
  const shown = named.length === 1 ? named[0] : `${named.slice(0, -1).join('; ')}; and ${named.at(-1)}`;
  return `The evidence names ${shown}: if ${named.length === 1 ? 'that one is' : 'one of them is'} meant, give its id.`;
}

/** Says why evidence was refused, and for which entry it may have been meant. */
export function renderRefused(
  { refusals, strayed }: Pick<EvidenceVerdict, 'refusals' | 'strayed'>,
  given: EntryId,
  context: ToolContext,
): string {
  const suggestion = suggestEntry(
    context,
    strayed.map(({ quote }) => quote),
    given,
  );
  return renderNotes([...(suggestion === undefined ? [] : [suggestion]), ...refusals.slice(0, 3)]);
}

/**
 * If none of the accepted quotes names the entry, suggests entries that they do name. Empty if there is nothing to
 * suggest.
 */
export function suggestNamed(
  context: ToolContext,
  evidence: readonly Evidence[],
  { id, term, aliases }: GlossaryEntry,
): string {
  const quotes = evidence.map(({ quote }) => quote);
  if (quotes.some((quote) => isNaming(quote, listSurfaces({ term, aliases })))) return '';
  const suggestion = suggestEntry(context, quotes, id);
  return suggestion === undefined ? '' : ` ${renderContent(suggestion)}`;
}
