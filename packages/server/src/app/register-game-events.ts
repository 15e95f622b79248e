// Registers the event stream of a game: its numbered game events, and the turn that is being told.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { GameEvent } from '@terrarium/rpg/game-event';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { withGame } from '../handlers/with-game.ts';
import { openQueue } from '../running/open-queue.ts';
import type { Desk } from '../shelf/desk.ts';
import type { OpenTable, TableNews } from '../tables/open-kept-table.ts';

/**
 * Something is sent at least this often, because a proxy closes a connection on which nothing is sent for too long.
 */
const beatMs = 15_000;
const pageEvents = 200;

/**
 * A client that reconnects names the last event it has, and is sent the events after it. The narrative of a turn that
 * is being told is not a numbered event: a client that connects meanwhile is sent all of it so far.
 */
export function registerGameEvents(app: OpenAPIHono, desk: Desk): void {
  app.get('/api/worlds/:world/games/:game/events', async (context) => {
    const { req } = context;
    const address = { world: req.param('world'), game: req.param('game') };
    const last = Number(req.header('last-event-id') ?? req.query('after') ?? 0);
    // If the address names no game, the client is answered with an error before the stream begins.
    await withGame(desk, address, () => undefined);
    return streamSSE(
      context,
      async (stream) => await withGame(desk, address, (open) => sendNews(stream, open, last)),
    );
  });
}

async function sendNews(stream: SSEStreamingApi, open: OpenTable, after: number): Promise<void> {
  const queue = openQueue<TableNews>();
  const unfollow = open.follow(queue.push);
  stream.onAbort(() => {
    unfollow();
    queue.close();
  });
  let last = await sendMissed(stream, open, after);
  for (const moment of open.listMoments() ?? []) queue.push({ kind: 'moment', moment });
  for (let news = await queue.take(beatMs); news !== undefined; news = await queue.take(beatMs)) {
    if (news === 'idle') await stream.writeSSE({ event: 'beat', data: '' });
    else if (news.kind === 'moment')
      await stream.writeSSE({ event: 'moment', data: JSON.stringify(news.moment) });
    else if (news.event.sequence > last) {
      last = news.event.sequence;
      await sendEvent(stream, news.event);
    }
  }
}

/** Returns the number of the last event that was sent; `after` if there was none to send. */
async function sendMissed(stream: SSEStreamingApi, { table }: OpenTable, after: number): Promise<number> {
  let last = after;
  for (let page = table.game.listEvents(last, pageEvents); page.length > 0; ) {
    for (const event of page) await sendEvent(stream, event);
    last = page.at(-1)?.sequence ?? last;
    page = table.game.listEvents(last, pageEvents);
  }
  return last;
}

/**
 * Sends an event without what it changed, because that may contain what only the narrator may know. The screen then
 * asks for what it may show.
 */
async function sendEvent(stream: SSEStreamingApi, event: GameEvent): Promise<void> {
  const { sequence, kind } = event;
  const data = kind === 'head-moved' ? { kind, reason: event.reason, to: event.to } : { kind };
  await stream.writeSSE({ id: String(sequence), event: 'happened', data: JSON.stringify(data) });
}
