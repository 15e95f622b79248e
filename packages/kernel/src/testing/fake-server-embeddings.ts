// Embeddings of the fake server: `/v1/embeddings` as OpenAI-compatible servers speak it.

import { buildFakeVector } from './fake-embedder.ts';

interface EmbeddingsRequest {
  readonly model?: unknown;
  readonly input?: unknown;
}

export interface EmbeddingsAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Vectors in an order of its own: a client goes by `index`. */
export function answerEmbeddings(
  { model, input }: EmbeddingsRequest,
  models: readonly string[],
): EmbeddingsAnswer {
  if (typeof model !== 'string' || !models.includes(model)) {
    return { status: 404, body: { error: { message: `The model \`${model}\` does not exist.`, code: 404 } } };
  }
  const texts: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (texts.length === 0 || texts.some((text) => typeof text !== 'string')) {
    return { status: 400, body: { error: { message: 'input must be text', code: 400 } } };
  }
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [...buildFakeVector(String(text))],
  }));
  return { status: 200, body: { object: 'list', model, data: data.reverse() } };
}
