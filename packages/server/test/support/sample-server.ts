// Sample server: serves the sample story, read by the built-in reader, on a free port of this machine.

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCorpus } from '@terrarium/annotator/add-corpus';
import { annotate } from '@terrarium/annotator/annotate';
import { openBuiltInReader } from '@terrarium/annotator/built-in-reader';
import { createWorld } from '@terrarium/annotator/open-world';
import { defaultRunSettings } from '@terrarium/annotator/run-settings';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { openTestServer, type TestServer } from './test-server.ts';

const sample = fileURLToPath(new URL('../../../../samples/low-veyre.jsonl', import.meta.url));

export interface SampleServer extends TestServer {
  readonly worldDir: string;
  readonly folder: string;
  /**
   * Stops the server, does `whileAway`, and starts it anew on its port. Resolves with the new address, whose token
   * `ask` does not know.
   */
  restart(whileAway?: () => Promise<void>): Promise<string>;
}

interface SampleOptions {
  /** Folder of the built screens; a page of one line if none is given. */
  readonly screensDir?: string;
  readonly isRead?: boolean;
}

export async function openSampleServer({
  screensDir,
  isRead = true,
}: SampleOptions = {}): Promise<SampleServer> {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-server-'));
  const worldDir = join(folder, 'Low Veyre');
  await laySample(worldDir, isRead);
  const options = {
    worlds: [worldDir],
    screensDir: screensDir ?? createPlainScreens(folder),
    renderStart: (added: readonly string[]) => ['terrarium open "Low Veyre"', ...added].join(' '),
  };
  const server = await openTestServer(options);
  let running = server;
  return {
    ...server,
    worldDir,
    folder,
    async restart(whileAway) {
      await running.close();
      await whileAway?.();
      running = await openTestServer({ ...options, port: server.port });
      return running.address;
    },
    async close() {
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface WorldFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * The files of the first sample that was read in this process. Reading takes seconds, so later samples are copies of
 * it.
 */
let readFiles: readonly WorldFile[] | undefined;

async function laySample(dir: string, isRead: boolean): Promise<void> {
  if (!isRead) return await readSample(dir, isRead);
  if (readFiles === undefined) {
    await readSample(dir, isRead);
    readFiles = collectFiles(dir);
    return;
  }
  for (const { path, bytes } of readFiles) {
    mkdirSync(dirname(join(dir, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(dir, path), bytes, { mode: 0o600 });
  }
}

function collectFiles(dir: string): readonly WorldFile[] {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => statSync(join(dir, path)).isFile());
  return files.map((path) => ({ path, bytes: readFileSync(join(dir, path)) }));
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

export function createPlainScreens(folder: string): string {
  const dir = join(folder, 'screens');
  cpSync(fileURLToPath(new URL('../../../web/index.html', import.meta.url)), join(dir, 'index.html'));
  writeFileSync(join(dir, 'plain.css'), 'p {}');
  return dir;
}
