// Examines the stores of a world as "terrarium verify" does; of what is kept, and of what is wrong in it, not a word is told.

import type { World } from '@terrarium/annotator/world';
import type { Shell } from '../shell.ts';
import type { VerifiedPart } from '../verify/verified-part.ts';
import {
  verifyGamesPart,
  verifyGlossaryPart,
  verifyMemoryPart,
  verifyVectorsPart,
} from '../verify/verify-parts.ts';
import { type Examined, judge } from './examined.ts';

/** What was read, and whatever else the world has. */
export async function* examineStores(shell: Shell, world: World): AsyncGenerator<Examined> {
  yield report('store', await verifyGlossaryPart(shell, world));
  const kept = [
    ['vectors', await verifyVectorsPart(world)],
    ['memory', await verifyMemoryPart(shell, world)],
    ['games', await verifyGamesPart(shell, world)],
  ] as const;
  for (const [check, part] of kept) if (part !== undefined) yield report(check, part);
}

/** Problems are counted by the names of what they break. */
function report(check: string, { standing, says, todo, code, exitCode }: VerifiedPart): Examined {
  return judge({ check, standing, says, todo, code }, exitCode);
}
