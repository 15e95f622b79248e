// Counts the minutes until an hour of the story comes next, from the words in which a call gives the hour.

import { type GameState, sceneId } from '../values/entity.ts';

const hours: ReadonlyMap<string, number> = new Map(
  Object.entries({
    midnight: 0,
    dawn: 6,
    sunrise: 6,
    morning: 7,
    noon: 12,
    midday: 12,
    afternoon: 15,
    dusk: 18,
    sunset: 18,
    evening: 19,
    night: 22,
  }),
);
const clockTime = /^(?:at )?(?<hour>\d{1,2})(?:[:.h](?<minute>\d\d))?\s?(?<half>am|pm)?$/u;
export const minutesOfDay = 1_440;

/** How many minutes are left until the hour in `until` comes next, a day at most; undefined if no hour can be read. */
export function countUntil(state: Pick<GameState, 'find'>, until: string): number | undefined {
  const said = until.trim().toLowerCase();
  const { hour = String(hours.get(said) ?? ''), minute = '0', half } = clockTime.exec(said)?.groups ?? {};
  if (hour === '' || Number(hour) > 24 || Number(minute) > 59) return undefined;
  const ofDay = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  const now = Number(state.find(sceneId)?.sheet['minutes'] ?? 0) % minutesOfDay;
  const left = (ofDay * 60 + Number(minute) - now + minutesOfDay) % minutesOfDay;
  return left === 0 ? minutesOfDay : left;
}
