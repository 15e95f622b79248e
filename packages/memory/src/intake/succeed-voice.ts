// Gives a new companion its own voice: one that takes the place of another, or one that joins those who are there.

import { type Voice, type Voices, voiceSchema } from '../tags/voices.ts';
import { buildVoiceId } from './resolve-speakers.ts';

/**
 * The voices of the companion's side. The successor's voice comes first: a voice that it had before, or a new
 * one.
 */
export function withSuccessor({ user, companion }: Voices, name: string): readonly [Voice, ...Voice[]] {
  const isNamed = (voice: Voice) => voice.name.toLowerCase() === name.toLowerCase();
  const known = companion.find((voice) => isNamed(voice) && voice.ownMemory !== true);
  const others = companion.filter((voice) => voice !== known);
  const taken = new Set([...user, ...companion].map(({ id }) => id));
  return [known ?? { id: chooseId(buildVoiceId(name), taken), name }, ...others];
}

/**
 * The voices of the companion's side, with a voice for a further companion, who has a memory of their own. `taken`: ids
 * that it must not have.
 */
export function withFurther({ user, companion }: Voices, name: string, taken: readonly string[]): Further {
  const ids = [...user, ...companion].map(({ id }) => id);
  const voice = { id: chooseId(buildVoiceId(name), new Set([...ids, ...taken])), name, ownMemory: true };
  return { id: voice.id, companion: [...companion, voice] };
}

interface Further {
  /** The id of the further companion. */
  readonly id: string;
  readonly companion: readonly [Voice, ...Voice[]];
}

/** The wanted id, with a number if another voice or a tag already has it. */
function chooseId(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(id) && voiceSchema.shape.id.safeParse(id).success) return id;
  }
}
