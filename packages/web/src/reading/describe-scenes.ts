// Describes how many scenes were read, and which stories are not begun; undefined if that is not worth saying yet.

import type { RouteAnswer } from '@terrarium/protocol/routes';

type Standing = RouteAnswer<'GET /api/worlds/{world}/run'>;
type Counts = Pick<NonNullable<Standing['progress']>['counts'], 'total' | 'byStatus'>;

export type Stories = readonly Pick<
  RouteAnswer<'GET /api/worlds/{world}'>['stories'][number],
  'chapters' | 'scenes' | 'hasNew'
>[];

/** How much was read, from 0 to 1, and in words. */
interface Scenes {
  readonly share: number;
  readonly says: string;
}

/**
 * The scenes of a story are counted when its reading begins. As long as a story has none, nobody knows how many scenes
 * there are in all, so the share is reckoned by chapters. Undefined as long as no story has scenes.
 */
export function describeScenes({ total, byStatus }: Counts, stories: Stories): Scenes | undefined {
  if (total === 0) return undefined;
  const chapters = stories.reduce((sum, one) => sum + one.chapters, 0);
  const begun = stories.reduce((sum, one) => sum + (one.scenes === 0 ? 0 : one.chapters), 0);
  const read = byStatus.committed.toLocaleString('en');
  const isMore = begun < chapters || stories.some(({ hasNew }) => hasNew);
  return {
    share: (byStatus.committed / total) * (isMore ? begun / chapters : 1),
    says: isMore ? `${read} read so far` : `${read} of ${total.toLocaleString('en')}`,
  };
}

interface Waiting {
  /** Titles of the stories of which nothing has been read. */
  readonly waiting: readonly string[];
  /** Titles of the stories whose files have changed since their scenes were planned. */
  readonly grown: readonly string[];
}

/**
 * Says which stories are not begun or have something new, but not while a run is under way: it begins every story and
 * looks for what is new. Undefined if there is nothing to say.
 */
export function describeNotBegun(
  { progress, isOurs, isRunning }: Pick<Standing, 'progress' | 'isOurs' | 'isRunning'>,
  { waiting, grown }: Waiting,
): string | undefined {
  if (progress === null || isOurs || isRunning) return undefined;
  const says = [
    ...(waiting.length === 0 ? [] : [`Not begun yet: ${waiting.join(', ')}.`]),
    ...(grown.length === 0 ? [] : [`Something new to read: ${grown.join(', ')}.`]),
  ];
  return says.length === 0 ? undefined : says.join(' ');
}

type Contents = readonly Pick<
  RouteAnswer<'GET /api/worlds/{world}/contents'>['stories'][number],
  'title' | 'chapters' | 'isEnglish'
>[];

/** Says which stories that are not begun the built-in reader would skip; undefined if it would skip none. */
export function describeForeign(stories: Contents): string | undefined {
  const foreign = stories.filter(
    ({ isEnglish, chapters }) => !isEnglish && chapters.every(({ scenes }) => scenes === 0),
  );
  if (foreign.length === 0) return undefined;
  const what =
    stories.length === 1 ? 'The story is not in English' : `Not in English: ${joinTitles(foreign)}`;
  return `${what}. The built-in reader knows no other language and would skip ${foreign.length === 1 ? 'it' : 'them'}.`;
}

function joinTitles(stories: Contents): string {
  return stories.map(({ title }) => title).join(', ');
}
