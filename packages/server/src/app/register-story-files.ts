// Registers the addresses that accept a file: a story, a talk, or a card, lorebook or rules for a game in preparation.

import type { OpenAPIHono } from '@hono/zod-openapi';
import { UsageError } from '@terrarium/kernel/errors';
import { readNamedFile } from '@terrarium/kernel/named-file';
import { fileRoutes, largestStory } from '@terrarium/protocol/file-routes';
import { shapes } from '@terrarium/protocol/shapes';
import type { Context } from 'hono';
import type { z } from 'zod';
import { runCommand } from '../running/run-command.ts';
import type { Desk } from '../shelf/desk.ts';
import { receiveFile } from '../shelf/receive-file.ts';
import { parseQuery } from './parse-query.ts';

const takesStory = fileRoutes['POST /api/worlds/{world}/stories'];
const takesZeroFile = fileRoutes['POST /api/worlds/{world}/zero/files'];

const takesTalk = fileRoutes['POST /api/worlds/{world}/talks'];
const takesCard = fileRoutes['POST /api/worlds/{world}/companion'];

export function registerStoryFiles(app: OpenAPIHono, desk: Desk): void {
  describeAddress(app, '/api/worlds/{world}/stories', takesStory);
  describeAddress(app, '/api/worlds/{world}/zero/files', takesZeroFile);
  describeAddress(app, '/api/worlds/{world}/talks', takesTalk);
  describeAddress(app, '/api/worlds/{world}/companion', takesCard);
  app.post('/api/worlds/:world/companion', async (context) => {
    const { name, adds, replaces } = parseQuery(takesCard.query, context.req.query());
    const { dir, of, seat } = desk.shelf.require(context.req.param('world'));
    desk.talks.requireSilence(seat);
    if (of !== undefined && adds === 'no') throw refuseSecond();
    return await withReceived(context, name, async (path) => {
      const sure = [...(adds === 'yes' ? ['--add'] : []), ...(replaces === 'yes' ? ['--replace'] : [])];
      return await runCommand(['memory', 'companion', path, '--world', dir, ...sure], shapes.companionCard);
    });
  });
  app.post('/api/worlds/:world/talks', async (context) => {
    const { name, asUser } = parseQuery(takesTalk.query, context.req.query());
    const { dir, of, seat } = desk.shelf.require(context.req.param('world'));
    desk.talks.requireSilence(seat);
    return await withReceived(context, name, async (path) => {
      const mind = of === undefined ? [] : ['--of', of];
      const person = asUser === undefined ? [] : [`--as-user=${asUser}`];
      const argv = ['memory', 'import', path, '--world', dir, ...mind, ...person];
      return await runCommand(argv, shapes.chatImport);
    });
  });
  app.post('/api/worlds/:world/zero/files', async (context) => {
    const { name, file } = parseQuery(takesZeroFile.query, context.req.query());
    return await withReceived(context, file, async (path) => {
      const world = context.req.param('world');
      // Loaded with the first such file: it brings along all that reads cards and rulebooks.
      const { joinZeroFile } = await import('../handlers/join-zero-file.ts');
      return await joinZeroFile(desk, { world, name }, { name: file, bytes: readReceived(path) });
    });
  });
  app.post('/api/worlds/:world/stories', async (context) => {
    const { name, belongs } = parseQuery(takesStory.query, context.req.query());
    const { world } = desk.shelf.require(context.req.param('world'));
    return await withReceived(context, name, async (path) => {
      const sure = belongs === 'yes' ? ['--same-world'] : [];
      const argv = ['import', path, '--world', world.dir, '--copy', ...sure];
      return await runCommand(argv, shapes.storyImport);
    });
  });
}

function refuseSecond(): UsageError {
  return new UsageError({
    code: 'memory.card-of-another',
    happened: 'This is the page of a further companion, whose place a character card does not take.',
    todo: 'Add the character as one more companion of this world, or drop the card on the page of the first.',
  });
}

/** In a message of `UsageError`, the path of the received file is replaced by the name that the person gave it. */
async function withReceived(
  context: Context,
  name: string,
  work: (path: string) => Promise<unknown>,
): Promise<Response> {
  const received = await receiveFile(context.req.raw.body, name);
  const nameFile = (text: string) => text.replaceAll(received.path, name);
  try {
    return context.json(await work(received.path));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { code, happened, todo } = error;
    throw new UsageError({ code, happened: nameFile(happened), todo: nameFile(todo), cause: error });
  } finally {
    received.remove();
  }
}

/** The file was just received, so it exists and is not too large. */
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

/** Adds the address to the list of addresses. */
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
