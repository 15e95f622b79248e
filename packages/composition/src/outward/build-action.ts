// Builds what programs are told about game actions: what was done, and its result.

import type { Outward } from '@terrarium/protocol/shapes';
import type { Acted } from '@terrarium/rpg/game';
import { stripSecrets } from '@terrarium/rpg/hidden-text';
import type { Action } from '@terrarium/rpg/session';

export function buildActed({
  ok,
  say,
  patches,
  rolls,
  crossed,
  faults,
  choices,
}: Acted): Outward<'doneAside'>['acted'] {
  return { ok, say: stripSecrets(say), patches, rolls, crossed, faults, choices };
}

export function buildAction(action: Action & Acted): Outward<'shownWhy'>['actions'][number] {
  const { tool, arguments: given, by } = action;
  return { tool, arguments: given, by, ...buildActed(action) };
}
