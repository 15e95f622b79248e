// Command line of `terrarium open` and `terrarium serve`: their arguments and exit codes.

import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { chooseDefaultWorld } from '@terrarium/kernel/choose-default-world';
import { Bug, TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { chooseBrowser, listStopSignals, ownPlatform, quoteForShell } from '@terrarium/kernel/platform';
import { parseOrigin } from './guarding/parse-origin.ts';
import type { Served } from './serve.ts';
import type { RenderStart } from './shelf/desk.ts';

const help = `Usage: terrarium open|serve [options] [dir...]

show worlds in a browser on this machine; "open" opens the browser, "serve" prints the address

Arguments:
  dir            folders, each of one world (default: "./world"); an empty or
                 missing folder becomes a new world

Options:
  --world <dir>  the folder of a world; may be repeated
  --port <n>     the port to listen on (default: the same as last time,
                 or any free port)
  --host <addr>  listen on this address, such as 0.0.0.0 (default: this
                 machine only); needs a passphrase
  --origin <url> the address under which a proxy serves the pages, such as
                 https://stories.example.org; needs a passphrase
  --set-passphrase  set a passphrase (only a hash of it is kept), and exit
  --new-token    lock out every browser that was let in before
  --trust-world  allow a world's own file to say at which addresses model
                 servers are; this is remembered
  -h, --help     display help for command
`;

export async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseOptions(argv.slice(1));
    if (values.help === true) process.stdout.write(help);
    else if (values['set-passphrase'] === true) await setPassphrase();
    else {
      const named = [...(values.world ?? []), ...positionals];
      await serveWorlds({
        worlds: listWorlds(named),
        port: parsePort(values.port),
        host: normaliseHost(values.host),
        origins: (values.origin ?? []).map(parseOrigin),
        trustsWorld: values['trust-world'] === true,
        opensBrowser: argv[0] === 'open',
        isAnew: values['new-token'] === true,
        renderStart: (added) =>
          // A command that names no world means the default world, which must be named once another world is added.
          renderStart([
            ...argv,
            ...(added.length > 0 ? listWorlds(named).slice(named.length) : []),
            ...added,
          ]),
      });
    }
    return 0;
  } catch (error) {
    return explain(error);
  }
}

interface Serving {
  readonly worlds: readonly string[];
  /** Undefined if no port is given. */
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly origins: readonly string[];
  readonly trustsWorld: boolean;
  readonly opensBrowser: boolean;
  /** Whether everybody who was let in before is shut out, until they enter again. */
  readonly isAnew: boolean;
  readonly renderStart: RenderStart;
}

/** Renders the command that starts this server again: as it was typed, but without `--new-token`. */
function renderStart(argv: readonly string[]): string {
  const words = argv.filter((one) => one !== '--new-token').map((one) => quoteForShell(ownPlatform, one));
  return ['terrarium', ...words].join(' ');
}

/**
 * Serves until it is stopped with Ctrl-C. The server is loaded only here, so that help can be shown without loading it.
 */
async function serveWorlds(serving: Serving): Promise<void> {
  const { worlds, host, origins, trustsWorld, opensBrowser, isAnew } = serving;
  const isWide = host !== undefined || origins.length > 0;
  const { findWantedPassphrase } = await import('./guarding/find-wanted-passphrase.ts');
  const { openKeptAccess } = await import('./guarding/kept-access.ts');
  const kept = openKeptAccess(worlds, { isAnew });
  const passphrase = isWide ? await findWantedPassphrase(kept.token) : undefined;
  const { createWorldsFor } = await import('./shelf/create-worlds-for.ts');
  for (const dir of createWorldsFor(worlds))
    process.stdout.write(`A new world was created in ${dir}. Drop a story onto its page in the browser.\n`);
  const { openShelf } = await import('./shelf/open-shelf.ts');
  openShelf(worlds);
  const { buildScreens } = await import('./app/build-screens.ts');
  const screensDir = await buildScreens(() =>
    process.stdout.write('Preparing the screens. This is done once, and takes a few seconds.\n'),
  );
  const { serve } = await import('./serve.ts');
  const { token } = kept;
  const { renderStart } = serving;
  const options = { worlds, screensDir, trustsWorld, token, host, origins, passphrase, renderStart };
  const served = await serve({ ...options, port: serving.port ?? kept.port ?? 0 }).catch((error: unknown) => {
    // Another program may have taken the kept port in the meantime.
    const isTaken = error instanceof UsageError && error.code === 'server.port-taken';
    if (serving.port !== undefined || !isTaken) throw error;
    return serve({ ...options, port: 0 });
  });
  const failure = kept.save(served.port, { isNamed: (serving.port ?? 0) > 0 });
  if (failure !== undefined)
    process.stderr.write(`${failure.happened} After the next start, each browser has to be let in again.\n`);
  for (const line of describeAddresses(serving, served)) process.stdout.write(`${line}\n`);
  if (opensBrowser) openBrowser(served.address);
  await waitForSignal();
  await served.close();
}

function describeAddresses({ host, origins }: Serving, { address, port }: Served): readonly string[] {
  const wide =
    host === undefined
      ? []
      : [
          `Other machines reach it at port ${port} of ${host}, with the passphrase. The connection is not encrypted; docs/browser.md shows how a proxy encrypts it.`,
        ];
  return [
    `Terrarium is at ${address}`,
    ...wide,
    ...origins.map((origin) => `The proxy shows it at ${origin}, with the passphrase.`),
    'Ctrl-C stops it; nothing is lost.',
  ];
}

async function setPassphrase(): Promise<void> {
  const { readHidden } = await import('./guarding/read-hidden.ts');
  const { hashPassphrase, savePassphrase } = await import('./guarding/passphrase.ts');
  const said = await readHidden('A passphrase for other machines: ');
  savePassphrase(await hashPassphrase(said));
  process.stdout.write(
    'The passphrase is set, and only a hash of it is kept. Whoever got in with an older one has to enter this one.\n',
  );
}

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of listStopSignals(ownPlatform)) process.once(signal, () => resolve());
  });
}

/** If no browser opens, the person still finds the address on the terminal. */
function openBrowser(address: string): void {
  const { command, argv } = chooseBrowser(ownPlatform, address);
  const child = spawn(command, argv, { stdio: 'ignore', detached: true });
  child.on('error', () =>
    process.stdout.write('No browser could be opened. Open the address above yourself.\n'),
  );
  child.unref();
}

function listWorlds(said: readonly string[]): readonly string[] {
  return said.length === 0 ? [chooseDefaultWorld()] : said;
}

function parsePort(said: string | undefined): number | undefined {
  if (said === undefined) return undefined;
  const port = Number(said);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && said !== '') return port;
  throw new UsageError({
    code: 'server.bad-arguments',
    happened: `"${said}" is not a port.`,
    todo: 'Give a number from 1 to 65535.',
  });
}

/** Returns undefined for 127.0.0.1 and localhost, which only this machine can reach. */
function normaliseHost(said: string | undefined): string | undefined {
  return said === '127.0.0.1' || said === 'localhost' ? undefined : said;
}

function parseOptions(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        world: { type: 'string', multiple: true },
        port: { type: 'string' },
        host: { type: 'string' },
        origin: { type: 'string', multiple: true },
        'set-passphrase': { type: 'boolean' },
        'new-token': { type: 'boolean' },
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
