// Registers the addresses that take a file: a story, and what a game is to begin with.

import type { OpenAPIHono } from '@hono/zod-openapi';
import { readNamedFile } from '@terrarium/kernel/named-file';
import { fileRoutes, largestStory } from '@terrarium/protocol/file-routes';
import { shapes } from '@terrarium/protocol/shapes';
import type { z } from 'zod';
import { joinZeroFile } from '../handlers/join-zero-file.ts';
import { runCommand } from '../running/run-command.ts';
import type { Desk } from '../shelf/desk.ts';
import { receiveFile } from '../shelf/receive-file.ts';
import { parseQuery } from './parse-query.ts';

const takesStory = fileRoutes['POST /api/worlds/{world}/stories'];
const takesZeroFile = fileRoutes['POST /api/worlds/{world}/zero/files'];

export function registerStoryFiles(app: OpenAPIHono, desk: Desk): void {
  describeAddress(app, '/api/worlds/{world}/stories', takesStory);
  describeAddress(app, '/api/worlds/{world}/zero/files', takesZeroFile);
  app.post('/api/worlds/:world/zero/files', async (context) => {
    const { name, file } = parseQuery(takesZeroFile.query, context.req.query());
    const received = await receiveFile(context.req.raw.body, file);
    try {
      const bytes = readReceived(received.path);
      const world = context.req.param('world');
      return context.json(await joinZeroFile(desk, { world, name }, { name: file, bytes }));
    } finally {
      received.remove();
    }
  });
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

/** What was received is there, and bounded. */
function readReceived(path: string): Uint8Array {
  const found = readNamedFile(path, largestStory);
  return found.status === 'read' ? found.bytes : new Uint8Array();
}

interface Taking {
  readonly about: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly answer: z.ZodType;
}

/** The list of addresses tells of it too. */
function describeAddress(
  { openAPIRegistry }: OpenAPIHono,
  path: string,
  { about, params, query, answer }: Taking,
): void {
  const file = { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } };
  openAPIRegistry.registerPath({
    method: 'post',
    path,
    summary: about,
    request: { params, query, body: { content: file } },
    responses: { 200: { description: about, content: { 'application/json': { schema: answer } } } },
  });
}
