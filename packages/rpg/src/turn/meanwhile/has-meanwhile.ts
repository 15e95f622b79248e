// Tells whether people elsewhere are asked about their plans after this turn's telling, if enough time passes in it.

import { isOutOfCharacter } from '../context/render-words.ts';
import type { TurnRun } from '../turn-run.ts';

export function hasMeanwhile({
  settings,
  model,
  draft,
}: Pick<TurnRun, 'settings' | 'model' | 'draft'>): boolean {
  return settings.meanwhile && !model.id.startsWith('builtin:') && !isOutOfCharacter(draft.words);
}
