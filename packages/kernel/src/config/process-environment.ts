// Process environment: the only code that reads the environment variables of the process.

/** The variables as they are now. */
export function readProcessEnvironment(): Readonly<Record<string, string | undefined>> {
  return { ...process.env };
}
