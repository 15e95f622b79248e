// Lists what is true of the scene and the place by the rules, such as aspects (phrases that can be invoked for a bonus).

import { baseFields } from '@terrarium/rpg/base-entities';
import { type Entity, type EntityId, sceneId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { readValue } from '@terrarium/rpg/read-value';
import { nameIds, nameOf } from './name-ids.ts';

export interface Circumstance {
  readonly label: string;
  readonly shows: string;
}

/**
 * Shows the lists that the rules add to the scene and to the place of the player, such as aspects, without empty lists.
 */
export function listSituation({ system, state }: Pick<Game, 'system' | 'state'>): readonly Circumstance[] {
  const scene = state.find(sceneId);
  const here = state.find((scene?.sheet['here'] ?? '') as EntityId);
  return [scene, here].flatMap((entity) =>
    entity === undefined ? [] : listOwnLists(entity, { system, state }),
  );
}

function listOwnLists(entity: Entity, { system, state }: Pick<Game, 'system' | 'state'>) {
  const { id, type, sheet } = entity;
  return (system.sheets.get(type)?.fields ?? [])
    .filter(({ path, kind }) => kind.add !== undefined && !isBaseField(type, path))
    .map(({ path, definition, kind }) => ({
      label: id === sceneId ? definition.label : `${definition.label} of ${nameOf(entity, id)}`,
      shows: nameIds(kind.view(readValue(sheet, path) ?? kind.blank()), state),
    }))
    .filter(({ shows }) => shows !== '' && shows !== '—');
}

/** Whether every system has the field. */
export function isBaseField(type: string, path: string): boolean {
  return (baseFields.get(type) ?? []).some((field) => field['path'] === path);
}
