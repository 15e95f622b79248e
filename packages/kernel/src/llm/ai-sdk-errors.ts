// Turns errors of the AI SDK into our errors, each saying what a person can do.
import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { Bug, ProviderError, TerrariumError } from '../base/errors.ts';
import { translateTransportError } from './transport-errors.ts';

export interface ModelPlace {
  readonly url: string;
  readonly model: string;
  /** Texts that must not appear in any message. */
  readonly secrets: readonly string[];
}

/** At most this many characters of a server's own message are shown: about a few lines of a terminal. */
const longestExcerpt = 300;

/**
 * Converts anything that a model's adapter has caught into one of our errors. If one of our errors is among the
 * causes, returns it unchanged.
 */
export function translateModelError(error: unknown, place: ModelPlace): TerrariumError {
  const own = findOwnError(error);
  if (own !== undefined) return own;
  const transport = translateTransportError(error, place.url);
  if (transport !== undefined) return transport;
  if (APICallError.isInstance(error)) return translateCallError(error, place);
  if (isGarbled(error)) return translatePiece(error, place);
  return new Bug(`Asking ${place.model} at ${place.url} failed: ${cutExcerpt(String(error), place)}`, error);
}

/**
 * Converts a part of a stream that is not a piece of a reply into an error. LM Studio reports errors in a form of its
 * own (`event: error`).
 */
function translatePiece(error: Error, place: ModelPlace): ProviderError {
  const value = TypeValidationError.isInstance(error) ? error.value : undefined;
  const isError = typeof value === 'object' && value !== null && 'error' in value;
  const words = isError ? readServerWords(JSON.stringify(value)) : '';
  if (isContextOverflow(words)) return buildOverflowError(words, place);
  return buildBrokenStreamError(words === '' ? describePiece(error, place) : cutExcerpt(words, place), error);
}

/** Converts an error that the server sent instead of a piece of its stream. */
export function translateStreamError(error: unknown, place: ModelPlace): TerrariumError {
  if (error instanceof Error) return translateModelError(error, place);
  const words = readServerWords(JSON.stringify(error) ?? '');
  if (isContextOverflow(words)) return buildOverflowError(words, place);
  return buildBrokenStreamError(cutExcerpt(words, place));
}

function translateCallError(error: APICallError, place: ModelPlace): ProviderError {
  const body = error.responseBody ?? '';
  const words = readServerWords(body) || error.message;
  const status = error.statusCode ?? 0;
  if (isContextOverflow(body) || (status >= 200 && status < 300)) return translateStrangeBody(body, place);
  const said = words === '' ? '' : `: ${cutExcerpt(words, place)}`;
  const target = error.responseHeaders?.['location'];
  const aim =
    status >= 300 && status < 400 && target !== undefined ? ` (to ${cutExcerpt(target, place)})` : '';
  const server = `The model server (${place.url}) answered ${status}${aim}${said}`;
  const cause = new Error(cutExcerpt(error.message, place));
  const retryAfterMs = readRetryAfter(error.responseHeaders ?? {});
  return new ProviderError({
    ...describeStatus(status, words),
    happened: completeSentence(server),
    cause,
    retryAfterMs,
  });
}

interface StatusMeaning {
  readonly code: string;
  readonly todo: string;
  readonly retryable: boolean;
}

function describeStatus(status: number, words: string): StatusMeaning {
  if (status === 401 || status === 403) {
    return {
      code: 'model.unauthorised',
      todo: 'Set the API key the server expects (TERRARIUM_API_KEY, or --api-key).',
      retryable: false,
    };
  }
  if (status === 404) {
    return {
      code: 'model.not-found',
      todo: 'Check --model and that --base-url ends in /v1.',
      retryable: false,
    };
  }
  if (status === 405 || status === 501) {
    return {
      code: 'model.not-found',
      todo: 'A model server does not answer like that: --base-url probably has the wrong port or path. It usually ends in /v1.',
      retryable: false,
    };
  }
  if (status === 402 || (status === 429 && /insufficient_quota|billing|credit/i.test(words))) {
    const todo = 'Check the credit of your account at the provider, or use another model.';
    return { code: 'model.no-credit', todo, retryable: false };
  }
  if (isUnloaded(words)) return unavailable;
  if (isAboutTools(words)) return toolsRefused;
  return findPassingMeaning(status) ?? describeLastingStatus(status);
}

