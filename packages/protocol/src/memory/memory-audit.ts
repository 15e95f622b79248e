// Shape for the faults that an audit found in a memory.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { vectorCount } from '../world/asked-server.ts';

const memorySize = z
  .strictObject({
    events: z.int(),
    activeItems: z.number(),
    fragments: z.number(),
    bytes: z.int(),
  })
  .meta({ id: 'memorySize', description: 'What a memory holds, and the bytes of its database.' });

const memoryFinding = z
  .strictObject({
    name: z.enum([
      'duplicates',
      'loops',
      'ungrounded',
      'wrong-speaker',
      'doubled-lines',
      'stale',
      'outdated',
      'never-recalled',
      'oversized',
    ]),
    count: z.int().describe('How many texts have this fault. `of` says how many texts were looked at.'),
    of: z.int(),
    examples: listOf(z.string()).describe('Examples, each cut to one line. None is a secret.'),
    say: z.string().describe('What it means, in words.'),
    todo: z.string(),
  })
  .meta({ id: 'memoryFinding', description: 'Something that is amiss in a memory.' });

const tagYield = z
  .strictObject({
    replies: z.int().describe('Replies that were looked at.'),
    tagged: z.int().describe('Replies with any known tag.'),
    holding: z.int().describe('Replies with a tag that holds something in mind: a feeling, a plan, a pin.'),
    share: z
      .union([z.number(), z.literal('unknown')])
      .describe('`tagged` divided by `replies`; unknown before the first reply.'),
  })
  .meta({ id: 'tagYield', description: 'How many replies have tags.' });

export const memoryAudit = z
  .strictObject({
    records: z.int().describe('Texts that were looked at.'),
    characters: z.number(),
    size: memorySize.optional().describe('How much the memory holds; absent for a file of another program.'),
    findings: listOf(memoryFinding).describe('The findings, the most severe first.'),
    unjudged: listOf(z.string()).describe('Checks that could not be made, and why.'),
    tagYield: tagYield
      .optional()
      .describe('The share of replies that use tags; absent for a file of another program.'),
    vectors: vectorCount.optional().describe('Absent if no embedding server is configured.'),
  })
  .meta({ id: 'memoryAudit', description: 'How sound a memory is.' });
