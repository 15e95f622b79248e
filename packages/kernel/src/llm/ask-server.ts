// Sends a model server a request other than a chat: returns a JSON answer, or nothing if none comes within a short time.

import type { PatientFetch } from './patient-fetch.ts';

export interface ModelServer {
  /** The OpenAI-compatible address; it usually ends in `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: PatientFetch;
}

/** The members of a JSON object, unchecked. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Question {
  /** The path, without a leading slash, after the server's address without `/v1`. */
  readonly path: string;
  readonly body?: Fields;
  readonly signal: AbortSignal | undefined;
}

/** Servers answer these questions at once or not at all. */
const answerWithinMs = 10_000;

/**
 * The fields of the JSON that the server answers, none if this is no object; undefined if it answers no JSON or an
 * error. After an abort, rejects with the signal's reason.
 */
export async function askServer(server: ModelServer, question: Question): Promise<Fields | undefined> {
  const { body, signal } = question;
  const limit = AbortSignal.timeout(answerWithinMs);
  try {
    const response = await server.fetch(`${stripVersion(server.baseUrl)}/${question.path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...server.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    return response.ok ? readFields(await response.json()) : undefined;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

function stripVersion(baseUrl: string): string {
  return baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '');
}

export function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function readList(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(readFields) : [];
}
