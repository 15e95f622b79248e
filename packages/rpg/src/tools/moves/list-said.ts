// Lists the sentence of an effect; one that depends on a text of the sheet is left out while that text is empty.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { readValue } from '../../rules/read-value.ts';
import type { Effect } from '../../system/narrator-hints.ts';
import type { Entity } from '../../values/entity.ts';
import { isOut } from './is-fighting.ts';
import { type EffectView, findWho } from './list-effect-calls.ts';

interface Sides {
  readonly who: Entity;
  readonly against?: Entity | undefined;
}

export function listSaid(view: EffectView, { who, against }: Sides, effect: Effect): readonly string[] {
  const { say, if_text: path } = effect;
  if (say === undefined) return [];
  const about = view.find(findWho(effect, { roller: who, opponent: against })?.id ?? who.id);
  const isSaid = path === undefined || (about !== undefined && hasText(view, about, path));
  return isSaid ? [escapeLine(say, 300)] : [];
}

/** Whoever is down keeps nothing up. */
function hasText(view: EffectView, one: Entity, path: string): boolean {
  const text = readValue(one.sheet, path);
  return typeof text === 'string' && text !== '' && !isOut(view, one);
}
