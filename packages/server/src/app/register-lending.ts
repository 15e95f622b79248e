// For worlds that are kept in a fleet: fetches the newest state for each request; refuses changes, except of the reader's place.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { checkLent } from '../guarding/check-lent.ts';
import type { Desk } from '../shelf/desk.ts';
import type { Person } from '../shelf/person.ts';

export function registerLending(
  app: OpenAPIHono,
  person: Person,
  { views, memories, histories }: Desk,
): void {
  const forget = (dir: string): void => {
    views.forget(dir);
    memories.forget(dir);
    histories.forget(dir);
  };
  const refuse = (context: Context): Response | undefined => {
    const refused = checkLent(context.req.method, context.req.path);
    if (refused === undefined) return undefined;
    const { status, code, happened, todo } = refused;
    return context.json({ kind: 'error', code, happened, todo, exitCode: 2 }, status);
  };
  app.use('/api/worlds', async (context, next) => {
    const refused = refuse(context);
    if (refused !== undefined) return refused;
    await person.prepare(undefined, forget);
    await next();
    return undefined;
  });
  app.use('/api/worlds/:world/*', async (context, next) => {
    const { method } = context.req;
    const refused = refuse(context);
    if (refused !== undefined) return refused;
    // The part after a `~` says whose memory is shown.
    const [key = ''] = context.req.param('world').split('~');
    await person.prepare(key, forget);
    await next();
    if (method === 'PUT' && context.res.ok) await person.storePlace(key);
    return undefined;
  });
}
