// Refuses to let time pass until the hour that it is already, which would be a whole day.

import { sceneId } from '../../values/entity.ts';
import { renderClock } from '../../values/render-minutes.ts';
import { countUntil, minutesOfDay } from '../count-until.ts';
import { sendAgain } from './has-slipped-before.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseWholeDay: RefuseSlip = ({ state }, { name, arguments: given }) => {
  const { until, minutes } = given;
  const isMeant = Number(minutes ?? 0) >= minutesOfDay;
  if (name !== 'time_advance' || typeof until !== 'string' || isMeant) return undefined;
  if (countUntil(state, until) !== minutesOfDay) return undefined;
  const now = renderClock(Number(state.find(sceneId)?.sheet['minutes'] ?? 0));
  return `It is ${now} already: until that hour comes again a whole day passes. If that is meant, ${sendAgain}`;
};
