// Describes how many scenes were read, and which stories are not begun; undefined if that is not worth saying yet.

import type { RouteAnswer } from '@terrarium/protocol/routes';

type Standing = RouteAnswer<'GET /api/worlds/{world}/run'>;
type Counts = Pick<NonNullable<Standing['progress']>['counts'], 'total' | 'byStatus'>;

/** The scenes are counted when a run begins. */
export function describeScenes({ total, byStatus }: Counts): string | undefined {
  if (total === 0) return undefined;
  return `${byStatus.committed.toLocaleString('en')} of ${total.toLocaleString('en')}`;
}

/** A run begins every story, so no story is left waiting while the run reads. */
export function describeNotBegun(
  { progress, isOurs, isRunning }: Pick<Standing, 'progress' | 'isOurs' | 'isRunning'>,
  titles: readonly string[],
): string | undefined {
  if (titles.length === 0 || progress === null || isOurs || isRunning) return undefined;
  return `Not begun yet: ${titles.join(', ')}.`;
}
