// Memory settings: the section `memory` of a configuration, with the design's values as defaults.

import { UsageError } from '@terrarium/kernel/errors';
import { findNearest } from '@terrarium/kernel/find-nearest';
import type { SaidSetting } from '@terrarium/kernel/read-configuration';
import { z } from 'zod';
import { type DecayProfile, decayProfileSchema } from './decay/profile.ts';
import { type DateLanguage, dateLanguages } from './events/load-date-parser.ts';
import { isTimeZone } from './events/local-time.ts';
import { exampleVoices, parseVoices, type Voices, voiceSchema } from './tags/voices.ts';

const buildTokens = (byDefault: number, title: string) =>
  z.int().min(0).max(1_000_000).meta({ title }).default(byDefault);

const voices = z
  .array(voiceSchema)
  .min(1)
  .max(100)
  .describe(
    'a list of voices, each with an id (lowercase letters, not the name of a tag) and a name; optionally `about` (who that is) and `ownMemory: true` (someone who remembers separately)',
  );

/** Keys of a `terrarium.yaml` below `memory`; titles say the purpose of each key. */
export const memorySettingsSchema = z.strictObject({
  voices: z
    .strictObject({
      user: voices
        .meta({ title: 'The names of the speakers who count as you.' })
        .default([...exampleVoices.user]),
      companion: voices
        .meta({ title: 'The names of the speakers who count as the companion.' })
        .default([...exampleVoices.companion]),
    })
    .prefault({}),
  timeZone: z
    .string()
    .min(1)
    .max(100)
    .describe('a time zone, such as "Europe/Berlin"')
    .meta({
      title:
        'The time zone you live in (default: that of the machine). Set it before an import: times that name no zone are taken to be in this one, and changing it later does not move them.',
    })
    .optional(),
  languages: z
    .array(z.string().min(2).max(10))
    .min(1)
    .max(20)
    .describe('a list of languages, such as ["en"]')
    .meta({ title: 'Languages in which dates are recognised, in this order.' })
    .default(['en']),
  decay: decayProfileSchema.prefault({}),
  budgets: z
    .strictObject({
      workingMemory: buildTokens(1000, 'Tokens for what is in mind.'),
      conversation: buildTokens(1000, 'Tokens for the newest part of the conversation.'),
      reserve: buildTokens(
        1500,
        'Tokens that `workingMemory` and `conversation` may use together beyond their own budgets.',
      ),
      workingMemoryShare: z
        .number()
        .min(0)
        .max(1)
        .meta({ title: 'How much of the reserve may be used for what is in mind.' })
        .default(0.7),
      recall: buildTokens(1000, 'Tokens for fragments that the companion asked for by their names.'),
      known: buildTokens(600, 'Tokens for fragments that fit the message; 0 turns them off.'),
      echoes: buildTokens(
        600,
        'Tokens for earlier moments (echoes), plus what the other budgets leave unused; 0 turns them off.',
      ),
    })
    .prefault({}),
  embedder: z
    .strictObject({
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .describe('the address of an embeddings server, such as "http://127.0.0.1:8080/v1"')
        .meta({
          title:
            'The address of an embeddings server. If one is set, moments, memories of games and glossary entries are also found by meaning.',
          isRoute: true,
        }),
      model: z.string().min(1).max(500).meta({ title: 'Its model.', isRoute: true }),
    })
    .optional(),
  seesImages: z
    .boolean()
    .meta({
      title:
        'Whether the model can see images; during maintenance it is then shown the images in the conversations that it summarises.',
    })
    .default(false),
  untaggedReplies: z
    .enum(['said', 'processing'])
    .meta({
      title:
        'How to treat words of a reply that stand in no tag: as something `said`, or as `processing`, which is kept but not shown.',
    })
    .default('said'),
});

export type MemorySettings = z.output<typeof memorySettingsSchema>;

export interface ResolvedSettings extends Omit<MemorySettings, 'voices' | 'timeZone' | 'languages'> {
  readonly voices: Voices;
  readonly timeZone: string;
  readonly languages: readonly DateLanguage[];
}