/**
 * Whether LM Studio has unloaded an idle model, or the model has crashed. LM Studio then answers with status 400, and
 * the next request loads the model again.
 */
function isUnloaded(words: string): boolean {
  return /model (?:is|was|has been) unloaded|model has crashed/i.test(words);
}

/**
 * Whether a server refuses a request because the request lists tools. Recognises the messages of Ollama, vLLM,
 * llama.cpp, and proxies in front of them.
 */
function isAboutTools(words: string): boolean {
  return /\btools? (?:(?:use|calling|choice|call)s? )?(?:is |are )?(?:param )?(?:not (?:supported|enabled)|requires? --)|does(?: not|n't) support (?:tools?|function)|no (?:endpoints|providers) found that support tool/iu.test(
    words,
  );
}

const toolsRefused: StatusMeaning = {
  code: 'model.refuses-tools',
  todo: 'Choose a model that calls tools, or enable them on its server ("terrarium doctor" says how). "terrarium read" continues without tools, with updates written as text.',
  retryable: false,
};

const unavailable: StatusMeaning = {
  code: 'model.unavailable',
  todo: 'It may be starting, loading a model, or busy. Try again when it is ready.',
  retryable: true,
};

/** The meaning of an HTTP status that means a temporary failure; undefined for any other status. */
function findPassingMeaning(status: number): StatusMeaning | undefined {
  if (status === 429) {
    const todo =
      'It takes no more requests for now. Try again later, or ask its provider for a higher limit.';
    return { code: 'model.rate-limited', todo, retryable: true };
  }
  if (status >= 502 && status <= 504) return unavailable;
  if (status === 408 || status === 409 || status === 425 || status >= 500) {
    const todo = 'Try again later. If it still fails, look at the log of the server.';
    return { code: 'model.server-error', todo, retryable: true };
  }
  return undefined;
}

function describeLastingStatus(status: number): StatusMeaning {
  if (status >= 300 && status < 400) {
    return { code: 'model.redirected', todo: 'Set --base-url to where it redirects to.', retryable: false };
  }
  return {
    code: 'model.bad-request',
    todo: 'The server does not accept this request. Look at its log, and at --model-option if you gave any.',
    retryable: false,
  };
}

/** Converts a body that is not a reply in the wanted form. Some servers report overflows even with status 200. */
export function translateStrangeBody(body: string, place: ModelPlace): ProviderError {
  if (isContextOverflow(body)) return buildOverflowError(readServerWords(body), place);
  return isWholeReply(body) ? buildNotStreamingError(place) : buildGarbledError(body, place);
}

/** Whether the body is a reply in the form for requests that ask for no stream. */
function isWholeReply(body: string): boolean {
  try {
    const parsed = JSON.parse(body) as {
      readonly choices?: readonly { readonly message?: unknown }[];
    } | null;
    return parsed?.choices?.[0]?.message !== undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function buildNotStreamingError(place: ModelPlace): ProviderError {
  return new ProviderError({
    code: 'model.not-streaming',
    happened: `The model server (${place.url}) does not stream its replies.`,
    todo: 'It will be asked again for whole replies.',
    retryable: true,
  });
}

function buildOverflowError(words: string, place: ModelPlace): ProviderError {
  return new ProviderError({
    code: 'model.context-overflow',
    happened: completeSentence(
      `The prompt is longer than the window of ${place.model}: ${cutExcerpt(words, place)}`,
    ),
    todo: 'Set a smaller --context-budget, or load the model with a larger context.',
    retryable: false,
  });
}

function buildGarbledError(body: string, place: ModelPlace): ProviderError {
  const isPage = /^\s*<(?:!doctype|html)/i.test(body);
  const words = readServerWords(body);
  const came = isPage ? 'a web page' : quoteBody(words === '' ? body : words, place);
  return new ProviderError({
    code: 'model.garbled',
    happened: `The model server (${place.url}) did not answer with a reply but with ${came}.`,
    todo: isPage
      ? 'Set --base-url to its OpenAI-compatible address; it usually ends in /v1.'
      : 'Check that --base-url is the address of a model server, and look at its log.',
    retryable: !isPage,
  });
}

export function buildBrokenStreamError(detail: string, cause?: unknown): ProviderError {
  return new ProviderError({
    code: 'model.broken-stream',
    happened: completeSentence(`The reply broke off: ${detail}`),
    todo: 'Look at the log of the server: it may have been restarted, or a proxy in between cuts long replies.',
    retryable: true,
    cause,
  });
}

/**
 * Shows the piece that was received, without the library's list of all valid forms: this is enough to see what kind of
 * server it is.
 */
function describePiece(error: Error, place: ModelPlace): string {
  if (JSONParseError.isInstance(error)) return `"${cutExcerpt(error.text, place)}" is not a piece of a reply`;
  if (!TypeValidationError.isInstance(error)) return cutExcerpt(error.message, place);
  return `"${cutExcerpt(JSON.stringify(error.value) ?? '', place)}" is not a piece of a reply`;
}

function isGarbled(error: unknown): error is Error {
  return (
    InvalidResponseDataError.isInstance(error) ||
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error)
  );
}

function findOwnError(error: unknown): TerrariumError | undefined {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    if (current instanceof TerrariumError) return current;
    current = current.cause;
  }
  return undefined;
}

