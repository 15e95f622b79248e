// Reports to the player, once, that the fixed rules that mark a telling do not read its language.

import { isForeignText } from '../values/is-foreign-text.ts';
import type { TurnRun } from './turn-run.ts';

/** How many earlier turns are looked at for one in another language than English. */
const lookedBack = 20;

const says =
  'The rules that mark what is wrong in a telling read English only. /check mark has your model check each telling: one more request a turn.';

/**
 * Reports nothing for a telling in English or by the built-in narrator, where a model checks the telling, or if one of
 * the last turns was already told in another language.
 */
export function reportUnread({ draft, model, settings, report }: TurnRun, narrative: string): void {
  if (settings.check !== 'off' || model.id.startsWith('builtin:') || !isForeignText(narrative)) return;
  const earlier = draft.past.listTurns(lookedBack).filter(({ number }) => number > 0);
  if (!earlier.some((turn) => isForeignText(turn.narrative))) report({ kind: 'warned', says });
}
