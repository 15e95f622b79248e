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

/** Statuses of a server that is loading its model or busy, or of a proxy before it; the next answer may be another. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** What a server said to a question. */
export interface Answer {
  /** The fields of its JSON, none if this is no object; undefined if it answered no JSON or an error. */
  readonly fields: Fields | undefined;
  /** Whether the same question may have fields later, as the server was loading, busy or not there. */
  readonly isPassing: boolean;
}

/** Sends a question once. After an abort, rejects with the signal's reason. */
export async function askServerOnce(server: ModelServer, question: Question): Promise<Answer> {
  const { body, signal } = question;
  const limit = AbortSignal.timeout(answerWithinMs);
  let isReached = false;
  try {
    const response = await server.fetch(`${stripVersion(server.baseUrl)}/${question.path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...server.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    isReached = true;
    if (!response.ok) return { fields: undefined, isPassing: passing.has(response.status) };
    return { fields: readFields(await response.json()), isPassing: false };
  } catch {
    signal?.throwIfAborted();
    // A server that takes a question and never answers it does not know it.
    return { fields: undefined, isPassing: !isReached && !limit.aborted };
  }
}

/** The fields of the answer; undefined if there are none. After an abort, rejects with the signal's reason. */
export async function askServer(server: ModelServer, question: Question): Promise<Fields | undefined> {
  return (await askServerOnce(server, question)).fields;
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
