// Serves the memory to one client over standard input and output, until the client is gone.

import { readFileSync } from 'node:fs';
import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { answer } from './answer.ts';
import type { Companion } from './companion.ts';
import { buildInputSchema } from './companion-tool.ts';
import { companionTools } from './companion-tools.ts';
import { describeFailure } from './describe-failure.ts';

const instructions = readFileSync(new URL('instructions.md', import.meta.url), 'utf8').trim();

/** Resolves when the client closed its end, or a signal asked us to end, and everything under way is over. */
export async function serve(companion: Companion): Promise<void> {
  const running = new Set<Promise<unknown>>();
  const transport = new StdioServerTransport();
  const handle = serveStdio(() => buildServer(companion, running), {
    transport,
    onerror: (error) => companion.log.warn('connection', { error: describeFailure(error) }),
  });
  await waitForEnd(transport);
  await handle.close();
  await Promise.allSettled(running);
}

/** Also ends where the transport gave up by itself: at a message larger than its buffer, or a broken pipe. */
function waitForEnd(transport: StdioServerTransport): Promise<void> {
  return new Promise((resolve) => {
    const inner = transport.onclose;
    transport.onclose = () => {
      inner?.();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

function buildServer(companion: Companion, running: Set<Promise<unknown>>): McpServer {
  const server = new McpServer({ name: 'terrarium', version: readVersion() }, { instructions });
  for (const tool of companionTools) {
    const { name, title, description, input, annotations } = tool;
    const declared = {
      title,
      description,
      inputSchema: buildInputSchema(input),
      annotations: { title, ...annotations },
    };
    server.registerTool(name, declared, async (given, { mcpReq }) => {
      const progress = buildProgress(companion, mcpReq);
      const answering = answer(companion, tool, { given, signal: mcpReq.signal, onProgress: progress.tell });
      running.add(answering);
      try {
        const answered = await answering;
        // A client forgets whom it asked as soon as it has its answer.
        await progress.settle();
        return answered;
      } finally {
        running.delete(answering);
      }
    });
  }
  return server;
}

/** Only who asked for it is told; that telling fails is no failure of the call. */
function buildProgress({ log }: Companion, { _meta, notify }: ServerContext['mcpReq']) {
  const progressToken = _meta?.progressToken;
  const telling: Promise<unknown>[] = [];
  return {
    tell(progress: number, total: number): void {
      if (progressToken === undefined) return;
      const params = { progressToken, progress, total };
      const told = notify({ method: 'notifications/progress', params }).catch((error) =>
        log.warn('progress', { error: describeFailure(error) }),
      );
      telling.push(told);
    },
    /** Resolves when everything has been told. */
    settle: () => Promise.all(telling),
  };
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
