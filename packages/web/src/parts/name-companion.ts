// Returns the name of the companion as it is used within a sentence.

/** The name of the companion in the settings, until somebody gives another one. */
const unnamed = 'Companion';

export function nameCompanion(name: string | undefined): string {
  return name === undefined || name === unnamed ? 'your companion' : name;
}
