// Listens on a port of this machine until the server is closed.

import type { AddressInfo } from 'node:net';
import type { createAdaptorServer } from '@hono/node-server';
import { UsageError } from '@terrarium/kernel/errors';
import { showName } from '@terrarium/kernel/foreign-text';

type Server = ReturnType<typeof createAdaptorServer>;

export const loopback = '127.0.0.1';

interface Listening {
  readonly port: number;
  readonly host: string;
}

export function openPort(server: Server, { port, host }: Listening): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refusePort(error, { port, host })));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function refusePort(error: NodeJS.ErrnoException, { port, host }: Listening): Error {
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new UsageError({
      code: 'server.no-address',
      happened: `This machine does not have the address "${showName(host)}".`,
      todo: 'Give one that it has, or 0.0.0.0 for all of them.',
      cause: error,
    });
  }
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error;
  return new UsageError({
    code: 'server.port-taken',
    happened:
      error.code === 'EACCES' ? `This program is not allowed to use port ${port}.` : `Port ${port} is taken.`,
    todo: 'Choose another one with --port, or leave --port out.',
    cause: error,
  });
}

/** Cuts off connections that still wait for an answer. */
export async function closePort(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}
