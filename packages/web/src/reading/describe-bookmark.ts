// Describes a bookmark of the reading: where it stands in the story, and what was known there.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { countOf } from '../parts/count-of.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { nameInStory } from '../parts/name-chapter.ts';

export type Bookmark = RouteAnswer<'GET /api/worlds/{world}/bookmarks'>['snapshots'][number];

/** `story`: the story of the chapter; undefined if the world has only one. */
export function nameBookmark({ threadTitle }: Pick<Bookmark, 'threadTitle'>, story?: string): string {
  return threadTitle === undefined || threadTitle === '' ? 'The beginning' : nameInStory(threadTitle, story);
}

export function describeBookmark({
  snapshot: { note, entryCount },
  readUpTo,
}: Pick<Bookmark, 'readUpTo'> & { readonly snapshot: Pick<Bookmark['snapshot'], 'note' | 'entryCount'> }) {
  const known =
    readUpTo === undefined
      ? 'before the first chapter'
      : `${countOf(entryCount, 'entry', 'entries')} by then`;
  const said = describeNote(note);
  return said === '' ? known : joinFacts([said, known]);
}

/** A run notes in its own words why it stopped at a bookmark; a person may note anything. */
function describeNote(note: string): string {
  if (note === 'interrupted') return 'paused here';
  if (note.startsWith('limited: ')) return 'stopped at a limit';
  return note.startsWith('halted: ') ? 'the reading could not go on' : note;
}
