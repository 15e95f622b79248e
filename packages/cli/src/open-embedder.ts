// Opens the embedder that a world is configured with, which glossary, memory and games share.

import type { Embedder } from '@terrarium/kernel/embedder';
import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import type { Configured } from './read-configured.ts';
import { paint } from './screen/style.ts';
import type { Shell } from './shell.ts';

/** Undefined where none is configured, and where it fails: words alone find most, and nobody waits for a server. */
export async function openEmbedder(
  { printer }: Shell,
  configured: Configured,
): Promise<Embedder | undefined> {
  try {
    return await connectEmbedder(configured);
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof ModelError)) throw error;
    printer.warn(paint(`${error.happened} Things are found by their words alone.`, 'yellow'));
    return undefined;
  }
}

/** Undefined where none is configured. Throws `ProviderError` or `ModelError` where it fails. */
export async function connectEmbedder(
  { settings }: Configured,
  timeoutMs?: number,
): Promise<Embedder | undefined> {
  const { embedder } = settings.memory;
  if (embedder === undefined) return undefined;
  const { openServerEmbedder } = await import('@terrarium/kernel/server-embedder');
  const { baseUrl, apiKey } = settings;
  // A key belongs to the server it was given for.
  const ownKey = baseUrl === embedder.baseUrl ? apiKey?.reveal() : undefined;
  return await openServerEmbedder({ ...embedder, apiKey: ownKey, timeoutMs });
}
