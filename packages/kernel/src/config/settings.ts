// Settings: what a person may set about the model, its window and a run, with their defaults.
import { z } from 'zod';
import type { SaidSetting } from './read-configuration.ts';
import { Secret } from './secret.ts';

const buildShare = (byDefault: number, title: string) =>
  z.number().gt(0).max(1).meta({ title }).default(byDefault);

/** Whether the value can be sent as JSON: in a YAML file, a value can contain itself. */
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
      'The newest part of the thread that is being read is folded (see `ratios.compact`) only if the prompt still fills more than this share of the budget when everything else is folded.',
    ),
    compact: buildShare(
      0.8,
      'The prompt is folded (shortened by summaries) when it fills this share of the budget.',
    ),
    emergency: buildShare(
      0.9,
      'Above this share, old reasoning and replies are shortened too, and finally left out.',
    ),
    /** With 60 %, a server would have to recompute twice as many tokens as with 40 %. */
    foldTarget: buildShare(0.4, 'Folding stops when the prompt is down to this share of the budget.'),
  })
  .refine(
    (ratios) =>
      ratios.foldTarget < ratios.soft && ratios.soft < ratios.compact && ratios.compact < ratios.emergency,
    { error: 'must rise in the order foldTarget, soft, compact, emergency' },
  );

/**
 * All keys that a file, the environment or a flag can set, except those of `memory`. The title of each key says what
 * it is for.
 */
export const settingsSchema = z.strictObject({
  model: z
    .string()
    .max(500)
    .overwrite((name) => (name === 'built-in' ? 'builtin' : name))
    .regex(/^(builtin|[a-z][a-z0-9-]*:.+)$/)
    .describe('"builtin", or a provider and its model, such as "openai:qwen3"')
    .meta({
      title: 'The model that reads stories, narrates games, talks and maintains memories.',
      isRoute: true,
    })
    .default('builtin'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .describe('the address of a server with http:// or https:// in front, such as "http://127.0.0.1:8080/v1"')
    .meta({
      title:
        'The address of its server; for `openai:NAME` the default is `http://localhost:8080/v1`. A query in it, such as `?key=…`, is sent with every request and never shown.',
      isRoute: true,
    })
    .optional(),
  apiKey: z
    .string()
    .min(1)
    .describe('the text of a key')
    .meta({
      title:
        'Its key. It is never shown, and never saved in a world or a log. Your key is sent only to an address that you named yourself, a key in the file of a world only to the address in that file.',
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
      title: 'Keys for several servers, by address. Only your own file and the environment may set this.',
      isPersonal: true,
    })
    .default({}),
  contextBudget: z
    .int()
    .min(1_024)
    .max(100_000_000)
    .meta({
      title:
        'The longest prompt, in tokens. The default is the window that the server has loaded, minus room for the reply, or 16,000 if the server does not say.',
    })
    .optional(),
  temperature: z.number().min(0).max(2).meta({ title: 'Temperature of the model.' }).default(0.4),
  maxOutputTokens: z
    .int()
    .min(16)
    .max(1_000_000)
    .meta({ title: 'The longest reply, in tokens.' })
    .default(2_048),
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
        .meta({ title: 'How many times a request is sent in total before a run halts.' })
        .default(3),
      baseDelayMs: z
        .int()
        .min(0)
        .max(3_600_000)
        .meta({
          title:
            'The longest wait before the second attempt, in milliseconds. It doubles with each attempt, or is longer if the server asks for that.',
        })
        .default(1_000),
      awayMinutes: z
        .number()
        .min(0)
        .max(10_080)
        .meta({
          title: 'Minutes to wait for a server that is not ready, or that answered before and is gone now.',
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
        'About how many words of story a scene may have. However large the window is, the model must be able to record a whole scene in one reply.',
    })
    .default(2_500),
  checkpointEvery: z
    .int()
    .min(1)
    .max(1_000_000)
    .meta({ title: 'How many scenes there are between two bookmarks.' })
    .default(25),
  maxToolRounds: z
    .int()
    .min(1)
    .max(1_000)
    .meta({ title: 'The most requests that one scene may take.' })
    .default(10),
  maxAttempts: z
    .int()
    .min(1)
    .max(100)
    .meta({ title: 'After this many unusable replies, a scene is skipped (and listed).' })
    .default(3),
  summaryToolChoice: z
    .enum(['auto', 'none'])
    .meta({
      title:
        'Whether a request for a summary forbids tools (it then sends `tool_choice: none`). Some servers then compute the whole prompt again.',
    })
    .default('auto'),
  tools: z
    .enum(['basic', 'all', 'none'])
    .meta({
      title:
        'Which tools the model gets for reading: `basic` (what a scene needs), `all`, or `none` (it writes updates as text). Default for a new reading: `none` if `doctor` found that the model makes no calls, else `all` if there are 32,000 tokens or more for prompt and reply together, else `basic`.',
    })
    .optional(),
  curates: z
    .boolean()
    .meta({ title: 'Whether the model reviews the entries at the end of each thread (as a curator).' })
    .default(true),
  sumsUpGames: z
    .boolean()
    .meta({
      title:
        'Whether a model sums up the older turns of a game when they no longer fit into the prompt: one more request, about every third turn in a window of 8,192 tokens, and rarely in a larger one. Without it, prompts have the short summary of each of these turns.',
    })
    .default(true),
  durability: z
    .enum(['normal', 'full'])
    .meta({
      title:
        'Runs, conversations and games survive a killed process (`normal`), or also a power cut (`full`).',
    })
    .default('normal'),
  opensThinking: z
    .boolean()
    .describe('true or false')
    .meta({
      title:
        'Whether the chat template opens `<think>` itself (DeepSeek-R1, QwQ), so that replies begin with thinking, which is then hidden. If you do not set it, this is judged by the last reply of the model.',
    })
    .optional(),
  extraBody: z
    .record(z.string(), z.unknown())
    .refine(isJson)
    .meta({ title: 'Added to each request unchanged.', isRoute: true })
    .default({}),
});

export type Settings = z.output<typeof settingsSchema>;

type Operation = Pick<Settings, 'temperature' | 'maxOutputTokens' | 'extraBody'>;

/** The model options that somebody has set; for the others, the caller decides. */
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
