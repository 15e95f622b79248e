// Examines whether what was said can be found by meaning: how many moments of the memory have vectors.

import type { World } from '@terrarium/annotator/world';
import { readFromMemory } from '../compose/compose-memory.ts';
import { countMoments } from '../compose/count-moments.ts';
import type { Shell } from '../shell/shell.ts';
import type { Configured } from '../trust/read-configured.ts';
import { renderFilling, renderVectorCount } from '../views/render-vector-count.ts';
import { type Examined, examineFailure, toExamined } from './examined.ts';

/** Nothing where no server of embeddings is configured, and without a memory. */
export async function* examineMoments(
  shell: Shell,
  { settings }: Configured,
  world: World,
): AsyncGenerator<Examined> {
  const check = 'moments';
  const { embedder } = settings.memory;
  if (embedder === undefined) return;
  try {
    const count = await readFromMemory(shell, world, (connection) => countMoments(connection, embedder));
    if (count === undefined || count.of === 0) return;
    const says = `${renderVectorCount(count)}.`;
    yield toExamined({ check, standing: 'ok', says, todo: renderFilling(count, world.dir) }, 0);
  } catch (error) {
    yield examineFailure(check, error);
  }
}
