// Tells whether a turn's telling may be followed by asking about the plans of people elsewhere.

import { isOutOfCharacter } from '../context/render-words.ts';
import type { TurnRun } from '../turn-run.ts';

export function hasMeanwhile({
  settings,
  model,
  draft,
}: Pick<TurnRun, 'settings' | 'model' | 'draft'>): boolean {
  return settings.meanwhile && !model.id.startsWith('builtin:') && !isOutOfCharacter(draft.words);
}
