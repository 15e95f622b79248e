// Names the servers that are asked, each with its purpose, without anything secret.

import { showName } from '../base/foreign-text.ts';
import { readOrigin, readProvider } from './read-address.ts';

export interface AskedServer {
  readonly purpose: 'replies' | 'embeddings';
  readonly model: string;
  /** Scheme, host and port, without credentials, path or query; undefined if the provider's own address is used. */
  readonly host: string | undefined;
}

/** The address of a model server if none is configured: one on the person's own machine. */
export const defaultBaseUrl = 'http://localhost:8080';

export function nameModelServer(model: string, baseUrl: string | undefined): AskedServer {
  const address = baseUrl ?? (readProvider(model) === 'openai' ? defaultBaseUrl : undefined);
  return { purpose: 'replies', model: showName(model), host: address && showHost(address) };
}

export function nameEmbeddingServer(model: string, baseUrl: string): AskedServer {
  return { purpose: 'embeddings', model: showName(model), host: showHost(baseUrl) };
}

export interface AskingSettings {
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly memory: { readonly embedder?: { readonly baseUrl: string; readonly model: string } | undefined };
}

/** Lists the servers that would be asked with these settings; the built-in reader itself asks none. */
export function listAskedServers({ model, baseUrl, memory }: AskingSettings): readonly AskedServer[] {
  const { embedder } = memory;
  return [
    ...(model === undefined || model === 'builtin' ? [] : [nameModelServer(model, baseUrl)]),
    ...(embedder === undefined ? [] : [nameEmbeddingServer(embedder.model, embedder.baseUrl)]),
  ];
}

/** The sentence that is shown before the first request. */
export function renderAsked({ purpose, model, host }: AskedServer): string {
  return `Asking ${renderPlace({ purpose, model, host })}.`;
}

/** The model and its server, in words for the middle of a sentence. */
export function renderPlace({ purpose, model, host = "the provider's own address" }: AskedServer): string {
  return `${model} at ${host}${purpose === 'embeddings' ? ' for embeddings' : ''}`;
}

const longestHost = 200;

/**
 * A name in another script is shown in the form in which it is sent (`xn--…`). A long name is cut at its beginning,
 * because its end shows to whom it belongs.
 */
function showHost(address: string): string {
  const origin = readOrigin(address) ?? '(no address)';
  return origin.length <= longestHost ? origin : `…${origin.slice(-longestHost)}`;
}
