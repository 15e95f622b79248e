// Renders a sheet for a person at a terminal, and the list of people and things.

import { nameIds, nameOf } from '@terrarium/composition/name-ids';
import type { Entity } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { renderSheet } from '@terrarium/rpg/render-sheet';
import { cutText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

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
