// Slow model: a chat server whose reply comes word by word, as fast as a good machine writes it.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SlowModel {
  readonly baseUrl: string;
  close(): void;
}

const betweenWordsMs = 15;
const words = 400;
const sentence =
  'The lamp on the pier was lit again before the ferry had come home, and nobody said by whom. ';

export async function openSlowModel(): Promise<SlowModel> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'POST') sendModels(response);
    else void streamReply(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function sendModels(response: ServerResponse): void {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ data: [{ id: 'story', max_model_len: 32_768 }] }));
}

async function streamReply(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const parts = sentence.repeat(Math.ceil(words / sentence.split(' ').length)).match(/\S+ /gu) ?? [];
  for (const [index, part] of parts.entries()) {
    send(response, { content: index % 60 === 59 ? `${part}\n\n` : part }, null);
    await new Promise((resolve) => setTimeout(resolve, betweenWordsMs));
  }
  send(response, {}, 'stop');
  response.end('data: [DONE]\n\n');
}

function send(response: ServerResponse, delta: object, finish: string | null): void {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  response.write(`data: ${JSON.stringify({ id: 'one', object: 'chat.completion.chunk', choices })}\n\n`);
}
