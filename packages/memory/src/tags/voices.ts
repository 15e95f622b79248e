// Voices: who may speak on either side, as configured; the voices of the default settings are only examples.
import { UsageError } from '@terrarium/kernel/errors';
import type { SaidSetting } from '@terrarium/kernel/read-configuration';
import { z } from 'zod';
import { displayTags, workingTags } from './tag.ts';

/** The person's side, or the companion's. */
export type Side = 'user' | 'companion';

export interface Voice {
  /** The id, as it is written in a tag around a message: `[a-z][a-z0-9'-]*`. */
  readonly id: string;
  /** The name, as it is shown. */
  readonly name: string;
  /** Who the voice is, for the prompts of those who talk with it. */
  readonly about?: string | undefined;
  /** Set for somebody with a memory of their own; all other voices of a side share one memory. */
  readonly ownMemory?: boolean | undefined;
  /** The side of the voice in the settings, if it is on the other side in this memory. */
  readonly role?: Side | undefined;
}

export interface Voices {
  /** At least one voice; the first speaks if nobody is named. */
  readonly user: readonly [Voice, ...Voice[]];
  /** At least one voice; the first speaks if nobody is named. */
  readonly companion: readonly [Voice, ...Voice[]];
}

/** The names are shown in the wake, in which "you" means the companion itself. */
export const exampleVoices: Voices = {
  user: [{ id: 'user', name: 'User' }],
  companion: [{ id: 'companion', name: 'Companion' }],
};

const taken: ReadonlySet<string> = new Set([...displayTags, ...workingTags]);

/** A voice as a configuration writes it. */
export const voiceSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9'-]{0,63}$/, "small letters, digits, ' and - only, a letter first")
    .refine((id) => !taken.has(id), 'a tag has this name already; choose another id'),
  name: z.string().trim().min(1).max(100),
  about: z.string().trim().min(1).max(2_000).optional(),
  ownMemory: z.boolean().optional(),
});

const voicesSchema = z
  .strictObject({
    user: z.tuple([voiceSchema], voiceSchema),
    companion: z.tuple([voiceSchema], voiceSchema),
  })
  .refine(
    ({ user, companion }) =>
      new Set([...user, ...companion].map((voice) => voice.id)).size === user.length + companion.length,
    'two voices have the same id',
  )
  .refine(({ companion: [first] }) => first.ownMemory !== true, {
    path: ['companion', 0, 'ownMemory'],
    message:
      'the first companion cannot have ownMemory, because the memory of the world belongs to the first companion',
  });

/**
 * Throws a `UsageError` (`memory.bad-voices`) that names every fault and, as far as `said` tells, where the voices were
 * set.
 */
export function parseVoices(value: unknown, said: readonly SaidSetting[] = []): Voices {
  const parsed = voicesSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'voices'}: ${issue.message}`,
  );
  const sources = said
    .filter(({ name }) => name.startsWith('memory.voices.'))
    .map(({ spelling, source }) => `${spelling}, ${source}`);
  const where = sources.length === 0 ? '' : ` (${sources.join('; ')})`;
  throw new UsageError({
    code: 'memory.bad-voices',
    happened: `memory.voices${where}, which lists who speaks in conversations, cannot be used (${problems.join('; ')}).`,
    todo: 'Give the user and the companion at least one voice each, with an id and a name.',
  });
}
