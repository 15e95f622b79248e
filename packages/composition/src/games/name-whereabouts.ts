// Names the place where somebody is; empty if nobody knows it, or if they are gone: then they are no longer where they stood.

import type { Entity, GameState } from '@terrarium/rpg/entity';
import { nameOf } from './name-ids.ts';

export function nameWhereabouts({ sheet }: Entity, state: GameState): string {
  const { at, is_gone: isGone } = sheet;
  if (typeof at !== 'string' || isGone === true) return '';
  return nameOf(state.find(at as Entity['id']), at as Entity['id']);
}
