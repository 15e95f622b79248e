// Refuses to create an entity if the game already has the maximum number.

import type { ToolRefusal } from '@terrarium/kernel/tool';
import { mostEntities, type Workbench } from './workbench.ts';

export function refuseFull({ state }: Workbench): ToolRefusal | undefined {
  if (state.count() < mostEntities) return undefined;
  return {
    ok: false,
    say: `The game has ${mostEntities} entities and notes already, the most that are allowed.`,
  };
}
