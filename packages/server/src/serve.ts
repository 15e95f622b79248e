// Serves the screens of some worlds on this machine, until it is closed.

import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { buildSystemEnvironment, type Environment } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildApp } from './app/build-app.ts';
import { openRuns } from './running/open-runs.ts';
import { openTalks } from './running/open-talks.ts';
import { openTasks } from './running/open-tasks.ts';
import { openKnownViews } from './shelf/known-views.ts';
import { openNameHistories } from './shelf/name-histories.ts';
import { openShelf } from './shelf/open-shelf.ts';
import { buildServerHost } from './shelf/server-host.ts';
import { openTables } from './tables/open-tables.ts';

export interface ServeOptions {
  readonly worlds: readonly string[];
  readonly screensDir: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly trustsWorld: boolean;
  readonly environment?: Environment;
}

export interface Served {
  /** With the token that lets a browser in. */
  readonly address: string;
  readonly port: number;
  /** Stops the runs and turns that were started from the screens, as Ctrl-C does. */
  close(): Promise<void>;
}

/** Only this machine can reach it. Throws `UsageError` for a folder that is no world, or a port that is taken. */
export async function serve(options: ServeOptions): Promise<Served> {
  const environment = options.environment ?? buildSystemEnvironment();
  const host = buildServerHost(environment, options.trustsWorld);
  const runs = openRuns();
  const desk = {
    host,
    shelf: openShelf(options.worlds),
    runs,
    tables: openTables(host),
    talks: openTalks(),
    keeping: openTasks(z.union([shapes.maintenanceRun, shapes.failure])),
    histories: openNameHistories(),
    views: openKnownViews(host),
  };
  const token = randomBytes(24).toString('base64url');
  const access = { port: options.port, token };
  const app = buildApp({ desk, access, screensDir: options.screensDir });
  const server = createAdaptorServer({ fetch: app.fetch });
  const port = await openPort(server, options.port);
  access.port = port;
  return {
    address: `http://127.0.0.1:${port}/?token=${token}`,
    port,
    async close() {
      await Promise.all([runs.close(), desk.tables.close(), desk.talks.close(), desk.keeping.close()]);
      desk.views.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
    },
  };
}

function openPort(server: ReturnType<typeof createAdaptorServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refusePort(error, port)));
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function refusePort(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error;
  return new UsageError({
    code: 'server.port-taken',
    happened: error.code === 'EACCES' ? `Port ${port} may not be used.` : `Port ${port} is taken.`,
    todo: 'Choose another one with --port, or leave --port out.',
    cause: error,
  });
}
