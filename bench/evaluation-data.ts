// Finds the shared evaluation data beside the project.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'shared', 'data');

/** The path of a file of the evaluation data. Ends the process with a clear message if the file is absent. */
export function findEvaluationData(name: string): string {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  process.stdout.write(`The shared evaluation data is not at ${folder}: ${name} cannot be measured here.\n`);
  process.exit(0);
}