/**
 * Throws a `UsageError` that names the invalid value and what is allowed. If it is among the settings in `said`, the
 * error also names where it was set.
 */
export function resolveSettings(
  settings: MemorySettings,
  said: readonly SaidSetting[] = [],
): ResolvedSettings {
  return { ...settings, voices: parseVoices(settings.voices, said), ...resolveDates(settings, said) };
}

/**
 * Resolves the zone and the languages in which dates are read. Throws a `UsageError` like that of `resolveSettings` if
 * one of them is invalid.
 */
export function resolveDates(
  settings: Pick<MemorySettings, 'timeZone' | 'languages'>,
  said: readonly SaidSetting[] = [],
): Pick<ResolvedSettings, 'timeZone' | 'languages'> {
  const { timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone, languages } = settings;
  if (!isTimeZone(timeZone)) {
    throw new UsageError({
      code: 'memory.bad-time-zone',
      happened: `There is no time zone "${timeZone}"${describeSource('memory.timeZone', said)}.`,
      todo: 'Set memory.timeZone to a name of the IANA list, such as Europe/Berlin or America/New_York.',
    });
  }
  return { timeZone, languages: languages.map((language) => resolveLanguage(language, said)) };
}

function resolveLanguage(language: string, said: readonly SaidSetting[]): DateLanguage {
  const known = dateLanguages.find((one) => one === language);
  if (known !== undefined) return known;
  throw new UsageError({
    code: 'memory.bad-language',
    happened: `Dates cannot be read in the language "${language}"${describeSource('memory.languages', said)}.`,
    todo: `Set memory.languages to one or more of: ${dateLanguages.join(', ')}.`,
  });
}

function describeSource(name: string, said: readonly SaidSetting[]): string {
  const saying = said.find((one) => one.name === name);
  return saying === undefined ? '' : ` (${saying.spelling}, ${saying.source})`;
}

type Branch = Record<string, unknown>;

/**
 * Each wish is a key below `memory.decay` with a value, such as `halfLives.pin.hours=24` or, for short, `pin.hours=24`.
 * Throws `UsageError` for an invalid wish.
 */
export function withTriedDecay(profile: DecayProfile, wishes: readonly string[]): DecayProfile {
  const tried: Branch = structuredClone({ ...profile });
  for (const wish of wishes) setWish(tried, wish);
  const parsed = decayProfileSchema.safeParse(tried);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refuse(`decay.${issue?.path.join('.')} cannot have this value: ${issue?.message}.`);
}

function setWish(tried: Branch, wish: string): void {
  const { path, value } = /^(?<path>[A-Za-z.]+)=(?<value>[-.\w]+)$/u.exec(wish)?.groups ?? {};
  if (path === undefined || value === undefined) throw refuse(`"${wish}" is not written as setting=value.`);
  const keys = listKeys(tried);
  const key = [path, `halfLives.${path}`, `plans.${path}`].find((one) => keys.includes(one));
  if (key === undefined) {
    const near = findNearest(path, [
      ...keys,
      ...keys.map((one) => one.replace(/^(?:halfLives|plans)\./u, '')),
    ]);
    throw refuse(`There is no decay.${path}${near === undefined ? '.' : `; did you mean ${near}?`}`);
  }
  const steps = key.split('.');
  const last = steps.pop() ?? '';
  const branch = steps.reduce((inner, step) => inner[step] as Branch, tried);
  branch[last] = parseValue(value);
}

function listKeys(branch: Branch): readonly string[] {
  return Object.entries(branch).flatMap(([key, value]) =>
    isBranch(value) ? listKeys(value).map((inner) => `${key}.${inner}`) : [key],
  );
}

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null;
}

function parseValue(text: string): unknown {
  if (text === 'null' || text === 'never') return null;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

function refuse(happened: string): UsageError {
  return new UsageError({
    code: 'memory.bad-decay',
    happened,
    todo: 'Write it like pin.hours=24, feeling.turns=never, plans.graceHours=48 or clock=turns.',
  });
}
