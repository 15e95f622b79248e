// Opens the embedder that a world's settings name; glossary, memory and games share it.

import { nameEmbeddingServer } from '@terrarium/kernel/asked-server';
import type { Embedder } from '@terrarium/kernel/embedder';
import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import type { Host } from '../host/host.ts';
import type { Configured } from '../settings/read-configured.ts';

/**
 * Undefined if no embedder is configured or it fails. A search by words still finds most things, and nobody
 * should have to wait for a server.
 */
export async function openEmbedder(host: Host, configured: Configured): Promise<Embedder | undefined> {
  if (configured.held?.concernsEmbedder === true) host.notify({ kind: 'embedder-held' });
  try {
    return await openReachedEmbedder(host, configured);
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof ModelError)) throw error;
    host.notify({ kind: 'words-alone', failure: error });
    return undefined;
  }
}

/** Undefined if no embedder is configured. Throws `ProviderError` or `ModelError` if it fails. */
export async function openReachedEmbedder(
  host: Host,
  { settings, keyring }: Configured,
  timeoutMs?: number,
): Promise<Embedder | undefined> {
  const { embedder } = settings.memory;
  if (embedder === undefined) return undefined;
  const { openServerEmbedder } = await import('@terrarium/kernel/embedder');
  const key = keyring.chooseForEmbeddings({ ...settings, embeddings: embedder.baseUrl });
  const server = nameEmbeddingServer(embedder.model, embedder.baseUrl);
  host.notify({ kind: 'server-asked', server, isKeyWithheld: false });
  return await openServerEmbedder({ ...embedder, apiKey: key?.reveal(), timeoutMs });
}
