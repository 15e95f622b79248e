// Settings: what a person may set about the model, its window and a run, with the founding values.
import { z } from 'zod';
import { Secret } from './secret.ts';

const share = z.number().gt(0).max(1);

const foldRatios = z
  .strictObject({
    /** Below this share of the budget nothing is folded. */
    soft: share.default(0.6),
    compact: share.default(0.8),
    emergency: share.default(0.9),
    /** Where a fold stops: 40 % halves the tokens that a server must recompute, against 60 %. */
    foldTarget: share.default(0.4),
  })
  .refine(
    (ratios) =>
      ratios.foldTarget < ratios.soft && ratios.soft < ratios.compact && ratios.compact < ratios.emergency,
    { error: 'must rise in the order foldTarget, soft, compact, emergency' },
  );

/** Every key a file, the environment or a flag may set. */
export const settingsSchema = z.strictObject({
  model: z
    .string()
    .max(500)
    .regex(/^(builtin|[a-z][a-z0-9-]*:.+)$/)
    .describe('"builtin", or a provider and its model, such as "openai:qwen3"')
    .default('builtin'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .describe('the address of a server with http:// or https:// in front, such as "http://127.0.0.1:8080/v1"')
    .optional(),
  apiKey: z
    .string()
    .min(1)
    .describe('the text of a key')
    .transform((text) => new Secret(text))
    .optional(),
  /** Tokens of a prompt and its reply; undefined means the window the server has loaded. */
  contextBudget: z.int().min(1_024).max(100_000_000).optional(),
  temperature: z.number().min(0).max(2).default(0.4),
  maxOutputTokens: z.int().min(16).max(1_000_000).default(2_048),
  /** Minutes to wait for a model's first byte. */
  patienceMinutes: z.number().gt(0).max(10_080).default(30),
  retries: z
    .strictObject({
      attempts: z.int().min(1).max(100).default(3),
      baseDelayMs: z.int().min(0).max(3_600_000).default(1_000),
      /** Minutes to wait for a server that is not ready, or that answered and is gone. */
      awayMinutes: z.number().min(0).max(10_080).default(5),
    })
    .prefault({}),
  ratios: foldRatios.prefault({}),
  /** Scenes between two checkpoints. */
  checkpointEvery: z.int().min(1).max(1_000_000).default(25),
  maxToolRounds: z.int().min(1).max(1_000).default(10),
  /** Unusable replies to one scene before it is skipped. */
  maxAttempts: z.int().min(1).max(100).default(3),
  summaryToolChoice: z.enum(['auto', 'none']).default('auto'),
  /** Whether a model is offered what a scene needs, or every tool there is; for readings that begin. */
  tools: z.enum(['basic', 'all']).default('basic'),
  /** Whether entries are decided about at the ends of threads. */
  curates: z.boolean().default(true),
  durability: z.enum(['normal', 'full']).default('normal'),
  /** Put into each request's body as it is. */
  extraBody: z.record(z.string(), z.unknown()).default({}),
});

export type Settings = z.output<typeof settingsSchema>;
