// Registers the addresses from which a glossary, a game or a memory can be downloaded as a file.

import type { OpenAPIHono } from '@hono/zod-openapi';
import { nameFile } from '@terrarium/annotator/name-file';
import { fileRoutes } from '@terrarium/protocol/file-routes';
import { stream } from 'hono/streaming';
import type { z } from 'zod';
import type { Desk } from '../shelf/desk.ts';
import type { Download } from '../shelf/download.ts';
import { parseQuery } from './parse-query.ts';

interface Giving<Format extends string> {
  readonly about: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject<{ readonly format: z.ZodType<Format> }>;
}

interface Asked<Format extends string> {
  readonly params: Readonly<Record<string, string>>;
  readonly format: Format;
}

/** What renders a file is loaded with the first request for such a file. */
export function registerDownloads(app: OpenAPIHono, desk: Desk): void {
  const give = <Format extends string>(
    path: string,
    route: Giving<Format>,
    build: (asked: Asked<Format>) => Promise<Download>,
  ): void => {
    describeAddress(app, path, route);
    app.get(path.replaceAll(/\{(\w+)\}/gu, ':$1'), async (context) => {
      const { format } = parseQuery(route.query, context.req.query());
      const { chunks, title, ending } = await build({ params: context.req.param(), format });
      const name = encodeURIComponent(`${nameFile(title)}${ending}`);
      context.header('Cache-Control', 'no-store');
      context.header('Content-Type', 'application/octet-stream');
      context.header('Content-Disposition', `attachment; filename*=UTF-8''${name}`);
      return stream(context, async (body) => {
        for (const chunk of chunks) await body.write(chunk);
      });
    });
  };
  const glossary = fileRoutes['GET /api/worlds/{world}/glossary-file'];
  give('/api/worlds/{world}/glossary-file', glossary, async ({ params: { world = '' }, format }) => {
    const { renderKnownGlossary } = await import('../shelf/render-known-glossary.ts');
    return await renderKnownGlossary(desk, world, format);
  });
  const game = fileRoutes['GET /api/worlds/{world}/games/{game}/file'];
  give('/api/worlds/{world}/games/{game}/file', game, async ({ params, format }) => {
    const { renderGameFile } = await import('../shelf/render-game-file.ts');
    return await renderGameFile(desk, { world: params['world'] ?? '', game: params['game'] ?? '' }, format);
  });
  const memory = fileRoutes['GET /api/worlds/{world}/memory-file'];
  give('/api/worlds/{world}/memory-file', memory, async ({ params: { world = '' }, format }) => {
    const { renderMemoryFile } = await import('../shelf/render-memory-file.ts');
    return await renderMemoryFile(desk, world, format);
  });
}

/** Adds the address to the list of addresses. */
function describeAddress<Format extends string>(
  { openAPIRegistry }: OpenAPIHono,
  path: string,
  { about, params, query }: Giving<Format>,
): void {
  const file = { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } };
  openAPIRegistry.registerPath({
    method: 'get',
    path,
    summary: about,
    request: { params, query },
    responses: { 200: { description: about, content: file } },
  });
}
