// Names the companion within a sentence.

/** The name that the settings have until somebody gives another one. */
const unnamed = 'Companion';

export function nameCompanion(name: string | undefined): string {
  return name === undefined || name === unnamed ? 'your companion' : name;
}
