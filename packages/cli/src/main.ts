// Command line: what `terrarium` understands, and what it exits with.
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';

/** Runs one command; resolves to the exit code, never rejects for what a person typed. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const program = new Command('terrarium')
    .description('Reads long stories into glossaries in which every statement points to its source.')
    .version(readVersion())
    .exitOverride();
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
