// Returns the sentence of an effect, and tells whether the sheet has the text that an effect requires.

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

/** The sentence that an effect says, escaped; empty if it says none. */
export function listSaid({ say }: Effect): readonly string[] {
  return say === undefined ? [] : [escapeLine(say, 300)];
}

/**
 * Whether `if_text` is met: the sheet has a text at this path, and its owner is not down. True for an effect without
 * `if_text`.
 */
export function isTextMet(view: EffectView, { who, against }: Sides, effect: Effect): boolean {
  const { if_text: path } = effect;
  if (path === undefined) return true;
  const about = view.find(findWho(effect, { roller: who, opponent: against })?.id ?? who.id);
  return about !== undefined && hasText(view, about, path);
}

/**
 * Whether the sheet has a text at this path. Somebody who is down counts as having none, since they keep no spell up.
 */
function hasText(view: EffectView, one: Entity, path: string): boolean {
  const text = readValue(one.sheet, path);
  return typeof text === 'string' && text !== '' && !isOut(view, one);
}
