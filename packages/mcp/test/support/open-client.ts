// Opens a real MCP client on our server, which runs in the tests' process or in a process of its own.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { onTestFinished, vi } from 'vitest';
import { openCompanion } from '../../src/compose.ts';
import { runServer } from '../../src/serve.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const node = process.execPath;
const launcher = join(root, 'packages', 'cli', 'bin', 'terrarium.js');

export interface Answered {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface OpenClient {
  readonly client: Client;
  call(name: string, given?: Readonly<Record<string, unknown>>): Promise<Answered>;
  close(): Promise<void>;
}

export interface StartedClient extends OpenClient {
  /** Null if the process had ended by the time the client was connected. */
  readonly pid: number | null;
}

export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function buildEnvironment(folder: string): Record<string, string> {
  return { PATH: '/usr/bin:/bin', HOME: folder, XDG_CONFIG_HOME: folder, TZ: 'UTC' };
}

interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

interface Wish {
  /** Whether the world's settings about where requests go are accepted. */
  readonly trustsWorld?: boolean;
}

/** Serves the folder's world in this process, as `terrarium mcp` does, and connects a client to it by two streams. */
export async function openClient(folder: string, { trustsWorld = false }: Wish = {}): Promise<OpenClient> {
  for (const [name, value] of Object.entries(buildEnvironment(folder))) vi.stubEnv(name, value);
  vi.stubEnv('XDG_DATA_HOME', undefined);
  const companion = await openCompanion({ folder: join(folder, 'world'), trustsWorld });
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const { signal: stop } = new AbortController();
  const served = runServer(companion, { stdin, stdout, stop }).finally(() => companion.close());
  onTestFinished(() => served);
  onTestFinished(() => void stdin.end());
  // Both ends of a connection by streams do the same: each reads lines from one stream and writes lines to the other.
  const transport = new StdioServerTransport(stdout, stdin);
  const opened = await connect(new Client({ name: 'a-client', version: '1.0.0' }), transport);
  return {
    ...opened,
    async call(name, given) {
      const answered = await opened.call(name, given);
      // Without this, nothing else, such as a request to another server, would get its turn between two calls
      // over these streams.
      await setImmediate();
      return answered;
    },
    async close() {
      await opened.close();
      stdin.end();
      await served;
    },
  };
}

interface ProcessWish extends Wish {
  /** The program to start, instead of `terrarium mcp` on the folder's world. */
  readonly start?: Start;
  /** The only revision of the protocol that the client speaks; by default, it agrees on one with the server. */
  readonly revision?: string;
  /** The current time, if the person gives one. */
  readonly now?: string;
}

/** Starts a process for the folder's world, and connects a client to its standard input and output. */
export async function startClient(
  folder: string,
  { start, revision, trustsWorld = false, now }: ProcessWish = {},
): Promise<StartedClient> {
  const negotiation = revision === undefined ? {} : { versionNegotiation: { mode: { pin: revision } } };
  const wishes = [...(trustsWorld ? ['--trust-world'] : []), ...(now === undefined ? [] : ['--now', now])];
  const usual = { command: node, args: [launcher, 'mcp', '--world', join(folder, 'world'), ...wishes] };
  const { command, args } = start ?? usual;
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: buildEnvironment(folder),
    cwd: folder,
    stderr: 'inherit',
  });
  const client = await connect(new Client({ name: 'a-client', version: '1.0.0' }, negotiation), transport);
  return { ...client, pid: transport.pid };
}

async function connect(client: Client, transport: Transport): Promise<OpenClient> {
  onTestFinished(() => client.close());
  await client.connect(transport);
  return {
    client,
    async call(name, given = {}) {
      const { content, structuredContent, isError } = await client.callTool({
        name,
        arguments: { ...given },
      });
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return { text, value: (structuredContent ?? {}) as Answered['value'], isError: isError === true };
    },
    close: () => client.close(),
  };
}

export interface Said {
  readonly exitCode: number | null;
  readonly out: string;
  readonly error: string;
}

interface Typed {
  readonly input?: string;
  /** Whether the input may end after the output so far; if not given, the input ends at once. */
  readonly isAnswered?: (out: string) => boolean;
}

/** Runs the real command line with this input, and closes the input as soon as `isAnswered` allows it. */
export function runTerrarium(argv: readonly string[], folder: string, typed: Typed = {}): Promise<Said> {
  const { input = '', isAnswered = () => true } = typed;
  return new Promise((resolve, reject) => {
    const child = spawn(node, [launcher, ...argv], { cwd: folder, env: buildEnvironment(folder) });
    const said = { out: '', error: '' };
    const endWhenAnswered = () => {
      if (isAnswered(said.out)) child.stdin.end();
    };
    // The stream decodes the output, because a chunk may end in the middle of a character.
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      said.out += part;
      endWhenAnswered();
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      said.error += part;
    });
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...said }));
    // A process that ends before it has read all its input is not a failure of the test.
    child.stdin.on('error', () => undefined);
    child.stdin.write(input);
    endWhenAnswered();
  });
}
