// Describes which stories cannot answer a question yet, since nothing of them was read for the glossary.

import type { RouteAnswer } from '@terrarium/protocol/routes';

type Story = Pick<RouteAnswer<'GET /api/worlds/{world}'>['stories'][number], 'title' | 'chapters' | 'read'>;

/** Undefined if something was read of every story. */
export function describeUnread(stories: readonly Story[]): string | undefined {
  const told = stories.filter(({ chapters }) => chapters > 0);
  const unread = told.filter(({ read }) => read === 0);
  if (unread.length === 0) return undefined;
  const what = unread.length === told.length ? 'the story' : unread.map(({ title }) => title).join(', ');
  return `Nothing of ${what} has been read for the glossary yet, so nothing is found in it.`;
}
