// Examines whether a search by meaning can find what was said: how many moments of the memory have vectors.

import type { World } from '@terrarium/annotator/world';
import { countMoments } from '@terrarium/composition/memory-world';
import type { Configured } from '@terrarium/composition/read-configured';
import type { Shell } from '../shell/shell.ts';
import { renderFilling, renderVectorCount } from '../views/render-vector-count.ts';
import { type Examined, examineFailure, toExamined } from './examined.ts';

/** Yields nothing if there is no embedding server or no memory. */
export async function* examineMoments(
  shell: Shell,
  configured: Configured,
  world: World,
): AsyncGenerator<Examined> {
  const check = 'moments';
  try {
    const count = await countMoments(shell, world, configured);
    if (count === undefined || count.of === 0) return;
    const says = `${renderVectorCount(count)}.`;
    yield toExamined({ check, standing: 'ok', says, todo: renderFilling(count, world.dir) }, 0);
  } catch (error) {
    yield examineFailure(check, error);
  }
}
