// Servers that are broken or are not model servers, such as a person may name by mistake.

import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { FakeFault } from '@terrarium/kernel/testing/fake-wire';
import { openStoryServer } from './small-story.ts';

export interface OpenServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

export type Serve = () => Promise<OpenServer>;

/**
 * An address where nobody listens. No other process can begin to listen there, because a connection uses its
 * port.
 */
export async function closedPort(): Promise<OpenServer> {
  const server = createServer();
  const { baseUrl } = await listen(server);
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  await once(socket, 'connect');
  return {
    baseUrl: `http://127.0.0.1:${socket.localPort}/v1`,
    close: async () => {
      socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Opens a server that sends the words to whoever connects, and hangs up. */
export function openTalkingSocket(words: string): Promise<OpenServer> {
  return listen(
    createServer((socket) => {
      socket.on('error', () => socket.destroy());
      if (words === '') socket.destroy();
      else socket.resume().end(words);
    }),
  );
}

export function openRawServer(listener: RequestListener): Promise<OpenServer> {
  return listen(createHttpServer(listener));
}

/** Gives the same answer to every request; an object is sent as JSON. */
export function answer(
  status: number,
  body: string | object,
  headers: Readonly<Record<string, string>> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** A model server that shows this fault at every request. */
export function buildFault(fault: FakeFault | undefined): Serve {
  return () => openStoryServer({ faults: () => fault, flavour: 'plain' });
}

function listen(server: Server): Promise<OpenServer> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        baseUrl: `http://127.0.0.1:${port}/v1`,
        close: () => new Promise((closed) => server.close(() => closed())),
      });
    });
  });
}
