// Process environment: the only code that reads the environment variables of the process.

export function readProcessEnvironment(): Readonly<Record<string, string | undefined>> {
  return { ...process.env };
}
