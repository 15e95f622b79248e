// Describes a bookmark of the reading: where it stands in the story, and why the reading stopped there.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { joinFacts } from '../parts/join-facts.ts';
import { nameInStory } from '../parts/name-chapter.ts';

export type Bookmark = RouteAnswer<'GET /api/worlds/{world}/bookmarks'>['snapshots'][number];

/** `story`: the story of the chapter; undefined if the world has only one. */
export function nameBookmark(bookmark: Pick<Bookmark, 'threadTitle'>, story?: string): string {
  return findChapter(bookmark, story) ?? 'The beginning';
}

/** Says up to where the story is known at a bookmark: `What was known at “Chapter V”`. */
export function describeReader(bookmark: Pick<Bookmark, 'threadTitle'>, story?: string): string {
  const chapter = findChapter(bookmark, story);
  return chapter === undefined ? 'What was known before the first chapter' : `What was known at “${chapter}”`;
}

function findChapter(
  { threadTitle = '' }: Pick<Bookmark, 'threadTitle'>,
  story?: string,
): string | undefined {
  return threadTitle === '' ? undefined : nameInStory(threadTitle, story);
}

export function describeBookmark({
  snapshot: { note },
  readUpTo,
}: Pick<Bookmark, 'readUpTo'> & { readonly snapshot: Pick<Bookmark['snapshot'], 'note'> }) {
  return joinFacts([describeNote(note), readUpTo === undefined ? 'before the first chapter' : '']);
}

/**
 * Renders the note of a bookmark. A run notes in its own words why it stopped there; the note of a person stays as it
 * is.
 */
function describeNote(note: string): string {
  if (note === 'interrupted') return 'paused here';
  if (note.startsWith('limited: ')) return 'stopped at a limit';
  return note.startsWith('halted: ') ? 'the reading could not go on' : note;
}
