// Adds the vectors that moments of a memory lack, and shows its progress.

import { countMemory, type MemoryWorld, withCompanion } from '@terrarium/composition/memory-world';
import { renderCommand } from '@terrarium/composition/render-command';
import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import type { VectorCount } from '@terrarium/memory/fill-vectors';
import type { Memory } from '@terrarium/memory/memory';
import { renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { renderVectorCount } from '../views/render-vector-count.ts';

/**
 * Gives vectors to moments that have none, for commands that do not search. Asks the server only if vectors are
 * missing. Undefined if no embedder is configured.
 */
export async function fillMemory(shell: Shell, memory: MemoryWorld): Promise<VectorCount | undefined> {
  const standing = await countMemory(shell, memory);
  if (standing === undefined || standing.missing === 0) return standing;
  return (
    (await withCompanion(shell, memory, (companion) => fillMoments(shell, memory, companion))) ?? standing
  );
}

/**
 * How many moments have vectors afterwards; undefined if no embedder is configured. If the server fails or
 * the person stops, this is reported, not thrown.
 */
export async function fillMoments(
  shell: Shell,
  { world }: MemoryWorld,
  companion: Pick<Memory, 'countVectors' | 'embed'>,
): Promise<VectorCount | undefined> {
  const count = companion.countVectors();
  if (count === undefined || count.missing === 0) return count;
  const { printer } = shell;
  const goesOn = `"${renderCommand('memory search', world.dir)}" and "${renderCommand('memory import', world.dir)}" go on from there.`;
  const stopping = watchStop();
  try {
    await companion.embed({ signal: stopping.signal, onProgress: showProgress(shell) });
  } catch (error) {
    const said = explainEnd(error, stopping.signal);
    if (said === undefined) throw error;
    if (stopping.signal.aborted) shell.exitCode = exitCodes.interrupted;
    printer.showLive();
    printer.warn(
      paint(`${said} ${renderVectorCount(companion.countVectors() ?? count)}; ${goesOn}`, 'yellow'),
    );
  } finally {
    stopping.close();
    printer.showLive();
  }
  return companion.countVectors();
}

function showProgress({ printer }: Shell) {
  return ({ done, of }: { readonly done: number; readonly of: number }) =>
    printer.showLive(
      paint(
        `Vectors: ${renderNumber(done)} of ${renderNumber(of)} … Ctrl-C goes on without the rest.`,
        'dim',
      ),
    );
}

/** Undefined for an error that was not expected. */
function explainEnd(error: unknown, { aborted }: AbortSignal): string | undefined {
  if (aborted) return 'Stopped.';
  if (error instanceof ProviderError || error instanceof ModelError) return error.happened;
  return undefined;
}

/** Ctrl-C stops the filling only, not the command. */
function watchStop() {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new DOMException('Stopped.', 'AbortError'));
  process.once('SIGINT', stop);
  return { signal: stopping.signal, close: () => void process.off('SIGINT', stop) };
}
