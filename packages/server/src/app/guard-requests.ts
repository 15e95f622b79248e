// Guards addresses: refuses requests from other sites, and from browsers that were not let in.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type Access, checkRequest, type RefusedRequest } from '../guarding/check-request.ts';
import { isSameToken } from '../guarding/cookie-token.ts';
import { readOrigin } from './read-origin.ts';
import { readWanted, sendInside, showEntrance } from './register-entrance.ts';

export function guardRequests(app: OpenAPIHono, access: Access): void {
  app.use('*', async (context, next) => {
    const { req } = context;
    // The address that the command prints lets the browser in; afterwards the browser's address bar shows no token.
    const said = req.path === '/' && access.passphrase === undefined ? req.query('token') : undefined;
    if (said !== undefined && isSameToken(said, access.token)) return sendInside(context, access, '/');
    const refused = checkRequest(readOrigin(req), access);
    if (refused === undefined) return await next();
    return await refuse(context, access, { refused, isStale: said !== undefined });
  });
}

interface Refusal {
  readonly refused: RefusedRequest;
  /** Whether the address contains a token that is not valid any more. */
  readonly isStale: boolean;
}

function refuse(
  context: Context,
  access: Access,
  { refused, isStale }: Refusal,
): Response | Promise<Response> {
  const { status, code, happened, todo } = refused;
  const { path } = context.req;
  if (path.startsWith('/api/'))
    return context.json({ kind: 'error', code, happened, todo, exitCode: 2 }, status);
  if (status === 403) return context.text(`${happened}\n${todo}\n`, status);
  return showEntrance(context, access, {
    to: readWanted(context),
    says: isStale ? staleAddress : undefined,
  });
}

const staleAddress = 'The address you opened is no longer valid: a newer one has been made since.';
