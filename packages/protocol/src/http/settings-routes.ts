// Settings routes: show and change settings, choose and try a model, and check the world.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { doctorFinding, examination } from '../world/examination.ts';
import { verifiedWorld } from '../world/verified-world.ts';
import { worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const modelSettings = z
  .strictObject({
    model: z.string().describe('`builtin`, or a provider and its model.'),
    baseUrl: z.string().nullable().describe('Without credentials and query.'),
    contextBudget: z.int().nullable().describe('Tokens a prompt may have; null if that is not set.'),
    hasKey: z.boolean().describe('Whether a key would be sent with a request. No answer contains the key.'),
    from: z.string().nullable().describe('Where the model is set; null if it is set nowhere.'),
    isOverruled: z
      .boolean()
      .describe(
        'Whether the model is set by a source that overrides your own settings file, such as the environment.',
      ),
    held: z
      .strictObject({
        digest: z.string(),
        says: listOf(z.strictObject({ name: z.string(), value: z.string() })),
      })
      .nullable()
      .describe(
        'What the file of the world says about where requests go, if no person has accepted it yet; null if there is nothing to accept.',
      ),
  })
  .meta({ id: 'modelSettings', description: 'Which model is asked in a world, and where that is set.' });

/** The values as in a settings file. The terminal’s own check refuses what is not allowed, with the same message. */
const typedModel = {
  model: z.string().max(500),
  baseUrl: z.string().max(2_000).optional(),
  apiKey: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe('By default, the key that is stored for this address.'),
};

const personSetting = z
  .strictObject({
    name: z.string().describe('The name as it is written in settings files, such as `memory.decay.clock`.'),
    purpose: z.string(),
    valid: z.string().describe('What is valid, in words that can follow "must be".'),
    kind: z.enum(['text', 'number', 'truth', 'structure']),
    options: listOf(z.string()).describe('The values it may have; empty if any value of its kind is valid.'),
    byDefault: z.unknown().describe('Null if there is none.'),
    value: z.unknown().describe('The value that counts in this world now.'),
    from: z
      .enum(['flags', 'environment', 'world', 'own'])
      .nullable()
      .describe('What kind of source sets it; null if none does.'),
    source: z.string().nullable().describe('Where it is set, such as the path of a file.'),
  })
  .meta({ id: 'personSetting', description: 'Something that a person may set, with its value.' });

export const settingsRoutes = withRoutes({
  'GET /api/worlds/{world}/settings': {
    about:
      'The settings that may be changed here, each with the value that counts in this world. Settings that say where requests go are not among them.',
    params: worldParams,
    answer: listOf(personSetting),
  },
  'PUT /api/worlds/{world}/settings': {
    about:
      'Sets one setting. It is written into the file of the world if that file has it already, or if it says who talks in this world. Otherwise it is written into your own settings file.',
    params: worldParams,
    body: z.strictObject({
      name: z.string().max(200),
      value: z
        .unknown()
        .optional()
        .describe('The new value. If it is left out, the setting gets its default.'),
    }),
    answer: listOf(personSetting),
  },
  'GET /api/worlds/{world}/examination': {
    about:
      'What `doctor` finds: each setting and its source, the disk, the stores, and what the model can do.',
    params: worldParams,
    answer: examination,
  },
  'GET /api/worlds/{world}/verification': {
    about: 'What `verify` says: whether everything in the world is still as it was written.',
    params: worldParams,
    answer: verifiedWorld,
  },
  'GET /api/worlds/{world}/model': {
    about: 'Which model is asked in this world, and where that is set.',
    params: worldParams,
    answer: modelSettings,
  },
  'PUT /api/worlds/{world}/model': {
    about:
      'Names the model for all your worlds, as `use` does; the key is written only into your own settings file.',
    params: worldParams,
    body: z.strictObject({
      ...typedModel,
      contextBudget: z.int().nullable().optional().describe('Null takes out what was set.'),
      agreed: z
        .boolean()
        .default(false)
        .describe(
          'Whether the person agreed that texts are sent to this address. Needed only if the address is not on this machine.',
        ),
    }),
    answer: modelSettings,
  },
  'GET /api/worlds/{world}/model/silence': {
    about:
      'Why no connection can be opened to the server of the model that is set. Empty if one can, or if no address is set. Nothing is sent.',
    params: worldParams,
    answer: listOf(doctorFinding),
  },
  'POST /api/worlds/{world}/model/trial': {
    about: 'Sends a server one tiny request, and says what the doctor finds. Nothing is kept.',
    params: worldParams,
    body: z.strictObject(typedModel),
    answer: listOf(doctorFinding),
  },
  'POST /api/worlds/{world}/model/routes': {
    about: 'Accepts what the world itself says about where requests go, as `--trust-world` does.',
    params: worldParams,
    body: z.strictObject({
      digest: z.string().max(100).describe('`held.digest` of the answer that the person saw.'),
    }),
    answer: modelSettings,
  },
});
