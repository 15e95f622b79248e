// Registers the event stream of a recap: what a model has told so far of a story that it is summing up.

import type { OpenAPIHono } from '@hono/zod-openapi';
import { streamSSE } from 'hono/streaming';
import { openQueue } from '../running/open-queue.ts';
import { nameTold, type PartTold } from '../running/open-recaps.ts';
import type { Desk } from '../shelf/desk.ts';

/**
 * Something is sent at least this often, because a proxy closes a connection on which nothing is sent for too long.
 */
const beatMs = 15_000;

/** A client that connects or reconnects is sent each part as it was told so far, and then each part that grows. */
export function registerRecapEvents(app: OpenAPIHono, { shelf, recaps }: Desk): void {
  app.get('/api/worlds/:world/recap/events', (context) => {
    const { world } = shelf.require(context.req.param('world'));
    return streamSSE(context, async (stream) => {
      const queue = openQueue<PartTold>();
      const unfollow = recaps.follow(nameTold(world.dir, context.req.query('corpus')), queue.push);
      stream.onAbort(() => {
        unfollow();
        queue.close();
      });
      for (let part = await queue.take(beatMs); part !== undefined; part = await queue.take(beatMs)) {
        if (part === 'idle') await stream.writeSSE({ event: 'beat', data: '' });
        else await stream.writeSSE({ event: 'part', data: JSON.stringify(part) });
      }
    });
  });
}
