// App: every address of the server, checked before it is answered.

import { OpenAPIHono } from '@hono/zod-openapi';
import type { Access } from '../guarding/check-request.ts';
import { checkRequest } from '../guarding/check-request.ts';
import { isSameToken, nameCookie, renderCookie } from '../guarding/cookie-token.ts';
import { safeHeaders } from '../guarding/safe-headers.ts';
import type { Desk } from '../shelf/desk.ts';
import { answerFailure } from './answer-failure.ts';
import { registerAddressList } from './register-address-list.ts';
import { registerEvents } from './register-events.ts';
import { registerFiles } from './register-files.ts';
import { registerGameEvents } from './register-game-events.ts';
import { registerRoutes } from './register-routes.ts';
import { registerStoryFiles } from './register-story-files.ts';
import { registerTalkEvents } from './register-talk-events.ts';

export interface AppOptions {
  readonly desk: Desk;
  readonly access: Access;
  /** The folder of the built screens. */
  readonly screensDir: string;
}

export function buildApp({ desk, access, screensDir }: AppOptions): OpenAPIHono {
  const app = new OpenAPIHono();
  app.use('*', async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(safeHeaders)) context.header(name, value);
  });
  app.use('*', async (context, next) => {
    const { req } = context;
    // The address that the command prints lets the browser in, and shows no token afterwards.
    const said = req.path === '/' ? req.query('token') : undefined;
    if (said !== undefined && isSameToken(said, access.token)) {
      context.header('Set-Cookie', renderCookie(nameCookie(access.port), access.token));
      return context.redirect('/', 303);
    }
    const refused = checkRequest(
      {
        method: req.method,
        host: req.header('host'),
        origin: req.header('origin'),
        site: req.header('sec-fetch-site'),
        cookie: req.header('cookie'),
      },
      access,
    );
    if (refused === undefined) return await next();
    const { status, code, happened, todo } = refused;
    if (!req.path.startsWith('/api/')) return context.text(`${happened}\n${todo}\n`, status);
    return context.json({ kind: 'error', code, happened, todo, exitCode: 2 }, status);
  });
  // Before the others, which take small bodies only.
  registerStoryFiles(app, desk);
  registerRoutes(app, desk);
  registerEvents(app, desk);
  registerGameEvents(app, desk);
  registerTalkEvents(app, desk);
  registerAddressList(app);
  registerFiles(app, screensDir);
  app.onError((error, context) => answerFailure(context, error));
  return app;
}
