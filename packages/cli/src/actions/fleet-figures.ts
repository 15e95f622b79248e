// Serves the figures of the fleet over HTTP, for Prometheus and for programs.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FleetDatabase } from '@terrarium/fleet/fleet-database';
import { readFleetStatus } from '@terrarium/fleet/status';
import { StorageError, TerrariumError } from '@terrarium/kernel/errors';
import { renderMetrics } from '../views/render-fleet-metrics.ts';

export interface FiguresPlace {
  readonly port: number;
  readonly host: string;
}

export interface ServedFigures {
  readonly address: string;
  close(): void;
}

export async function serveFigures(
  database: FleetDatabase,
  { port, host }: FiguresPlace,
): Promise<ServedFigures> {
  const server = createServer((request, response) => {
    void answer(database, request.url ?? '/', response);
  });
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    throw refusePort(host, port, cause);
  });
  return {
    address: `http://${host}:${(server.address() as AddressInfo).port}/metrics`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(database: FleetDatabase, url: string, response: ServerResponse): Promise<void> {
  const path = url.split('?')[0];
  if (path !== '/metrics' && path !== '/status') {
    response.writeHead(404).end('Only /metrics and /status are served here.\n');
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

function refusePort(host: string, port: number, cause: unknown): StorageError {
  return new StorageError({
    code: 'fleet.port-taken',
    happened: `The metrics cannot be served at ${host}, port ${port}.`,
    todo: 'Name another with --metrics-port (0 takes a free one), or another address with --metrics-host.',
    cause,
  });
}
