// Process environment: the one place that reads it.

/** The variables as they stand now. */
export function readProcessEnvironment(): Readonly<Record<string, string | undefined>> {
  return { ...process.env };
}
