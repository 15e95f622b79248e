// Lists the names of those who take part in a talk besides the companion.

import type { Company } from '@terrarium/memory/hear-together';
import type { MemoryWorld } from './memory-world.ts';

/** Empty in a talk of two, in which nobody needs to be named. */
export function listPresent(world: MemoryWorld, { voice, companions }: Company): readonly string[] {
  if (companions.length === 1) return [];
  const { user } = world.settings.voices;
  const others = companions.filter(({ mind }) => mind.id !== world.mind.id).map(({ mind }) => mind.name);
  return [user.find(({ id }) => id === voice)?.name ?? voice, ...others];
}
