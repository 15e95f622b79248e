// Shapes for failures and notices, which any command may print in addition to its own values.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { askedServer } from './asked-server.ts';

export const failure = z
  .strictObject({
    kind: z.literal('error'),
    code: z.string().describe('A stable code. docs/troubleshooting.md explains each code.'),
    happened: z.string().describe('What happened, in a sentence for people.'),
    todo: z.string().describe('What to do about it.'),
    exitCode: z.int().describe('The exit code of the process.'),
  })
  .meta({
    id: 'failure',
    description:
      'What went wrong. Any command may print this shape, as its last line or in place of everything else.',
  });

export const serverAsked = z
  .strictObject({
    kind: z.literal('server-asked'),
    ...askedServer.shape,
  })
  .meta({
    id: 'serverAsked',
    description:
      'A server that will be asked from now on. Each server is named once, before its first request.',
  });

export const stopped = z.strictObject({ kind: z.literal('stopped') }).meta({
  id: 'stopped',
  description:
    'The person stopped what was under way: a reply, or a run of maintenance. What they had said is kept.',
});

export const shownHelp = z
  .strictObject({
    commands: listOf(z.strictObject({ usage: z.string(), about: z.string() })),
  })
  .meta({ id: 'shownHelp', description: 'Answer to `/help`.' });
