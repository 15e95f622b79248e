// Examines the server that turns texts into vectors, where one is configured.

import { connectEmbedder } from '../compose/open-embedder.ts';
import type { Shell } from '../shell/shell.ts';
import type { Configured } from '../trust/read-configured.ts';
import { type Examined, judge, judgeFailure } from './examined.ts';

/** Nothing where none is configured; one that fails is a warning, for words alone find most. */
export async function* examineEmbedder(
  shell: Shell,
  configured: Configured,
  timeoutMs: number,
): AsyncGenerator<Examined> {
  const check = 'embedder';
  try {
    const embedder = await connectEmbedder(shell, configured, timeoutMs);
    if (embedder === undefined) return;
    await embedder.close();
    const says = `Things are found by meaning too: vectors of ${embedder.dimensions} numbers come.`;
    yield judge({ check, standing: 'ok', says }, 0);
  } catch (error) {
    const { finding } = judgeFailure(check, error);
    yield judge({ ...finding, standing: 'warning' }, 0);
  }
}
