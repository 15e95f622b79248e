// Horrors: what it costs to set eyes on something for the first time, where the system has a roll for that.

import type { Entity } from '../values/entity.ts';
import { hasCondition } from './acts/play-strike-back.ts';
import type { Chronicle } from './chronicle.ts';
import { isTrueFor } from './effects.ts';
import { chooseVariant } from './hints.ts';
import { rollTrial } from './roll-intent.ts';
import type { Script } from './script.ts';
import { nameOf } from './world.ts';

/** Marks that something was looked at already. */
const mark = 'beheld';

/** One at a time, and nobody twice. */
export function* playHorrors(c: Chronicle): Script<void> {
  const hint = c.hints.opponents?.first_sight;
  if (hint === undefined) return;
  const horror = c.world.listPresent().find((one) => isHorror(c, one, hint.needs_opponent));
  if (horror === undefined) return;
  const trial = { kind: 'horror', opponent: horror, reason: `the sight of ${nameOf(horror)}` };
  const intent = chooseVariant(hint, '');
  const cost = [...(intent.cost ?? []), { condition: mark, who: 'opponent' as const }];
  const { degree } = c.happened;
  const tried = yield* rollTrial(c, { ...trial, hint: { ...intent, cost }, roller: c.world.player });
  c.happened.degree = degree;
  c.startParagraph();
  c.narrate(tried.degree < 0 ? 'first-sight-bad' : 'first-sight-good', { who: c.nameNoun(horror) });
}

function isHorror(c: Chronicle, one: Entity, needed: string | null | undefined): boolean {
  const isMeant =
    needed === undefined || needed === null ? one.type === 'creature' : isTrueFor(c, needed, one);
  return isMeant && !hasCondition(one, mark);
}
