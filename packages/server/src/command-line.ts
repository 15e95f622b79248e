// Command line: what `terrarium open` and `terrarium serve` understand, and what they exit with.

import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { Bug, TerrariumError, UsageError } from '@terrarium/kernel/errors';

const help = `Usage: terrarium open|serve [options] [dir...]

show worlds in a browser on this machine; "open" opens the browser, "serve" prints the address

Arguments:
  dir            the folders of the worlds (default: "./world"); an empty or
                 missing one becomes a new world

Options:
  --world <dir>  the folder of a world; may be given several times
  --port <n>     the port to listen on (default: any that is free)
  --trust-world  let a world's own file say where requests go, and remember that for this world
  -h, --help     display help for command
`;

export async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseOptions(argv.slice(1));
    if (values.help === true) process.stdout.write(help);
    else
      await serveWorlds({
        worlds: listWorlds([...(values.world ?? []), ...positionals]),
        port: parsePort(values.port),
        trustsWorld: values['trust-world'] === true,
        opensBrowser: argv[0] === 'open',
      });
    return 0;
  } catch (error) {
    return explain(error);
  }
}

interface Serving {
  readonly worlds: readonly string[];
  readonly port: number;
  readonly trustsWorld: boolean;
  readonly opensBrowser: boolean;
}

/** Serves until it is stopped with Ctrl-C. Loaded only here, so that showing help does not wait for it. */
async function serveWorlds({ worlds, port, trustsWorld, opensBrowser }: Serving): Promise<void> {
  const { createWorldsFor } = await import('./shelf/create-worlds-for.ts');
  for (const dir of createWorldsFor(worlds))
    process.stdout.write(
      `There was nothing in ${dir}: a new world is there now. Drop a story into its page.\n`,
    );
  const { openShelf } = await import('./shelf/open-shelf.ts');
  openShelf(worlds);
  const { buildScreens } = await import('./app/build-screens.ts');
  const screensDir = await buildScreens(() =>
    process.stdout.write('Preparing the screens. This is done once, and takes a few seconds.\n'),
  );
  const { serve } = await import('./serve.ts');
  const served = await serve({ worlds, screensDir, port, trustsWorld });
  process.stdout.write(`Terrarium is at ${served.address}\nCtrl-C stops it; nothing is lost.\n`);
  if (opensBrowser) openBrowser(served.address);
  await waitForSignal();
  await served.close();
}

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

/** Where no browser opens, the address stands on the screen. */
function openBrowser(address: string): void {
  const [command, argv] = chooseOpener(process.platform, address);
  const child = spawn(command, argv, { stdio: 'ignore', detached: true });
  child.on('error', () => process.stdout.write('No browser opened by itself: open that address in one.\n'));
  child.unref();
}

export function chooseOpener(platform: NodeJS.Platform, address: string): readonly [string, string[]] {
  if (platform === 'darwin') return ['open', [address]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]];
  return ['xdg-open', [address]];
}

function listWorlds(said: readonly string[]): readonly string[] {
  return said.length === 0 ? ['./world'] : said;
}

function parsePort(said: string | undefined): number {
  const port = Number(said ?? 0);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && said !== '') return port;
  throw new UsageError({
    code: 'server.bad-arguments',
    happened: `"${said}" is no port.`,
    todo: 'Give a number from 1 to 65535.',
  });
}

function parseOptions(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        world: { type: 'string', multiple: true },
        port: { type: 'string' },
        'trust-world': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError({
      code: 'server.bad-arguments',
      happened: `${error.message.split('. ', 1)[0]}.`,
      todo: 'Write: terrarium open DIR.',
      cause: error,
    });
  }
}

function explain(error: unknown): number {
  const known = error instanceof TerrariumError ? error : new Bug(String(error), error);
  process.stderr.write(`terrarium: ${known.happened}\n  ${known.todo} [${known.code}]\n`);
  return known.exitCode;
}
