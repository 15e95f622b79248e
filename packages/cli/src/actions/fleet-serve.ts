// Serves the figures of the fleet over HTTP, for Prometheus and for programs.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FleetDatabase } from '@terrarium/fleet/fleet-database';
import { checkFleet } from '@terrarium/fleet/migrate';
import { readFleetStatus } from '@terrarium/fleet/status';
import { StorageError, TerrariumError } from '@terrarium/kernel/errors';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';
import { renderMetrics } from '../views/render-fleet-metrics.ts';
import { withFleet } from './fleet-database.ts';
import type { ServeOptions } from './fleet-options.ts';

const usualPort = 9_464;

/** Until a signal stops it. */
export async function serveFleet({ printer }: Shell, options: ServeOptions): Promise<void> {
  const { port = usualPort, host = '127.0.0.1' } = options;
  await withFleet(options, async (database) => {
    await checkFleet(database);
    const server = createServer((request, response) => {
      void answer(database, request.url ?? '/', response);
    });
    server.listen(port, host);
    await once(server, 'listening').catch((cause: unknown) => {
      throw refusePort(host, port, cause);
    });
    const address = `http://${host}:${(server.address() as AddressInfo).port}/metrics`;
    if (options.json === true) printer.writeJson('fleetServing', { kind: 'fleet-served', address });
    else
      printer.writeLines(
        `The fleet's figures are at ${paint(address, 'bold')}`,
        paint('Ctrl-C ends it.', 'dim'),
      );
    await waitForSignal();
    server.closeAllConnections();
    server.close();
  });
}

async function answer(database: FleetDatabase, url: string, response: ServerResponse): Promise<void> {
  const path = url.split('?')[0];
  if (path !== '/metrics' && path !== '/status') {
    response.writeHead(404).end('There is /metrics and /status.\n');
    return;
  }
  try {
    const status = await readFleetStatus(database.query);
    const isText = path === '/metrics';
    response.writeHead(200, { 'content-type': isText ? 'text/plain; version=0.0.4' : 'application/json' });
    response.end(isText ? renderMetrics(status) : JSON.stringify(status));
  } catch (error) {
    const said = error instanceof TerrariumError ? error.message : String(error);
    response.writeHead(503, { 'content-type': 'text/plain' }).end(`${said}\n`);
  }
}

async function waitForSignal(): Promise<void> {
  const stop = new AbortController();
  await Promise.race(
    ['SIGINT', 'SIGTERM'].map((name) => once(process, name, { signal: stop.signal }).catch(() => undefined)),
  );
  stop.abort();
}

function refusePort(host: string, port: number, cause: unknown): StorageError {
  return new StorageError({
    code: 'fleet.port-taken',
    happened: `Cannot listen at ${host}, port ${port}.`,
    todo: 'Name another with --port (0 takes a free one), or another address with --host.',
    cause,
  });
}
