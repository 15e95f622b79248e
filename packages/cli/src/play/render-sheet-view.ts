// Renders a sheet for a person at a terminal, and the list of people and things.

import { type Entity, sceneId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { renderSheet } from '@terrarium/rpg/render-sheet';
import { cutText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { nameIds, nameOf } from './name-ids.ts';

export function renderSheetView({ system, state }: Game, entity: Entity, width: number): readonly string[] {
  const groups = renderSheet(entity, system, { width });
  return [
    paint(nameOf(entity, entity.id), 'bold'),
    ...groups.flatMap(({ category, lines }) => [
      '',
      paint(category, 'cyan'),
      ...lines.map((line) => nameIds(line, state)),
    ]),
  ];
}

/** People and creatures of the places where the player was: the others are still to be met. */
export function listMet({ state }: Game): readonly Entity[] {
  const here = state.find(sceneId)?.sheet['here'];
  const isKnown = (place: unknown) =>
    place === here || state.find(place as Entity['id'])?.sheet['is_visited'] === true;
  return [...state.list('npc'), ...state.list('creature')].filter(
    ({ sheet }) => typeof sheet['at'] !== 'string' || isKnown(sheet['at']),
  );
}

/** Who the people are, and where they are. */
export function renderPeople({ state }: Game, people: readonly Entity[], width: number): readonly string[] {
  if (people.length === 0) return ['You have not met anybody yet.'];
  return people.map((person) => {
    const at = person.sheet['at'];
    const where = typeof at === 'string' ? nameOf(state.find(at as Entity['id']), at as Entity['id']) : '';
    const gone = person.sheet['is_gone'] === true ? ' (gone)' : '';
    const about = typeof person.sheet['about'] === 'string' ? person.sheet['about'] : '';
    const place = where === '' ? '' : ` · ${where}`;
    const line = `${paint(nameOf(person, person.id), 'bold')}${gone}${place} ${paint(`· ${about}`, 'dim')}`;
    return `  ${cutText(line, width - 2)}`;
  });
}
