// Builds a fetch for slow local servers, which may think for half an hour before their first byte.

import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { ProviderError } from '../base/errors.ts';
import { buildTimeoutError, type Silence } from './transport-errors.ts';

export interface Patience {
  /** How long to wait for the first byte of a reply, in milliseconds. */
  readonly firstByteMs: number;
  /** How long a server may pause between two bytes of a reply, in milliseconds. */
  readonly idleMs: number;
  /** How long to wait for a connection, in milliseconds. */
  readonly connectMs: number;
  /** How long an unused connection is kept open, in milliseconds. Some servers never close one. */
  readonly keptMs: number;
}

/** The parts of a fetch request that we use: its body, if it has one, is a text. */
export interface PatientRequest {
  readonly method?: string | undefined;
  readonly headers?: RequestInit['headers'] | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

export type PatientFetch = (url: string | URL | Request, request?: PatientRequest) => Promise<Response>;

/** A model's reply has a few kilobytes. A body larger than this is a fault or an attack. */
const longestBodyBytes = 64 * 1024 * 1024;

/**
 * Builds a `fetch` on `node:http`, because Node's own `fetch` gives up after 300 s without headers. Connections are
 * kept open for a while and used again. If a kept connection turns out to be closed before the first byte of the
 * reply, the request is sent once more on a new connection, and `onResend` is called. Redirects are not followed.
 * Rejects with the signal's reason after an abort, with `ProviderError` after a timeout, and with the system's error
 * if the connection fails.
 */
export function buildPatientFetch(patience: Patience, onResend?: () => void): PatientFetch {
  // An agent closes a connection that has been silent for this long, but only if no request is using it.
  const options = { keepAlive: true, timeout: patience.keptMs };
  const kept = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  return async (url, request = {}) => {
    request.signal?.throwIfAborted();
    const target = new URL(url instanceof Request ? url.url : url);
    try {
      return await send(open(target, request, kept), request, patience);
    } catch (error) {
      if (!(error instanceof ClosedBefore)) throw error;
      onResend?.();
      return await send(open(target, request), request, patience);
    }
  };
}

interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/** Without agents, the request gets a connection of its own, which is closed after the reply. */
function open(target: URL, request: PatientRequest, agents?: Agents): ClientRequest {
  const options = {
    method: request.method ?? 'GET',
    headers: Object.fromEntries(new Headers(request.headers)),
  };
  return target.protocol === 'https:'
    ? httpsRequest(target, { ...options, agent: agents?.https ?? false })
    : httpRequest(target, { ...options, agent: agents?.http ?? false });
}

/** Thrown if a connection kept from an earlier request was closed before the first byte of this reply. */
class ClosedBefore extends Error {}

const closedCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

/** Returns a function that turns the error of a request into `ClosedBefore` if a kept connection was its cause. */
function watchReuse(outgoing: ClientRequest): (error: Error) => Error {
  let bytesBefore = 0;
  outgoing.once('socket', (socket) => {
    bytesBefore = socket.bytesRead;
  });
  return (error) => {
    const isClosed = 'code' in error && closedCodes.has(error.code);
    const isSilent = (outgoing.socket?.bytesRead ?? bytesBefore) === bytesBefore;
    return outgoing.reusedSocket && isClosed && isSilent
      ? new ClosedBefore('closed', { cause: error })
      : error;
  };
}

function send(outgoing: ClientRequest, request: PatientRequest, patience: Patience): Promise<Response> {
  return new Promise((resolve, reject) => {
    // Once the response has begun, its reader learns why it failed only if the response itself is destroyed.
    let subject: ClientRequest | IncomingMessage = outgoing;
    const interrupt = (error: Error) => subject.destroy(error);
    const watch = watchSilence(outgoing, patience, interrupt);
    const forget = watchAbort(request.signal, interrupt);
    const finish = () => {
      watch.stop();
      forget();
    };
    const judge = watchReuse(outgoing);
    outgoing.on('error', (error) => {
      finish();
      reject(judge(error));
    });
    outgoing.once('response', (incoming) => {
      subject = incoming;
      incoming.once('close', finish);
      receive(incoming, watch.reset).then(resolve, reject);
    });
    // The text is encoded here, because a socket takes several times as long to encode a long text with letters that
    // are not Latin.
    const body = typeof request.body === 'string' ? Buffer.from(request.body) : undefined;
    if (body !== undefined) outgoing.setHeader('content-length', body.length);
    outgoing.end(body);
  });
}

/**
 * A stream is passed on while it arrives. Any other body is passed on when it is complete, because this is faster and
 * makes an incomplete body an error.
 */
async function receive(incoming: IncomingMessage, touch: () => void): Promise<Response> {
  incoming.on('data', touch);
  const status = incoming.statusCode ?? 0;
  if (status < 200 || status > 599) {
    incoming.destroy();
    throw buildGarbledError(`answered with ${status}, which is no HTTP status`);
  }
  const isStream = incoming.headers['content-type']?.startsWith('text/event-stream') === true;
  const body = isStream ? streamBody(incoming) : await readWhole(incoming);
  const hasBody = !statusesWithoutBody.has(status);
  return new Response(hasBody ? body : null, { status, headers: collectHeaders(incoming) });
}

const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

function readWhole(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > longestBodyBytes) incoming.destroy(buildGarbledError(`sent more than ${bytes >> 20} MB`));
      chunks.push(chunk);
    });
    incoming.on('error', reject);
    incoming.once('end', () => resolve(Buffer.concat(chunks)));
  });
}

function streamBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      incoming.on('data', (chunk: Buffer) => controller.enqueue(chunk));
      incoming.once('end', () => controller.close());
      incoming.on('error', (error) => controller.error(error));
    },
    cancel() {
      incoming.destroy();
    },
  });
}

function collectHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headersDistinct)) {
    for (const one of value ?? []) headers.append(name, one);
  }
  return headers;
}

interface SilenceWatch {
  reset(): void;
  stop(): void;
}

/** Ends the request if the server is silent for too long. Call `reset` for each piece of the body. */
function watchSilence(
  outgoing: ClientRequest,
  patience: Patience,
  breakOff: (error: Error) => void,
): SilenceWatch {
  const timers = new Set<NodeJS.Timeout>();
  const start = (ms: number, silence: Silence) => {
    const timer = setTimeout(() => breakOff(buildTimeoutError(silence, ms)), ms);
    timers.add(timer);
    return timer;
  };
  const firstByte = start(patience.firstByteMs, 'first-byte');
  let idle: NodeJS.Timeout | undefined;
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return;
    const connecting = start(patience.connectMs, 'connection');
    socket.once('connect', () => clearTimeout(connecting));
  });
  return {
    reset() {
      if (idle !== undefined) {
        idle.refresh();
        return;
      }
      clearTimeout(firstByte);
      idle = start(patience.idleMs, 'next-byte');
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Calls `breakOff` on abort. Returns a function that removes the listener. */
function watchAbort(signal: AbortSignal | null | undefined, breakOff: (error: Error) => void): () => void {
  if (signal === null || signal === undefined) return () => undefined;
  const handleAbort = () => breakOff(toError(signal.reason));
  signal.addEventListener('abort', handleAbort, { once: true });
  return () => signal.removeEventListener('abort', handleAbort);
}

function buildGarbledError(did: string): ProviderError {
  return new ProviderError({
    code: 'model.garbled',
    happened: `The model server ${did}.`,
    todo: 'Check that --base-url is the address of a model server.',
    retryable: false,
  });
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
