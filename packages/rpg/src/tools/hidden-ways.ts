// Hidden ways: keeps in the notebook the ways between places that nobody has discovered yet, and finds them there.

import { type HiddenWay, readNotebook, type WayContent } from '../state/notebook.ts';
import type { EntityId, GameState } from '../values/entity.ts';
import { addSecret, replaceSecret } from './secrets.ts';
import type { Workbench } from './workbench.ts';

export type GivenWay = Partial<Pick<WayContent, 'name' | 'is_locked' | 'opens_with' | 'minutes'>>;

export function findHiddenWay(
  state: Pick<GameState, 'list'>,
  from: EntityId,
  to: EntityId,
): HiddenWay | undefined {
  return readNotebook(state).ways.find((way) => way.from === from && way.to === to);
}

/** Notes a hidden way. If the way is noted already, changes it, but keeps its name. */
export function hideWay(bench: Workbench, ends: Pick<WayContent, 'from' | 'to'>, given: GivenWay): void {
  const blank: WayContent = { kind: 'way', ...ends, name: '', is_locked: false, opens_with: '' };
  const known = findHiddenWay(bench.state, ends.from as EntityId, ends.to as EntityId);
  if (known === undefined) {
    addSecret(bench, { ...blank, ...given });
    return;
  }
  const { id, name, ...before } = known;
  replaceSecret(bench, id, { ...before, ...given, name });
}
