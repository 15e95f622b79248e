// Check: runs every guard in order and stops at the first that refuses, with its report.
import { spawnSync } from 'node:child_process';

interface Guard {
  readonly name: string;
  readonly command: readonly string[];
}

const guards: readonly Guard[] = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'style and limits', command: ['biome', 'check', '.'] },
];

for (const guard of guards) {
  const [command = '', ...rest] = guard.command;
  const started = performance.now();
  const result = spawnSync(command, rest, { stdio: 'inherit' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (result.status !== 0) {
    process.stdout.write(`check: ${guard.name} refused (${seconds} s): ${guard.command.join(' ')}\n`);
    process.exit(1);
  }
  process.stdout.write(`check: ${guard.name} passed (${seconds} s)\n`);
}
