// Examines the server that turns texts into vectors, if one is configured.

import { openReachedEmbedder } from '@terrarium/composition/open-embedder';
import type { Configured } from '@terrarium/composition/read-configured';
import type { Shell } from '../shell/shell.ts';
import { type Examined, examineFailure, toExamined } from './examined.ts';

/**
 * Yields nothing if no embedder is configured. A failing embedder is only a warning, because a search by
 * words alone finds most things.
 */
export async function* examineEmbedder(
  shell: Shell,
  configured: Configured,
  timeoutMs: number,
): AsyncGenerator<Examined> {
  const check = 'embedder';
  try {
    const embedder = await openReachedEmbedder(shell, configured, timeoutMs);
    if (embedder === undefined) return;
    await embedder.close();
    const says = `Searches also match by meaning: the server gives vectors of ${embedder.dimensions} numbers.`;
    yield toExamined({ check, standing: 'ok', says }, 0);
  } catch (error) {
    const { finding } = examineFailure(check, error);
    yield toExamined({ ...finding, standing: 'warning' }, 0);
  }
}
