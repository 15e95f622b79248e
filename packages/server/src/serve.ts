// Serves the pages of some worlds on this machine until it is closed.

import { createAdaptorServer } from '@hono/node-server';
import { buildSystemEnvironment, type Environment } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import { showName } from '@terrarium/kernel/foreign-text';
import { buildApp } from './app/build-app.ts';
import { createToken } from './guarding/kept-access.ts';
import { buildPassphraseToken, type HashedPassphrase } from './guarding/passphrase.ts';
import { closePort, loopback, openPort } from './listen.ts';
import { openDesk } from './open-desk.ts';
import type { RenderStart } from './shelf/desk.ts';
import { openShelf } from './shelf/open-shelf.ts';

export interface ServeOptions {
  readonly worlds: readonly string[];
  readonly screensDir: string;
  /** 0 for any port that is free. */
  readonly port: number;
  readonly trustsWorld: boolean;
  readonly environment?: Environment;
  /** The token that lets a browser in; a new one if none is given. */
  readonly token?: string;
  /** The address to listen on, 127.0.0.1 by default. Any other needs a passphrase. */
  readonly host?: string | undefined;
  /** Origins at which a proxy accepts requests for this server. */
  readonly origins?: readonly string[];
  readonly passphrase?: HashedPassphrase | undefined;
  /** Lets a page say how to start the server again. */
  readonly renderStart?: RenderStart | undefined;
}

export interface Served {
  /** The address to open; it contains the token that lets a browser in, unless there is a passphrase. */
  readonly address: string;
  readonly port: number;
  /** Stops the runs and turns that were started from the screens, as Ctrl-C does. */
  close(): Promise<void>;
}

/**
 * Only this machine can reach the server, unless there is a passphrase. Throws `UsageError` for a folder that is not a
 * world, a port that is taken, or an address that other machines can reach without a passphrase.
 */
export async function serve(options: ServeOptions): Promise<Served> {
  const environment = options.environment ?? buildSystemEnvironment();
  const { trustsWorld, renderStart } = options;
  const { desk, close } = openDesk(openShelf(options.worlds), { environment, trustsWorld, renderStart });
  const { host: listening = loopback, origins = [], passphrase } = options;
  const isWide = listening !== loopback;
  if (passphrase === undefined && (isWide || origins.length > 0)) throw refuseOpenDoor(listening);
  const token = options.token ?? createToken();
  const cookieToken = passphrase === undefined ? token : buildPassphraseToken(token, passphrase);
  const access = { port: options.port, token: cookieToken, isWide, origins, passphrase };
  const app = buildApp({ desk, access, screensDir: options.screensDir });
  const server = createAdaptorServer({ fetch: app.fetch });
  const port = await openPort(server, { port: options.port, host: listening });
  access.port = port;
  return {
    address: `http://${loopback}:${port}/${passphrase === undefined ? `?token=${token}` : ''}`,
    port,
    async close() {
      await close();
      await closePort(server);
    },
  };
}

function refuseOpenDoor(host: string): UsageError {
  return new UsageError({
    code: 'server.no-passphrase',
    happened:
      host === loopback
        ? 'Requests that a proxy passes on may come from other machines, and there is no passphrase that would keep strangers out.'
        : `Other machines can reach the address "${showName(host)}", and there is no passphrase that would keep strangers out.`,
    todo: 'Set one with "terrarium serve --set-passphrase", or give it as TERRARIUM_PASSPHRASE.',
  });
}
