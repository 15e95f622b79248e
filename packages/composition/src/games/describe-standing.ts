// Describes where the player stands: the place, the time in the story, and the mode of play.

import { type GameState, sceneId } from '@terrarium/rpg/entity';
import { nameOf } from './name-ids.ts';

export interface GameStanding {
  /** Empty if the player is nowhere. */
  readonly place: string;
  /** The time of the story, such as `day 2, 14:20`. */
  readonly time: string;
  readonly mode: string;
}

const minutesOfDay = 24 * 60;

export function describeStanding(state: GameState): GameStanding {
  const { here, minutes, mode } = state.find(sceneId)?.sheet ?? {};
  const id = here as `${string}:${string}`;
  return {
    place: typeof here === 'string' ? nameOf(state.find(id), id) : '',
    time: renderStoryTime(typeof minutes === 'number' ? minutes : 0),
    mode: typeof mode === 'string' ? mode : '',
  };
}

function renderStoryTime(minutes: number): string {
  const renderTwoDigits = (value: number) => String(value).padStart(2, '0');
  const day = Math.floor(minutes / minutesOfDay) + 1;
  const ofDay = ((minutes % minutesOfDay) + minutesOfDay) % minutesOfDay;
  return `day ${day}, ${renderTwoDigits(Math.floor(ofDay / 60))}:${renderTwoDigits(ofDay % 60)}`;
}
