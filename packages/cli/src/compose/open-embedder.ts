// Opens the embedder that a world is configured with, which glossary, memory and games share.

import { nameEmbeddingServer } from '@terrarium/kernel/asked-server';
import type { Embedder } from '@terrarium/kernel/embedder';
import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';
import { announceServer } from '../trust/announce-server.ts';
import type { Configured } from '../trust/read-configured.ts';

/** Undefined where none is configured, and where it fails: words alone find most, and nobody waits for a server. */
export async function openEmbedder(shell: Shell, configured: Configured): Promise<Embedder | undefined> {
  const { printer } = shell;
  if (configured.held?.concernsEmbedder === true) printer.warn(paint(notAccepted, 'yellow'));
  try {
    return await openReachedEmbedder(shell, configured);
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof ModelError)) throw error;
    printer.warn(paint(`${error.happened} Things are found by their words alone.`, 'yellow'));
    return undefined;
  }
}

/** Undefined where none is configured. Throws `ProviderError` or `ModelError` where it fails. */
export async function openReachedEmbedder(
  shell: Shell,
  { settings, keyring }: Configured,
  timeoutMs?: number,
): Promise<Embedder | undefined> {
  const { embedder } = settings.memory;
  if (embedder === undefined) return undefined;
  const { openServerEmbedder } = await import('@terrarium/kernel/server-embedder');
  const key = keyring.chooseForEmbeddings({ ...settings, embeddings: embedder.baseUrl });
  announceServer(shell, nameEmbeddingServer(embedder.model, embedder.baseUrl), false);
  return await openServerEmbedder({ ...embedder, apiKey: key?.reveal(), timeoutMs });
}

const notAccepted =
  'The world names a server of embeddings that you have not accepted: it is not asked. --trust-world accepts it.';
