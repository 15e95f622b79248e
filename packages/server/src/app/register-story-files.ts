// Registers the address that takes a story by its file.

import type { OpenAPIHono } from '@hono/zod-openapi';
import { fileRoutes } from '@terrarium/protocol/file-routes';
import { shapes } from '@terrarium/protocol/shapes';
import { runCommand } from '../running/run-command.ts';
import type { Desk } from '../shelf/desk.ts';
import { receiveFile } from '../shelf/receive-file.ts';
import { parseQuery } from './parse-query.ts';

const takesStory = fileRoutes['POST /api/worlds/{world}/stories'];

export function registerStoryFiles(app: OpenAPIHono, desk: Desk): void {
  describeAddress(app);
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
}

/** The list of addresses tells of it too. */
function describeAddress({ openAPIRegistry }: OpenAPIHono): void {
  const { about, params, query, answer } = takesStory;
  const file = { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } };
  openAPIRegistry.registerPath({
    method: 'post',
    path: '/api/worlds/{world}/stories',
    summary: about,
    request: { params, query, body: { content: file } },
    responses: { 200: { description: about, content: { 'application/json': { schema: answer } } } },
  });
}
