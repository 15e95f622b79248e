// Registers the addresses that take or give a file: a story that comes in, a glossary that goes out.

import type { OpenAPIHono } from '@hono/zod-openapi';
import { exportExtensions } from '@terrarium/annotator/export-formats';
import { nameFile } from '@terrarium/annotator/name-file';
import { UsageError } from '@terrarium/kernel/errors';
import { fileRoutes } from '@terrarium/protocol/file-routes';
import { shapes } from '@terrarium/protocol/shapes';
import { stream } from 'hono/streaming';
import type { z } from 'zod';
import { runCommand } from '../running/run-command.ts';
import type { Desk } from '../shelf/desk.ts';
import { receiveFile } from '../shelf/receive-file.ts';
import { renderKnownGlossary } from '../shelf/render-known-glossary.ts';

const takesStory = fileRoutes['POST /api/worlds/{world}/stories'];
const givesGlossary = fileRoutes['GET /api/worlds/{world}/glossary-file'];

export function registerStoryFiles(app: OpenAPIHono, desk: Desk): void {
  describeAddresses(app);
  app.post('/api/worlds/:world/stories', async (context) => {
    const { name, belongs } = parseQuery(takesStory.query, context.req.query());
    const { world } = desk.shelf.require(context.req.param('world'));
    const received = await receiveFile(context.req.raw.body, name);
    try {
      const sure = belongs === 'yes' ? ['--same-world'] : [];
      const argv = ['import', received.path, '--world', world.dir, '--copy', ...sure];
      return context.json(await runCommand(argv, shapes.storyImport));
    } finally {
      received.remove();
    }
  });
  app.get('/api/worlds/:world/glossary-file', async (context) => {
    const { format } = parseQuery(givesGlossary.query, context.req.query());
    const { chunks, title } = await renderKnownGlossary(desk, context.req.param('world'), format);
    const name = encodeURIComponent(`${nameFile(title)}${exportExtensions[format]}`);
    context.header('Cache-Control', 'no-store');
    context.header('Content-Type', 'application/octet-stream');
    context.header('Content-Disposition', `attachment; filename*=UTF-8''${name}`);
    return stream(context, async (body) => {
      for (const chunk of chunks) await body.write(chunk);
    });
  });
}

/** The list of addresses tells of them too. */
function describeAddresses({ openAPIRegistry }: OpenAPIHono): void {
  const file = { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } };
  openAPIRegistry.registerPath({
    method: 'post',
    path: '/api/worlds/{world}/stories',
    summary: takesStory.about,
    request: { params: takesStory.params, query: takesStory.query, body: { content: file } },
    responses: {
      200: {
        description: takesStory.about,
        content: { 'application/json': { schema: takesStory.answer } },
      },
    },
  });
  openAPIRegistry.registerPath({
    method: 'get',
    path: '/api/worlds/{world}/glossary-file',
    summary: givesGlossary.about,
    request: { params: givesGlossary.params, query: givesGlossary.query },
    responses: { 200: { description: givesGlossary.about, content: file } },
  });
}

function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw new UsageError({
    code: 'server.bad-request',
    happened: `The request is not as it should be: ${parsed.error.issues[0]?.message ?? 'unknown'}.`,
    todo: 'Load the page again, and try once more.',
  });
}
