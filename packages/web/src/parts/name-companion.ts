// Returns the name of the companion as it is used within a sentence.

/** The name that the settings give the companion by default. */
const unnamed = 'Companion';

export function nameCompanion(name: string | undefined): string {
  return name === undefined || name === unnamed ? 'your companion' : name;
}
