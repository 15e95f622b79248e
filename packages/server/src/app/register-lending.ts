// For a person's worlds that are kept in a fleet, fetches the newest state for each request, and refuses requests for changes.

import type { OpenAPIHono } from '@hono/zod-openapi';
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
  app.use('/api/worlds', async (_context, next) => {
    await person.prepare(undefined, forget);
    await next();
  });
  app.use('/api/worlds/:world/*', async (context, next) => {
    const { method, path } = context.req;
    const refused = checkLent(method, path);
    if (refused !== undefined) {
      const { status, code, happened, todo } = refused;
      return context.json({ kind: 'error', code, happened, todo, exitCode: 2 }, status);
    }
    // The part after a `~` says whose memory is shown.
    const [key = ''] = context.req.param('world').split('~');
    await person.prepare(key, forget);
    await next();
    if (method === 'PUT' && context.res.ok) await person.storePlace(key);
    return undefined;
  });
}
