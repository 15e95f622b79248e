// Test server: serves some worlds on a free port of this machine, and sends requests as the page itself does.

import { type ServeOptions, serve } from '../../src/serve.ts';

export interface TestServer {
  readonly origin: string;
  /** The address of the page, with the token. */
  readonly address: string;
  readonly port: number;
  /** The headers that the page itself sends with each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sends a request as the page itself does. */
  ask(path: string, options?: AskOptions): Promise<Response>;
  /** Like `ask`, but returns the content of the answer. */
  read<Answer>(path: string, options?: AskOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface AskOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

type TestServerOptions = Pick<ServeOptions, 'worlds' | 'screensDir'> & Partial<ServeOptions>;

export async function openTestServer(options: TestServerOptions): Promise<TestServer> {
  const served = await serve({ port: 0, trustsWorld: false, ...options });
  const origin = `http://127.0.0.1:${served.port}`;
  const token = options.token ?? new URL(served.address).searchParams.get('token') ?? '';
  const own = { cookie: `terrarium-${served.port}=${token}`, origin };
  const ask = (path: string, { method = 'GET', body, headers = {}, signal }: AskOptions = {}) =>
    fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...own,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  return {
    origin,
    address: served.address,
    port: served.port,
    headers: own,
    ask,
    read: async <Answer>(path: string, options?: AskOptions) =>
      (await (await ask(path, options)).json()) as Answer,
    close: () => served.close(),
  };
}
