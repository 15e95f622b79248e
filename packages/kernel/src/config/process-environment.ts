// Process environment: the only code that reads the environment variables of the process.

/** The present variables. */
export function readProcessEnvironment(): Readonly<Record<string, string | undefined>> {
  return { ...process.env };
}
