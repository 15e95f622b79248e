// Command line of `terrarium mcp`: its options and exit codes.

import { parseArgs } from 'node:util';
import { renderAsked } from '@terrarium/kernel/asked-server';
import { chooseDefaultWorld } from '@terrarium/kernel/choose-default-world';
import { Bug, TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { renderMigrated } from '@terrarium/kernel/render-migrated';
import type { Companion } from './companion/companion.ts';
import type { Opening } from './compose.ts';
import { renderClientConfig } from './render-client-config.ts';

const help = `Usage: terrarium mcp [options]

serve the memory of a world to an MCP client, over standard input and output

Options:
  --world <dir>  the folder of the world; created if missing (default: "./world")
  --of <who>     whose memory, if several speakers have one each (default: the companion)
  --config       print what to paste into a client's settings, and exit
  --trust-world  allow the world's own file to set server addresses;
                 this is remembered
  --now <when>   as if it were this time: 2026-06-27, "in 3 months"; also --at
  -h, --help     display help for command
`;

/** Standard output belongs to the protocol, so messages for a person go to standard error. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    const options = parseOptions(argv);
    if (options.help === true) process.stdout.write(help);
    else if (options.config === true) process.stdout.write(renderClientConfig(options.world, options.of));
    else
      await runWorldServer({
        folder: options.world,
        of: options.of,
        trustsWorld: options['trust-world'] === true,
        now: options.now ?? options.at,
      });
    return 0;
  } catch (error) {
    return explain(error);
  }
}

/** The server is loaded only here, so that showing help does not wait for it. */
async function runWorldServer(opening: Opening): Promise<void> {
  const { openCompanion } = await import('./compose.ts');
  const { runServer } = await import('./serve.ts');
  const companion = await openCompanion(opening);
  reportStart(companion);
  try {
    const { stdin, stdout } = process;
    await runServer(companion, { stdin, stdout, stop: watchSignals() });
  } finally {
    await companion.close();
  }
}

/** Aborts when the process is asked to end. */
function watchSignals(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** Writes to standard error, which clients keep in their logs. */
function reportStart({ servers, migrated, unkept, untrusted }: Companion): void {
  if (migrated !== undefined) process.stderr.write(`terrarium: ${renderMigrated(migrated)}\n`);
  for (const server of servers) process.stderr.write(`terrarium: ${renderAsked(server)}\n`);
  if (unkept !== undefined) process.stderr.write(renderFailure(unkept));
  if (untrusted !== undefined) process.stderr.write(renderFailure(untrusted));
}

function parseOptions(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        world: { type: 'string', default: chooseDefaultWorld() },
        of: { type: 'string' },
        config: { type: 'boolean' },
        now: { type: 'string' },
        at: { type: 'string' },
        'trust-world': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError({
      code: 'mcp.bad-arguments',
      happened: `${error.message.split('. ', 1)[0]}.`,
      todo: 'Write: terrarium mcp --world DIR.',
      cause: error,
    });
  }
}

function explain(error: unknown): number {
  const known = error instanceof TerrariumError ? error : new Bug(String(error), error);
  process.stderr.write(renderFailure(known));
  return known.exitCode;
}

function renderFailure({ happened, todo, code }: TerrariumError): string {
  return `terrarium: ${happened}\n  ${todo} [${code}]\n`;
}
