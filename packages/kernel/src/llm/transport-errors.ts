// Transport errors: explains to a person why a connection failed.

import { ProviderError } from '../base/errors.ts';

/** What did not come in time: the connection, the first byte, or the next byte of the reply. */
export type Silence = 'connection' | 'first-byte' | 'next-byte';

const silences: Readonly<Record<Silence, { readonly happened: string; readonly todo: string }>> = {
  connection: {
    happened: 'The model server did not accept a connection',
    todo: 'Check its address, and that nothing on the way blocks it.',
  },
  'first-byte': {
    happened: 'The model server did not begin a reply',
    todo: 'Look at its log, or give it more time (patienceMinutes in the configuration).',
  },
  'next-byte': {
    happened: 'The model server stopped in the middle of a reply',
    todo: 'Look at its log: it may be stuck, or have run out of memory.',
  },
};

export function buildTimeoutError(silence: Silence, ms: number): ProviderError {
  const { happened, todo } = silences[silence];
  const seconds = Math.round(ms / 100) / 10;
  return new ProviderError({
    code: 'model.timeout',
    happened: `${happened} within ${seconds} s.`,
    todo,
    retryable: true,
  });
}

interface Condition {
  readonly codes: readonly string[];
  readonly happened: string;
  readonly todo: string;
  readonly retryable: boolean;
}

const conditions: readonly Condition[] = [
  {
    codes: ['ECONNREFUSED'],
    happened: 'Nothing is listening',
    todo: 'Start the model server, or set --base-url to where it runs.',
    retryable: true,
  },
  {
    codes: ['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
    happened: 'The host cannot be reached',
    todo: 'Check --base-url and the network.',
    retryable: true,
  },
  {
    codes: ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'],
    happened: 'The connection was lost',
    todo: 'Look at the log of the model server: it may have run out of memory or been restarted.',
    retryable: true,
  },
  {
    codes: ['EMFILE', 'ENFILE'],
    happened: 'No connection can be opened, as too many files and connections are open already',
    todo: 'Close what else is running, or raise the limit (ulimit -n), and start again.',
    retryable: true,
  },
  {
    codes: ['HPE_', 'ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO'],
    happened: 'The answer is not valid HTTP',
    todo: 'Check whether --base-url should begin with http:// or https://, and its port.',
    retryable: false,
  },
  {
    codes: ['CERT_', 'ERR_TLS', 'UNABLE_TO_', 'SELF_SIGNED', 'DEPTH_ZERO_SELF_SIGNED'],
    happened: 'The certificate of the model server is not trusted',
    todo: 'Trust it with NODE_EXTRA_CA_CERTS, or use http:// on your own network.',
    retryable: false,
  },
];

/** The error in our own form; undefined if the given error is not a failed connection. */
export function translateTransportError(error: unknown, url: string): ProviderError | undefined {
  const code = findSystemCode(error);
  if (code === undefined) return undefined;
  const condition = conditions.find(({ codes }) => codes.some((known) => code.startsWith(known)));
  return condition === undefined ? undefined : buildUnreachableError(condition, `${url}, ${code}`);
}

/** The error of a connection that could not be opened, whatever the reason. */
export function translateConnectionError(error: Error, url: string): ProviderError {
  const said = findSystemCode(error) ?? error.message;
  return translateTransportError(error, url) ?? buildUnreachableError(unopened, `${url}, ${said}`);
}

const unopened: Omit<Condition, 'codes'> = {
  happened: 'No connection to the model server can be opened',
  todo: 'Check --base-url and the network, and that nothing on this machine blocks the connection.',
  retryable: true,
};

function buildUnreachableError(condition: Omit<Condition, 'codes'>, where: string): ProviderError {
  return new ProviderError({
    code: 'model.unreachable',
    happened: `${condition.happened} (${where}).`,
    todo: condition.todo,
    retryable: condition.retryable,
  });
}

/** The operating system's code, from the error or any of its causes. */
function findSystemCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    if (current instanceof AggregateError && current.errors.length > 0) current = current.errors[0];
    else current = current.cause;
  }
  return undefined;
}
