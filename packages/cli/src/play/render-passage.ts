// Renders where the player's character went in a turn, and how much time passed.

import { nameOf } from '@terrarium/composition/name-ids';
import { type Entity, type EntityId, type Patch, sceneId } from '@terrarium/rpg/entity';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

interface View {
  readonly state: { find(id: EntityId): Entity | undefined };
  readonly width: number;
}

/** Says where the player is now, if they came to another place. */
export function renderArrival(patches: readonly Patch[], { state, width }: View): readonly string[] {
  const moved = patches.findLast(({ entity, path }) => entity === sceneId && path === 'here');
  if (typeof moved?.after !== 'string' || moved.after === moved.before) return [];
  const id = moved.after as EntityId;
  return wrapText(paint(`→ ${nameOf(state.find(id), id)}`, 'dim'), { width, indent: '    ', first: '  ' });
}

/** The time that these changes took; empty if they took none. */
export function renderTaken(patches: readonly Patch[], width: number): readonly string[] {
  const passed = patches.filter(({ entity, path }) => entity === sceneId && path === 'minutes');
  const minutes = Number(passed.at(-1)?.after ?? 0) - Number(passed.at(0)?.before ?? 0);
  if (!(minutes > 0)) return [];
  return wrapText(paint(`${renderSpan(minutes)}.`, 'dim'), { width, indent: '    ', first: '  ' });
}

export function renderSpan(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? '1 minute passes' : `${minutes} minutes pass`;
  if (minutes === 60) return '1 hour passes';
  const rest = minutes % 60;
  const hours = renderCount(Math.floor(minutes / 60), 'hour');
  return `${hours}${rest === 0 ? '' : ` and ${renderCount(rest, 'minute')}`} pass`;
}
