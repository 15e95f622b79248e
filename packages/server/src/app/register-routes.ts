// Registers every route of the table: its schemas check a request, and its handler answers it.

import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { UsageError } from '@terrarium/kernel/errors';
import {
  type AnyRoute,
  type RouteGroup,
  type RouteName,
  routeGroups,
  routes,
} from '@terrarium/protocol/routes';
import { shapes } from '@terrarium/protocol/shapes';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { loadHandlers } from '../handlers/handlers.ts';
import type { Desk } from '../shelf/desk.ts';

/** No text that a person types is longer than this. */
const largestBody = 256 * 1024;

type Answer = (desk: Desk, input: unknown, signal: AbortSignal) => unknown;

export function registerRoutes(app: OpenAPIHono, desk: Desk): void {
  app.use('/api/*', bodyLimit({ maxSize: largestBody, onError: refuseLarge }));
  for (const group of Object.keys(routeGroups) as RouteGroup[])
    for (const name of Object.keys(routeGroups[group]) as RouteName[])
      registerRoute(app, name, async (input, signal) => {
        const answers = (await loadHandlers[group]()) as unknown as Readonly<Record<RouteName, Answer>>;
        return await answers[name](desk, input, signal);
      });
}

function registerRoute(
  app: OpenAPIHono,
  name: RouteName,
  answer: (input: unknown, signal: AbortSignal) => Promise<unknown>,
): void {
  const route = describeRoute(name);
  app.openapi(
    route,
    async (context) => {
      const read = context.req.valid.bind(context.req) as (part: 'param' | 'query' | 'json') => unknown;
      const { query, body } = route.request;
      const input = {
        params: read('param'),
        query: query && read('query'),
        body: body && read('json'),
      };
      context.header('Cache-Control', 'no-store');
      const { signal } = context.req.raw;
      return context.json((await answer(input, signal)) as never, 200);
    },
    (result) => {
      if (!result.success) refuse(describeProblem(result.error));
    },
  );
}

/** Describes a row of the table for OpenAPI. */
function describeRoute(name: RouteName) {
  const [method = '', path = ''] = name.split(' ');
  // The row is given the type that all rows share: otherwise the compiler would compare the types of each row with
  // those of every other row.
  const { about, params, query, body, answer }: AnyRoute = routes[name];
  return createRoute({
    method: method.toLowerCase() as 'get' | 'post',
    path,
    summary: about,
    request: {
      params,
      ...(query === undefined ? {} : { query }),
      ...(body === undefined
        ? {}
        : { body: { content: { 'application/json': { schema: body } }, required: true } }),
    },
    responses: {
      200: { description: about, content: { 'application/json': { schema: answer } } },
      default: {
        description: 'What went wrong, in the shape in which a command prints it with `--json`.',
        content: { 'application/json': { schema: shapes.failure } },
      },
    },
  });
}

function describeProblem(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const at = issue?.path.join('.') ?? '';
  return `The request is not valid${at === '' ? '' : ` at ${at}`}: ${describeIssue(issue)}.`;
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'too_small' && issue.origin === 'string') return 'it must not be empty';
  if (issue?.code === 'too_big' && issue.origin === 'string')
    return `at most ${issue.maximum.toLocaleString('en')} characters are allowed`;
  return issue?.message ?? 'unknown';
}

/** The rest of the request's body is not read. */
function refuseLarge(context: Context): never {
  context.header('Connection', 'close');
  throw new UsageError({
    code: 'server.too-large',
    happened: 'The request is too large.',
    todo: `Send less: a request may be at most ${largestBody / 1024} KiB.`,
  });
}

function refuse(happened: string): never {
  throw new UsageError({
    code: 'server.bad-request',
    happened,
    todo: 'Load the page again, and try once more.',
  });
}
