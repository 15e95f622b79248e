// Names the companion within a sentence.

/** The name that stands in the settings until somebody gives another. */
const unnamed = 'Companion';

export function nameCompanion(name: string | undefined): string {
  return name === undefined || name === unnamed ? 'your companion' : name;
}
