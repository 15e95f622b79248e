// Describes how many scenes were read, and which stories are not begun; undefined if that is not worth saying yet.

import type { RouteAnswer } from '@terrarium/protocol/routes';

type Standing = RouteAnswer<'GET /api/worlds/{world}/run'>;
type Counts = Pick<NonNullable<Standing['progress']>['counts'], 'total' | 'byStatus'>;

export type Stories = readonly Pick<
  RouteAnswer<'GET /api/worlds/{world}'>['stories'][number],
  'chapters' | 'scenes'
>[];

/** How much was read, from 0 to 1, and in words. */
interface Scenes {
  readonly share: number;
  readonly says: string;
}

/**
 * The scenes of a story are counted when its reading begins. While a story has none, it is not known how many there are
 * in all, and the share is taken by chapters.
 */
export function describeScenes({ total, byStatus }: Counts, stories: Stories): Scenes | undefined {
  if (total === 0) return undefined;
  const chapters = stories.reduce((sum, one) => sum + one.chapters, 0);
  const begun = stories.reduce((sum, one) => sum + (one.scenes === 0 ? 0 : one.chapters), 0);
  const read = byStatus.committed.toLocaleString('en');
  const isMore = begun < chapters;
  return {
    share: (byStatus.committed / total) * (isMore ? begun / chapters : 1),
    says: isMore ? `${read} read so far` : `${read} of ${total.toLocaleString('en')}`,
  };
}

/** A run begins every story, so no story is left waiting while the run reads. */
export function describeNotBegun(
  { progress, isOurs, isRunning }: Pick<Standing, 'progress' | 'isOurs' | 'isRunning'>,
  titles: readonly string[],
): string | undefined {
  if (titles.length === 0 || progress === null || isOurs || isRunning) return undefined;
  return `Not begun yet: ${titles.join(', ')}.`;
}
