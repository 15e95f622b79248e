// Server process: runs `terrarium serve` in a process of its own, which a test may kill.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../../../cli/bin/terrarium.js', import.meta.url));

export interface ServerProcess {
  read<Answer>(
    path: string,
    options?: { readonly method?: string; readonly body?: unknown },
  ): Promise<Answer>;
  ask(path: string): Promise<Response>;
  /** Ends the process at once, as a power cut does. */
  kill(): Promise<void>;
  /** Asks the process to end, as Ctrl-C does. */
  stop(): Promise<void>;
}

/** `within`: a command that runs the command after it, such as one that first sets a limit. */
export async function startServerProcess(
  worlds: readonly string[],
  within: readonly string[] = [],
): Promise<ServerProcess> {
  const [command = process.execPath, ...argv] = [...within, process.execPath, launcher, 'serve', ...worlds];
  const child = spawn(command, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await readAddress(child);
  const { origin, port, searchParams } = new URL(address);
  const headers = {
    origin,
    cookie: `terrarium-${port}=${searchParams.get('token')}`,
    'content-type': 'application/json',
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    ask: async (path) => await fetch(`${origin}${path}`, { headers }),
    async read<Answer>(path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${origin}${path}`, { method, headers, ...sent });
      return (await response.json()) as Answer;
    },
    kill: async () => await end('SIGKILL'),
    stop: async () => await end('SIGINT'),
  };
}

async function readAddress({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The server prints nowhere.');
  for await (const line of createInterface({ input: stdout })) {
    const address = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/u.exec(line)?.[0];
    if (address !== undefined) {
      stdout.resume();
      return address;
    }
  }
  throw new Error('The server ended before it told its address.');
}
