// Lists who else is there in a talk, by their names.

import type { Company } from '@terrarium/memory/hear-together';
import type { MemoryWorld } from './memory-world.ts';

/** Of a talk of two nothing has to be said. */
export function listPresent(world: MemoryWorld, { voice, companions }: Company): readonly string[] {
  if (companions.length === 1) return [];
  const { user } = world.settings.voices;
  const others = companions.filter(({ mind }) => mind.id !== world.mind.id).map(({ mind }) => mind.name);
  return [user.find(({ id }) => id === voice)?.name ?? voice, ...others];
}
