// Proves that a server is found silent whatever keeps a connection from being opened.

import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { findSilence } from './find-silence.ts';
import { translateConnectionError } from './transport-errors.ts';

async function openPort() {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    address: `http://127.0.0.1:${port}/v1`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('whether a server is silent', () => {
  it('is told by whether a connection can be opened', async () => {
    const { address, close } = await openPort();
    expect(await findSilence(address)).toBeUndefined();
    await close();
    expect((await findSilence(address))?.message).toContain('Nothing is listening');
  });

  it.each(['EINVAL', 'EADDRNOTAVAIL', 'EACCES'])('is told of a failure of any kind: %s', (code) => {
    const error = translateConnectionError(
      Object.assign(new Error(`connect ${code}`), { code }),
      'http://[fe80::1]/v1',
    );
    expect(error).toMatchObject({
      code: 'model.unreachable',
      happened: `No connection to the model server can be opened (http://[fe80::1]/v1, ${code}).`,
    });
  });
});
