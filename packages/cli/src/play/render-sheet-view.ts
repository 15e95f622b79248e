// Renders a sheet for a person at a terminal, and the list of who and what there is.

import type { Entity } from '@terrarium/rpg/entity';
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

/** People and creatures that are known, and where they are. */
export function renderPeople({ state }: Game, width: number): readonly string[] {
  const people = [...state.list('npc'), ...state.list('creature')];
  if (people.length === 0) return ['You have met nobody yet.'];
  return people.map((person) => {
    const at = person.sheet['at'];
    const where = typeof at === 'string' ? nameOf(state.find(at as Entity['id']), at as Entity['id']) : '';
    const gone = person.sheet['is_gone'] === true ? ' (gone)' : '';
    const about = typeof person.sheet['about'] === 'string' ? person.sheet['about'] : '';
    const line = `${paint(nameOf(person, person.id), 'bold')}${gone}  ${where}  ${paint(about, 'dim')}`;
    return `  ${cutText(line, width - 2)}`;
  });
}
