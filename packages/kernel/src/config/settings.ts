// Settings: what a person may set about the model, its window and a run, with the founding values.
import { z } from 'zod';
import type { SaidSetting } from './read-configuration.ts';
import { Secret } from './secret.ts';

const buildShare = (byDefault: number, title: string) =>
  z.number().gt(0).max(1).meta({ title }).default(byDefault);

/** A YAML file can hold a value that contains itself, which no request can carry. */
function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const foldRatios = z
  .strictObject({
    soft: buildShare(
      0.6,
      'When parts of the open thread are folded, folding stops at this share of the budget.',
    ),
    compact: buildShare(0.8, 'Folding begins when a prompt fills this share of the budget.'),
    emergency: buildShare(
      0.9,
      'From this share on, old reasoning and replies are trimmed too, and at last left out.',
    ),
    /** Compared with 60 %, 40 % halves the tokens that a server must recompute. */
    foldTarget: buildShare(0.4, 'In any other fold, folding stops at this share.'),
  })
  .refine(
    (ratios) =>
      ratios.foldTarget < ratios.soft && ratios.soft < ratios.compact && ratios.compact < ratios.emergency,
    { error: 'must rise in the order foldTarget, soft, compact, emergency' },
  );

/** Every key a file, the environment or a flag may set; titles say what each is for. */
export const settingsSchema = z.strictObject({
  model: z
    .string()
    .max(500)
    .overwrite((name) => (name === 'built-in' ? 'builtin' : name))
    .regex(/^(builtin|[a-z][a-z0-9-]*:.+)$/)
    .describe('"builtin", or a provider and its model, such as "openai:qwen3"')
    .meta({ title: 'Who reads, tells and compiles.', isRoute: true })
    .default('builtin'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .describe('the address of a server with http:// or https:// in front, such as "http://127.0.0.1:8080/v1"')
    .meta({
      title:
        'The address of its server; for `openai:NAME` the default is `http://localhost:8080/v1`. A query at its end, such as `?key=…`, goes with every request and is never shown.',
      isRoute: true,
    })
    .optional(),
  apiKey: z
    .string()
    .min(1)
    .describe('the text of a key')
    .meta({
      title:
        'Its key; never shown, and kept in no world and no log. Your key goes only to an address that you named yourself; the key of a world goes only to the address that the world names.',
      isRoute: true,
    })
    .transform((text) => new Secret(text))
    .optional(),
  keys: z
    .record(
      z.url({ protocol: /^https?$/ }),
      z
        .string()
        .min(1)
        .transform((text) => new Secret(text)),
    )
    .describe('a key for each server, such as {"https://api.example.org": "…"}')
    .meta({
      title:
        'Keys by the address of their server, whoever names that address; set only in your own file or the environment.',
      isPersonal: true,
    })
    .default({}),
  contextBudget: z
    .int()
    .min(1_024)
    .max(100_000_000)
    .meta({
      title:
        'Tokens a prompt may have; the default is the window that the server has loaded, less the reply, or 16,000.',
    })
    .optional(),
  temperature: z.number().min(0).max(2).meta({ title: 'Of the model.' }).default(0.4),
  maxOutputTokens: z.int().min(16).max(1_000_000).meta({ title: 'Tokens a reply may have.' }).default(2_048),
  patienceMinutes: z
    .number()
    .gt(0)
    .max(10_080)
    .meta({ title: 'Minutes to wait for the first byte of a reply.' })
    .default(30),
  retries: z
    .strictObject({
      attempts: z
        .int()
        .min(1)
        .max(100)
        .meta({ title: 'How many times in all a request is sent before a run halts.' })
        .default(3),
      baseDelayMs: z
        .int()
        .min(0)
        .max(3_600_000)
        .meta({
          title:
            'The longest wait, in milliseconds, before the second attempt; doubled each time, or as long as the server asks for.',
        })
        .default(1_000),
      awayMinutes: z
        .number()
        .min(0)
        .max(10_080)
        .meta({
          title: 'Minutes to wait for a server that is not ready, or that answered before and is now gone.',
        })
        .default(5),
    })
    .prefault({}),
  ratios: foldRatios.prefault({}),
  sceneWords: z
    .int()
    .min(50)
    .max(100_000)
    .meta({
      title:
        'About how many words of story one scene may have, however large the window: one reply must be able to record it.',
    })
    .default(2_500),
  checkpointEvery: z.int().min(1).max(1_000_000).meta({ title: 'Scenes between two bookmarks.' }).default(25),
  maxToolRounds: z.int().min(1).max(1_000).meta({ title: 'Requests that one scene may take.' }).default(10),
  maxAttempts: z
    .int()
    .min(1)
    .max(100)
    .meta({ title: 'Unusable replies to one scene before it is skipped, and listed.' })
    .default(3),
  summaryToolChoice: z
    .enum(['auto', 'none'])
    .meta({
      title:
        'What a request for a summary says about tools: `none` forbids them, which makes some servers read the whole prompt again.',
    })
    .default('auto'),
  tools: z
    .enum(['basic', 'all', 'none'])
    .meta({
      title:
        'Which tools a reading offers to the model: those that a scene needs, all, or none, so that it is asked for updates written as text. Where nothing is said, none if `doctor` found that the model makes no calls, all if prompt and reply have 32,000 tokens or more when the reading begins.',
    })
    .optional(),
  curates: z
    .boolean()
    .meta({ title: 'Whether a curator decides about entries at the ends of threads.' })
    .default(true),
  durability: z
    .enum(['normal', 'full'])
    .meta({ title: 'What runs, talks and games survive: only a kill, or also a loss of power.' })
    .default('normal'),
  opensThinking: z
    .boolean()
    .describe('true or false')
    .meta({
      title:
        'Whether the chat template opens `<think>` itself (DeepSeek-R1, QwQ), so that replies begin in the middle of thinking: nothing is shown before its end then. Where nothing is said, as the last reply of the model was.',
    })
    .optional(),
  extraBody: z
    .record(z.string(), z.unknown())
    .refine(isJson)
    .meta({ title: 'Added to the body of each request unchanged.', isRoute: true })
    .default({}),
});

export type Settings = z.output<typeof settingsSchema>;

type Operation = Pick<Settings, 'temperature' | 'maxOutputTokens' | 'extraBody'>;

/** What somebody set of a model's options; what nobody set is left to the caller. */
export function extractSaidOptions({
  settings: { temperature, maxOutputTokens, extraBody },
  said,
}: {
  readonly settings: Operation;
  readonly said: readonly SaidSetting[];
}): Partial<Operation> {
  const isSaid = (wanted: string) => said.some(({ name }) => name === wanted);
  return {
    ...(isSaid('temperature') && { temperature }),
    ...(isSaid('maxOutputTokens') && { maxOutputTokens }),
    ...(Object.keys(extraBody).length > 0 && { extraBody }),
  };
}
