// Horrors: what it costs to set eyes on something for the first time, where the system has a roll for that.

import type { Entity } from '../values/entity.ts';
import { hasCondition } from './acts/strike-back.ts';
import type { Chronicle } from './chronicle.ts';
import { holds } from './effects.ts';
import { chooseVariant } from './hints.ts';
import type { Script } from './script.ts';
import { tryHint } from './try-intent.ts';
import { nameOf } from './world.ts';

/** Marks that something was looked at already. */
const mark = 'beheld';

/** One at a time, and nobody twice. */
export function* meetHorrors(c: Chronicle): Script<void> {
  const hint = c.hints.opponents?.first_sight;
  if (hint === undefined) return;
  const horror = c.world.listPresent().find((one) => isHorror(c, one, hint.needs_opponent));
  if (horror === undefined) return;
  const trial = { kind: 'horror', opponent: horror, reason: `the sight of ${nameOf(horror)}` };
  const intent = chooseVariant(hint, '');
  const cost = [...(intent.cost ?? []), { condition: mark, who: 'opponent' as const }];
  const { degree } = c.happened;
  const tried = yield* tryHint(c, { ...trial, hint: { ...intent, cost }, roller: c.world.player });
  c.happened.degree = degree;
  c.paragraph();
  c.say(tried.degree < 0 ? 'first-sight-bad' : 'first-sight-good', { who: c.noun(horror) });
}

function isHorror(c: Chronicle, one: Entity, needed: string | null | undefined): boolean {
  const isMeant = needed === undefined || needed === null ? one.type === 'creature' : holds(c, needed, one);
  return isMeant && !hasCondition(one, mark);
}
