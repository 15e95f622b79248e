// Voices: who may speak on either side, as configuration says; the ones that ship are only examples.

/** The person's side, or the companion's. */
export type Side = 'user' | 'companion';

export interface Voice {
  /** As it is written in a leading tag: `[a-z][a-z0-9'-]*`. */
  readonly id: string;
  /** As it is shown. */
  readonly name: string;
}

export interface Voices {
  /** At least one; the first speaks where nobody is named. */
  readonly user: readonly [Voice, ...Voice[]];
  /** At least one; the first speaks where nobody is named. */
  readonly companion: readonly [Voice, ...Voice[]];
}

/** The names stand in what the companion wakes to, where "you" is the companion itself. */
export const exampleVoices: Voices = {
  user: [{ id: 'user', name: 'User' }],
  companion: [{ id: 'companion', name: 'Companion' }],
};
