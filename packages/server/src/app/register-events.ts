// Registers the event streams of runs; a client that reconnects names the last event that it has.

import type { OpenAPIHono } from '@hono/zod-openapi';
import { readReaderPlace } from '@terrarium/annotator/reader-place';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { isOfStory } from '../running/hide-told.ts';
import { openQueue, type Queue } from '../running/open-queue.ts';
import type { NumberedEvent } from '../running/open-runs.ts';
import type { Desk } from '../shelf/desk.ts';

/**
 * Something is sent at least this often, because a proxy closes a connection on which nothing is sent for too long.
 */
const beatMs = 15_000;

export function registerEvents(app: OpenAPIHono, { shelf, runs }: Desk): void {
  app.get('/api/worlds/:world/run/events', (context) => {
    const { world } = shelf.require(context.req.param('world'));
    const last = Number(context.req.header('last-event-id') ?? 0);
    return streamSSE(context, async (stream) => {
      const queue = openQueue<NumberedEvent | 'ended'>();
      const unfollow = runs.follow(world.dir, queue.push);
      stream.onAbort(() => {
        unfollow();
        queue.close();
      });
      const send = async (told: NumberedEvent): Promise<void> => {
        const isHidden = isOfStory(told) && readReaderPlace(world) !== undefined;
        await stream.writeSSE(isHidden ? buildHidden(told) : buildTold(told));
      };
      for (const told of runs.listEvents(world.dir)) if (told.number > last) await send(told);
      await sendAll(stream, queue, send);
    });
  });
}

async function sendAll(
  stream: SSEStreamingApi,
  queue: Queue<NumberedEvent | 'ended'>,
  send: (told: NumberedEvent) => Promise<void>,
): Promise<void> {
  for (let event = await queue.take(beatMs); event !== undefined; event = await queue.take(beatMs)) {
    if (event === 'idle') await stream.writeSSE({ event: 'beat', data: '' });
    else if (event === 'ended') await stream.writeSSE({ event: 'ended', data: '' });
    else await send(event);
  }
}

function buildTold({ number, event }: NumberedEvent) {
  return { id: String(number), event: 'told', data: JSON.stringify(event) };
}

/**
 * Builds an event that only makes the page ask again; the answer then contains only what the reader may know. Deciding
 * for each event what the reader may know would cost too much.
 */
function buildHidden({ number }: NumberedEvent) {
  return { id: String(number), event: 'hidden', data: '' };
}