function quoteBody(text: string, place: ModelPlace): string {
  const words = cutExcerpt(text, place);
  return words === '' ? 'nothing' : `"${words}"`;
}

/**
 * The server's message, from whichever field has it: `error.message`, `error`, `message`, `detail`. If there is a list
 * (`detail` of FastAPI, or a whole body of Google), its first item counts.
 */
function readServerWords(body: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return body.trimStart().startsWith('<') ? '' : body.trim();
  }
  for (let depth = 0; depth < 6; depth++) {
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return '';
    if (Array.isArray(value)) {
      value = value[0];
      continue;
    }
    const fields: Readonly<Record<string, unknown>> = { ...value };
    value = fields['error'] ?? fields['message'] ?? fields['detail'] ?? fields['msg'];
  }
  return '';
}

/** `Retry-After` in seconds or as a date, `retry-after-ms` in milliseconds. */
function readRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (seconds >= 0) return seconds * 1000;
  const until = Date.parse(value) - Date.parse(headers['date'] ?? '');
  return Number.isFinite(until) ? Math.max(0, until) : undefined;
}

function cutExcerpt(text: string, place: ModelPlace): string {
  const safe = place.secrets.reduce((said, secret) => said.replaceAll(secret, '***'), text);
  const line = safe.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt)}…` : line;
}

function completeSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/**
 * Wordings of overflows by servers, each with its source. Status codes are ignored, because they differ (400, 413,
 * 500, even 200).
 */
const wordings: readonly RegExp[] = [
  // OpenAI and vLLM: "This model's maximum context length is 4096 tokens. However, …"
  /maximum context length/i,
  /context_length_exceeded/i,
  // vLLM: "The decoder prompt (length 5000) is longer than the maximum model length of 4096"
  /longer than the maximum model length/i,
  /too long to fit into the model/i,
  // llama.cpp: "the request exceeds the available context size", type "exceed_context_size_error"
  /exceeds? (?:the )?(?:available )?context (?:size|length|window)/i,
  /exceed_context_size/i,
  // Ollama: "the input length exceeds the context length", "prompt too long; exceeded max context length"
  /exceeded (?:the )?(?:max(?:imum)? )?context (?:size|length|window)/i,
  // Ollama, after it has dropped the last question and everything before it: "no user query found in messages"
  /no user query found in messages/i,
  // LM Studio: "Trying to keep the first N tokens when context the overflows", "Context size has been exceeded"
  /context the overflows/i,
  /context (?:size|length|window) (?:has been |was |is )?exceeded/i,
  /reached context length of/i,
  // SGLang: "The input (N tokens) is longer than the model's context length"
  /longer than the model'?s (?:maximum )?context length/i,
  // TGI: "`inputs` tokens + `max_new_tokens` must be <= 4096"
  /tokens \+ `?max_new_tokens`? must be/i,
  // TabbyAPI: "Request length 71599 + 2048 is greater than max_seq_len 65536"
  /greater than max_seq_len/i,
  // Hosted: "prompt is too long", "input token count exceeds the maximum number of tokens"
  /prompt is too long/i,
  /token count .{0,40}exceeds the maximum/i,
];

/** Whether a server's message says that the prompt is longer than its window. */
export function isContextOverflow(words: string): boolean {
  return wordings.some((wording) => wording.test(words));
}
