// Embedder: the port to a server that turns texts into vectors; the smaller their angle, the more alike the texts.
import { z } from 'zod';
import { ModelError, ProviderError } from '../base/errors.ts';
import { addQuery, splitAddress } from '../base/server-address.ts';

export interface Embedder {
  /** Names the model and its settings. Vectors of embedders with different ids are never compared. */
  readonly id: string;
  /** How many numbers a vector has. */
  readonly dimensions: number;
  /**
   * Returns one vector of length 1 for each text, in order. Throws `ProviderError` if the server refuses or cannot be
   * reached, `ModelError` for an unusable answer, and the signal's reason after an abort.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /** Releases the embedder's resources and aborts its requests. May be called twice. */
  close(): Promise<void>;
}

/** The vector scaled to length 1. A vector of zeros stays as it is. */
export function normaliseVector(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

export interface ServerEmbedderOptions {
  /** The server's address, which usually ends in `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** One request contains at most this many texts. */
  readonly batchSize?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

interface Asking extends ServerEmbedderOptions {
  /** The `Authorization` header, made from the key or from the name and password in the address. */
  readonly authorization: string | undefined;
  /** The query of the server's address. */
  readonly query: string;
  readonly signal: AbortSignal;
}

const answerShape = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1) })),
});

/** The id of an embedder that gets vectors of this model from a server. */
export function nameServerEmbedder(model: string): string {
  return `server:${model}`;
}

/** Asks the server for one vector, to learn how many numbers its vectors have. Throws the same errors as `embed`. */
export async function openServerEmbedder(said: ServerEmbedderOptions): Promise<Embedder> {
  const address = splitAddress(said.baseUrl);
  const authorization = said.apiKey === undefined ? address.authorization : `Bearer ${said.apiKey}`;
  const options = { ...said, baseUrl: address.url, query: address.query, authorization };
  const closing = new AbortController();
  const embed = async (texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> => {
    const signals = signal === undefined ? [closing.signal] : [closing.signal, signal];
    const vectors: Float32Array[] = [];
    const size = options.batchSize ?? 32;
    for (let from = 0; from < texts.length; from += size) {
      const asking = { ...options, signal: AbortSignal.any(signals) };
      vectors.push(...(await askVectors(asking, texts.slice(from, from + size))));
    }
    return vectors;
  };
  const [first] = await embed(['length']);
  const dimensions = first?.length ?? 0;
  return {
    id: nameServerEmbedder(options.model),
    dimensions,
    async embed(texts, signal) {
      const vectors = await embed(texts, signal);
      if (vectors.some((vector) => vector.length !== dimensions)) throw buildUnusable(options, undefined);
      return vectors;
    },
    async close() {
      closing.abort(new DOMException('The embedder was closed.', 'AbortError'));
    },
  };
}

async function askVectors(asking: Asking, texts: readonly string[]): Promise<Float32Array[]> {
  asking.signal.throwIfAborted();
  const answer = answerShape.safeParse(await askServer(asking, texts));
  if (!answer.success) throw buildUnusable(asking, answer.error);
  const vectors = new Map(answer.data.data.map(({ index, embedding }) => [index, embedding]));
  return texts.map((_, index) => {
    const vector = vectors.get(index);
    if (vector === undefined) throw buildUnusable(asking, undefined);
    return normaliseVector(Float32Array.from(vector));
  });
}

async function askServer(asking: Asking, texts: readonly string[]): Promise<unknown> {
  const { baseUrl, query, model, authorization, signal, timeoutMs = 60_000 } = asking;
  const response = await guardRequest(asking, () =>
    fetch(addQuery(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/embeddings`, query), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: JSON.stringify({ model, input: texts.map((text) => text.toWellFormed()) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      // Redirects are not followed, because neither the texts nor the key may be sent to an address that nobody named.
      redirect: 'manual',
    }),
  );
  if (!response.ok) {
    await response.body?.cancel();
    throw buildRefused(asking, response.status);
  }
  const text = await guardRequest(asking, () => response.text());
  try {
    return JSON.parse(text);
  } catch (error) {
    throw buildUnusable(asking, error);
  }
}

async function guardRequest<Value>(asking: Asking, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    asking.signal.throwIfAborted();
    throw new ProviderError({
      code: 'embedder.unreachable',
      happened: `The server at ${asking.baseUrl} did not answer when it was asked for embeddings.`,
      todo: 'Check that it runs; until it answers, searches go by words only, not by meaning.',
      retryable: true,
      cause: error,
    });
  }
}

function buildRefused({ baseUrl, model }: Asking, status: number): ProviderError {
  return new ProviderError({
    code: 'embedder.refused',
    happened: `The server at ${baseUrl} answered ${status} when it was asked for embeddings of the model ${model}.`,
    todo: 'Check the address, the key and the name of the embedding model; until it answers, searches go by words only, not by meaning.',
    retryable: status === 429 || status >= 500,
  });
}

function buildUnusable({ baseUrl, model }: ServerEmbedderOptions, cause: unknown): ModelError {
  return new ModelError({
    code: 'embedder.unusable',
    happened: `The server at ${baseUrl} did not send one vector of ${model} for each text.`,
    todo: 'Choose a model that is made for embeddings.',
    cause,
  });
}
