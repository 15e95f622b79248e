// Sends a request to the server, with the types that the route has in the protocol.

import type { RouteAnswer, RouteName, RouteRequest } from '@terrarium/protocol/routes';

/** A failure that the server reports, in the words of the terminal. */
export class ServerFailure extends Error {
  readonly code: string;
  readonly happened: string;
  readonly todo: string;

  constructor({ code, happened, todo }: { code: string; happened: string; todo: string }) {
    super(`${happened} ${todo}`);
    this.code = code;
    this.happened = happened;
    this.todo = todo;
  }
}

/** The parts of a request to an address, without those that the address does not take. */
export type Asked<Name extends RouteName> = {
  readonly [Part in keyof RouteRequest<Name> as RouteRequest<Name>[Part] extends undefined
    ? never
    : Part]: RouteRequest<Name>[Part];
};

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export async function sendRequest<Name extends RouteName>(
  name: Name,
  asked: Asked<Name>,
  signal?: AbortSignal,
): Promise<RouteAnswer<Name>> {
  const { params = {}, query = {}, body } = asked as Parts;
  const [method = 'GET', path = ''] = name.split(' ');
  const response = await sendTo(buildAddress(path, params, query), {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    ...(signal === undefined ? {} : { signal }),
  });
  return (await readAnswer(response)) as RouteAnswer<Name>;
}

/**
 * Throws `ServerFailure` if the answer is no success. If the answer does not report a failure in the server's form, the
 * server counts as not answering (`noAnswer`).
 */
export async function readAnswer(response: Response): Promise<unknown> {
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  throw new ServerFailure(isFailure(answer) ? answer : unreachable);
}

const unreachable = {
  code: 'screen.no-answer',
  happened: 'The server does not answer.',
  todo: 'Nothing is lost.',
};

/** The code of the failure if the server does not answer. */
export const noAnswer = unreachable.code;

export async function isServerThere(): Promise<boolean> {
  const failure = await sendRequest('GET /api/server', { params: {} }).catch((error: unknown) => error);
  return !(failure instanceof ServerFailure && failure.code === noAnswer);
}

const goesBy: ReadonlySet<string> = new Set([noAnswer, 'fleet.unreachable', 'fleet.crowded']);

/** Whether the failure may pass by itself, without anything being done on this page. */
export function isPassing({ code }: ServerFailure): boolean {
  return goesBy.has(code);
}

/** Throws `ServerFailure` if the server does not answer; if the request was aborted, throws the browser's own error. */
export async function sendTo(address: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(address, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ServerFailure(unreachable);
  }
}

function isFailure(value: unknown): value is { code: string; happened: string; todo: string } {
  return typeof value === 'object' && value !== null && 'happened' in value && 'todo' in value;
}

function buildAddress(
  path: string,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const filled = path.replace(/\{(\w+)\}/gu, (_, key: string) => encodeURIComponent(String(params[key])));
  const said = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(said.map(([key, value]) => [key, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
