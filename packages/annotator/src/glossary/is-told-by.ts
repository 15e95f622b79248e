// Tells whether somebody narrates a post: as the story's only narrator, or as the only one named in the title of its thread.

import type { EntryId, GlossaryEntry } from './entry.ts';
import { buildSurfaceIndex } from './surface-index.ts';
import { listSurfaces } from './term-forms.ts';

/** The tag of an entry that tells the story, or parts of it, in the first person. */
export const narratorTag = 'narrator';

export function isTellerWord(folded: string): boolean {
  return folded === narratorTag || folded === 'storyteller';
}

/** An entry that may be a narrator; without an id if it does not exist yet. */
export interface Teller extends Pick<GlossaryEntry, 'term' | 'aliases' | 'tags'> {
  readonly id?: EntryId;
}

/**
 * Whether the entry narrates the posts of a thread: it is the only narrator, or the only one named in the `title` of
 * the thread. `narrators` are the entries tagged as narrators; they may include the entry itself.
 */
export function isToldBy(entry: Teller, narrators: Iterable<Teller>, title: string): boolean {
  if (!entry.tags.includes(narratorTag)) return false;
  const others = listOthers(entry, narrators);
  return others.length === 0 || (isNamedIn(title, entry) && !others.some((one) => isNamedIn(title, one)));
}

/**
 * Whether the entry may narrate posts of a thread: it is a narrator, and the title of the thread names it or no other
 * narrator.
 */
export function canTell(entry: Teller, narrators: Iterable<Teller>, title: string): boolean {
  if (!entry.tags.includes(narratorTag)) return false;
  return isNamedIn(title, entry) || !listOthers(entry, narrators).some((one) => isNamedIn(title, one));
}

/** If more narrators than this may tell a text, nobody can say who `I` is. */
const mostTellers = 3;

/** The narrators that may tell threads with these titles; none if too many may. */
export function filterTellers<Entry extends Teller>(
  narrators: readonly Entry[],
  titles: readonly string[],
): readonly Entry[] {
  const tellers = narrators.filter((entry) => titles.some((title) => canTell(entry, narrators, title)));
  return tellers.length > mostTellers ? [] : tellers;
}

function listOthers(entry: Teller, narrators: Iterable<Teller>): readonly Teller[] {
  return [...narrators].filter(({ id }) => id !== entry.id);
}

function isNamedIn(title: string, entry: Teller): boolean {
  const index = buildSurfaceIndex({ isLenient: true });
  index.set(1, listSurfaces(entry));
  return index.countMentions(title).size > 0;
}
