// Lists what an action changed, without the changes at its beginning that only undid earlier ones.

import type { Patch } from '../../values/entity.ts';
import type { Workbench } from '../workbench.ts';

export function listFresh({ effects, fallsFrom }: Workbench): readonly Patch[] {
  return effects.patches.slice(fallsFrom);
}
