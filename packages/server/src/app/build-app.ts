// Builds the app: registers every address of the server, and what is checked before a request is answered.

import { OpenAPIHono } from '@hono/zod-openapi';
import type { Access } from '../guarding/check-request.ts';
import { entranceHeaders, safeHeaders } from '../guarding/safe-headers.ts';
import type { Desk } from '../shelf/desk.ts';
import type { Person } from '../shelf/person.ts';
import { answerFailure } from './answer-failure.ts';
import { guardRequests } from './guard-requests.ts';
import { registerAddressList } from './register-address-list.ts';
import { registerDownloads } from './register-downloads.ts';
import { registerEntrance } from './register-entrance.ts';
import { registerEvents } from './register-events.ts';
import { registerFiles } from './register-files.ts';
import { registerGameEvents } from './register-game-events.ts';
import { registerLending } from './register-lending.ts';
import { registerRecapEvents } from './register-recap-events.ts';
import { registerRoutes } from './register-routes.ts';
import { registerStoryFiles } from './register-story-files.ts';
import { registerTalkEvents } from './register-talk-events.ts';

export interface AppOptions {
  readonly desk: Desk;
  readonly access: Access;
  /** The folder of the built screens. */
  readonly screensDir: string;
  /** The person to whom the worlds belong, if these are kept elsewhere and can only be looked at here. */
  readonly person?: Person | undefined;
}

export function buildApp({ desk, access, screensDir, person }: AppOptions): OpenAPIHono {
  const app = new OpenAPIHono();
  app.use('*', async (context, next) => {
    await next();
    const headers =
      context.req.path === '/enter' || context.res.status === 401 ? entranceHeaders : safeHeaders;
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
  });
  if (person === undefined) registerEntrance(app, { access, clock: desk.host.environment.clock });
  guardRequests(app, access);
  if (person !== undefined) registerLending(app, person, desk);
  // The addresses for files must come before the other routes, which accept only small bodies.
  registerStoryFiles(app, desk);
  registerDownloads(app, desk);
  registerRoutes(app, desk);
  registerEvents(app, desk);
  registerGameEvents(app, desk);
  registerTalkEvents(app, desk);
  registerRecapEvents(app, desk);
  registerAddressList(app);
  registerFiles(app, screensDir);
  app.onError((error, context) => answerFailure(context, error));
  return app;
}
