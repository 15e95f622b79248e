// Shapes for the servers that are asked, for the tokens that requests used, and for how many moments have a vector.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';

export const askedServer = z
  .strictObject({
    purpose: z.enum(['replies', 'embeddings']),
    model: z.string(),
    host: z
      .string()
      .optional()
      .describe(
        "Scheme, host and port, without credentials, path or query; absent for the provider's own address.",
      ),
  })
  .meta({ id: 'askedServer', description: 'A server that requests are sent to.' });

export const configuredRequests = z
  .strictObject({
    servers: listOf(askedServer),
    notAccepted: listOf(z.string()).describe(
      'Settings of the world that nobody has accepted. They have no effect.',
    ),
  })
  .meta({ id: 'configuredRequests', description: 'Which servers would be asked with the present settings.' });

export const modelUsage = z
  .strictObject({
    promptTokens: z.union([z.number(), z.literal('unknown')]),
    cachedTokens: z.union([z.number(), z.literal('unknown')]),
    outputTokens: z.union([z.number(), z.literal('unknown')]),
  })
  .meta({
    id: 'modelUsage',
    description:
      'Tokens as the server reported them. If the server reported nothing, this is `unknown`, never 0.',
  });

export const vectorCount = z
  .strictObject({
    of: z
      .int()
      .describe(
        'How many moments can have a vector. A moment cannot have one if none of it is shown, or if it only repeats what the companion had in mind.',
      ),
    missing: z.int().describe('How many of these moments have no vector of this embedder yet.'),
  })
  .meta({ id: 'vectorCount', description: 'How many moments can be found by their meaning.' });
