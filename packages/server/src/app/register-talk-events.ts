// Registers the event stream of a talk: the reply as it grows, and notices of changes to the memory.

import type { OpenAPIHono } from '@hono/zod-openapi';
import { prepareTrialMemoryWorld } from '@terrarium/composition/memory-world';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { openQueue, type Queue } from '../running/open-queue.ts';
import type { TalkTold } from '../running/open-talks.ts';
import type { Desk } from '../shelf/desk.ts';
import type { MemoryWatch } from '../shelf/watch-memory.ts';

/** How often the memory is checked for changes that others made. */
const lookMs = 2_000;
/**
 * After this many checks without news something is sent, because a proxy closes a connection that is silent for too
 * long.
 */
const looksPerBeat = 8;

/**
 * A client that connects or reconnects is sent the whole reply so far: so it misses nothing and gets nothing twice. The
 * client sends the mark of the memory as it has read it, and is told if anything has changed since.
 */
export function registerTalkEvents(app: OpenAPIHono, desk: Desk): void {
  const { host, shelf, talks } = desk;
  app.get('/api/worlds/:world/talk/events', async (context) => {
    const { dir, of, seat } = shelf.require(context.req.param('world'));
    // If the memory cannot be opened, the request is refused before the stream begins.
    const memory = await prepareTrialMemoryWorld(host, { world: dir, of });
    // Loaded with the first talk: it brings along most of the memory.
    const { openMemoryWatch } = await import('../shelf/watch-memory.ts');
    return streamSSE(context, async (stream) => {
      const queue = openQueue<TalkTold>();
      const unfollow = talks.follow(seat, queue.push);
      stream.onAbort(() => {
        unfollow();
        queue.close();
      });
      await sendAll(stream, queue, openMemoryWatch(desk, memory, context.req.query('since')));
    });
  });
}

/** Sends what happens until the queue is closed. */
async function sendAll(stream: SSEStreamingApi, queue: Queue<TalkTold>, watch: MemoryWatch): Promise<void> {
  if (await watch.hasChanged()) await stream.writeSSE({ event: 'changed', data: '' });
  let looks = 0;
  for (let told = await queue.take(lookMs); told !== undefined; told = await queue.take(lookMs)) {
    if (told !== 'idle') {
      await stream.writeSSE({ event: told.kind, data: JSON.stringify(told) });
      continue;
    }
    looks += 1;
    if (await watch.hasChanged()) await stream.writeSSE({ event: 'changed', data: '' });
    else if (looks % looksPerBeat === 0) await stream.writeSSE({ event: 'beat', data: '' });
  }
}
