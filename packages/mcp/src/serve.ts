// Serves the memory to one client over standard input and output, until the client is gone.

import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { McpServer, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { renderAsked } from '@terrarium/kernel/asked-server';
import { answer } from './answer.ts';
import type { Companion } from './companion/companion.ts';
import { buildInputSchema } from './companion/companion-tool.ts';
import { describeFailure } from './companion/describe-failure.ts';
import { companionTools } from './companion-tools.ts';
import { filterMessages, type Oversized } from './messages/filter-messages.ts';

/** Less than the transport's own limit: the transport gives up if a message is larger. */
const mostMessageBytes = 8 * 1024 * 1024;

const instructions = readFileSync(new URL('instructions.md', import.meta.url), 'utf8').trim();

/** How the server and its client are connected. */
export interface Connected {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Aborted when the server must end, even if the client is still there. */
  readonly stop: AbortSignal;
}

/** Resolves once the client has closed its end or the server was stopped, and all running calls have ended. */
export async function runServer(companion: Companion, { stdin, stdout, stop }: Connected): Promise<void> {
  const running = new Set<Promise<unknown>>();
  const input = filterMessages(mostMessageBytes, (message) => {
    const refusal = refuseOversized(companion, message);
    if (refusal !== undefined) stdout.write(`${refusal}\n`);
  });
  const transport = new StdioServerTransport(stdin.pipe(input), stdout);
  const handle = serveStdio(() => buildServer(companion, running), {
    transport,
    onerror: (error) => companion.log.warn('connection', { error: describeFailure(error) }),
  });
  await waitForEnd(transport, stop);
  await handle.close();
  // If standard input were still being read, it would keep the process alive.
  stdin.unpipe(input).pause();
  await Promise.allSettled(running);
}

/**
 * A message that was left out never becomes a call, so nothing else would answer it. Returns the line that refuses it,
 * in the transport's own form; undefined if the message had no id.
 */
function refuseOversized({ log }: Companion, { id, bytes }: Oversized): string | undefined {
  const message = `The message has ${bytes} bytes, and at most ${mostMessageBytes} are accepted. None of it was done. Send less at once.`;
  log.warn('message left out', { bytes });
  if (id === undefined) return undefined;
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidRequest, message } });
}

/** Resolves on `stop`, and also if the transport closes by itself because of a broken pipe. */
function waitForEnd(transport: StdioServerTransport, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const inner = transport.onclose;
    transport.onclose = () => {
      inner?.();
      resolve();
    };
    stop.addEventListener('abort', () => resolve());
  });
}

function buildServer(companion: Companion, running: Set<Promise<unknown>>): McpServer {
  const server = new McpServer(
    { name: 'terrarium', version: readVersion() },
    { instructions: renderInstructions(companion) },
  );
  for (const tool of companionTools) {
    const { name, title, description, input, output, annotations } = tool;
    const declared = {
      title,
      description,
      inputSchema: buildInputSchema(input),
      outputSchema: output,
      annotations: { title, ...annotations },
    };
    server.registerTool(name, declared, async (given, { mcpReq }) => {
      const progress = buildProgress(companion, mcpReq);
      const answering = answer(companion, tool, {
        given,
        signal: mcpReq.signal,
        onProgress: progress.report,
      });
      running.add(answering);
      try {
        const answered = await answering;
        // Progress must be sent before the answer: once a client has the answer, it forgets the call to which
        // the progress belongs.
        await progress.finish();
        return answered;
      } finally {
        running.delete(answering);
      }
    });
  }
  return server;
}

/** Names the servers that the tools ask, for a person who wants to know which text is sent where. */
function renderInstructions({ servers }: Companion): string {
  const lines = servers.map((server) =>
    server.purpose === 'replies'
      ? `maintain: ${renderAsked(server)}`
      : `hear, wake, search: ${renderAsked(server)}`,
  );
  return [instructions, ...(lines.length === 0 ? [] : ['What leaves this process:', ...lines])].join('\n\n');
}

/** Reports progress only if the client asked for it. A report that cannot be sent does not fail the call. */
function buildProgress({ log }: Companion, { _meta, notify }: ServerContext['mcpReq']) {
  const progressToken = _meta?.progressToken;
  const telling: Promise<unknown>[] = [];
  return {
    report(progress: number, total: number): void {
      if (progressToken === undefined) return;
      const params = { progressToken, progress, total };
      const told = notify({ method: 'notifications/progress', params }).catch((error) =>
        log.warn('progress', { error: describeFailure(error) }),
      );
      telling.push(told);
    },
    /** Resolves when all reports have been sent. */
    finish: () => Promise.all(telling),
  };
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
