// Finds out whether a server runs at an address: opens a connection and closes it, without sending anything.

import { connect } from 'node:net';
import type { ProviderError } from '../base/errors.ts';
import { splitAddress } from '../base/server-address.ts';
import { buildTimeoutError, translateConnectionError } from './transport-errors.ts';

const patienceMs = 3_000;

/** The error with which a request would fail; undefined if a connection can be opened. */
export async function findSilence(address: string): Promise<ProviderError | undefined> {
  const { url } = splitAddress(address);
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/gu, '');
  const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) });
  try {
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('error', (error) => resolve(translateConnectionError(error, url)));
      socket.setTimeout(patienceMs, () => resolve(buildTimeoutError('connection', patienceMs)));
    });
  } finally {
    socket.destroy();
  }
}
