// Gives a new companion its own voice, so that earlier words keep the voice of the companion that said them.

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

/** The wanted id, with a number if another voice or a tag already has it. */
function chooseId(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(id) && voiceSchema.shape.id.safeParse(id).success) return id;
  }
}
