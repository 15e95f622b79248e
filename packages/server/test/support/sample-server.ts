// Sample server: the sample story, read by the built-in reader, served on a free port of this machine.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCorpus } from '@terrarium/annotator/add-corpus';
import { annotate } from '@terrarium/annotator/annotate';
import { openBuiltInReader } from '@terrarium/annotator/built-in-reader';
import { createWorld } from '@terrarium/annotator/open-world';
import { defaultRunSettings } from '@terrarium/annotator/run-settings';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { serve } from '../../src/serve.ts';

const sample = fileURLToPath(new URL('../../../../samples/low-veyre.jsonl', import.meta.url));

export interface SampleServer {
  readonly origin: string;
  /** With the token. */
  readonly address: string;
  readonly port: number;
  readonly worldDir: string;
  readonly folder: string;
  /** What the page itself sends with each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** A request of the page itself. */
  ask(path: string, options?: AskOptions): Promise<Response>;
  /** As `ask`, and reads the answer. */
  read<Answer>(path: string, options?: AskOptions): Promise<Answer>;
  /** Stops the server and starts it anew on its port. Gives the new address, whose token `ask` does not know. */
  restart(): Promise<string>;
  close(): Promise<void>;
}

interface AskOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface SampleOptions {
  /** Folder of the built screens; a page of one line where none is given. */
  readonly screensDir?: string;
  readonly isRead?: boolean;
}

export async function openSampleServer({
  screensDir,
  isRead = true,
}: SampleOptions = {}): Promise<SampleServer> {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-server-'));
  const worldDir = join(folder, 'Low Veyre');
  await readSample(worldDir, isRead);
  const screens = screensDir ?? createPlainScreens(folder);
  const options = { worlds: [worldDir], screensDir: screens, trustsWorld: false };
  let served = await serve({ ...options, port: 0 });
  const { address, port } = served;
  const origin = `http://127.0.0.1:${port}`;
  const token = new URL(address).searchParams.get('token') ?? '';
  const own = { cookie: `terrarium-${port}=${token}`, origin };
  const ask = (path: string, { method = 'GET', body, headers = {} }: AskOptions = {}) =>
    fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...own,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    origin,
    address,
    port,
    worldDir,
    folder,
    headers: own,
    ask,
    read: async <Answer>(path: string, options?: AskOptions) =>
      (await (await ask(path, options)).json()) as Answer,
    async restart() {
      await served.close();
      served = await serve({ ...options, port });
      return served.address;
    },
    async close() {
      await served.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function readSample(dir: string, isRead: boolean): Promise<void> {
  const environment = buildSystemEnvironment();
  const empty = createWorld({ dir, title: 'The Lamplighter', clock: environment.clock });
  const { world } = await addCorpus(empty, { path: sample });
  if (!isRead) return;
  await annotate({
    world,
    model: openBuiltInReader(),
    environment,
    settings: defaultRunSettings,
    stop: { isRequested: () => false, abort: new AbortController().signal },
    emit: () => undefined,
  });
}

function createPlainScreens(folder: string): string {
  const dir = join(folder, 'screens');
  cpSync(fileURLToPath(new URL('../../../web/index.html', import.meta.url)), join(dir, 'index.html'));
  writeFileSync(join(dir, 'plain.css'), 'p {}');
  return dir;
}
