// Lists the minds of a world (the companion, and each voice with its own memory), and who is on which side for each mind.

import type { Side, Voice, Voices } from './voices.ts';

export interface Mind {
  /** The id of the mind's first voice. */
  readonly id: string;
  readonly name: string;
  readonly side: Side;
  /** Whether its memory is that of the world. */
  readonly isWorlds: boolean;
  /**
   * The voices as they are in this mind's memory: its own voices on the companion's side, all others on the
   * person's side.
   */
  readonly voices: Voices;
}

/**
 * The companion of the world comes first, then the other companions, then people, each in the order of the
 * configuration.
 */
export function listMinds({ user, companion }: Voices): readonly [Mind, ...Mind[]] {
  const isApart = ({ ownMemory }: Voice) => ownMemory === true;
  const [first, ...rest] = companion;
  const faces = [first, ...rest.filter((voice) => !isApart(voice))] as const;
  const worlds: Mind = {
    id: first.id,
    name: first.name,
    side: 'companion',
    isWorlds: true,
    voices: { companion: faces, user: [...user, ...rest.filter(isApart).map(asOtherCompanion)] },
  };
  const companions = rest.filter(isApart).map((own): Mind => {
    const others = companion.filter((voice) => voice !== own).map(asOtherCompanion);
    return {
      ...buildMind(own, 'companion'),
      voices: { companion: [asSelf(own)], user: [...user, ...others] },
    };
  });
  const persons = user.filter(isApart).map((own): Mind => {
    const [nearest, ...others] = companion;
    const people = user.filter((voice) => voice !== own).map((voice) => ({ ...voice, ownMemory: true }));
    return {
      ...buildMind(own, 'user'),
      voices: {
        companion: [{ ...asSelf(own), role: 'user' }],
        user: [asOtherCompanion(nearest), ...others.map(asOtherCompanion), ...people],
      },
    };
  });
  return [worlds, ...companions, ...persons];
}

/**
 * The mind whose memory keeps the private words of this voice; undefined for an unknown voice, and for a person without
 * a memory of their own.
 */
export function findMind(voices: Voices, voice: string): Mind | undefined {
  return listMinds(voices).find((mind) => mind.voices.companion.some(({ id }) => id === voice));
}

function buildMind({ id, name }: Voice, side: Side): Omit<Mind, 'voices'> {
  return { id, name, side, isWorlds: false };
}

/** Builds the voice as it is in its own memory, where a tag with its id names it as the speaker. */
function asSelf({ id, name, about }: Voice): Voice {
  return { id, name, about };
}

/** Builds the voice as it is in the memory of another mind, where a tag with its id does not name the speaker. */
function asOtherCompanion(voice: Voice): Voice {
  return { ...voice, ownMemory: true, role: 'companion' };
}
