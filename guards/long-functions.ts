// Long functions: a function may exceed 60 lines only if its complexity is low, and may never exceed 80.
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Diagnostic {
  readonly category: string;
  readonly message: string;
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

const limits = fileURLToPath(new URL('long-functions.json', import.meta.url));
const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));

/**
 * Biome counts lines and complexity here with limits that are stricter than the project's own; a function that exceeds
 * both is refused, since it is long as well as complex.
 */
export function findLongFunctions(root: string): readonly string[] {
  const argv = ['lint', `--config-path=${limits}`, '--max-diagnostics=none', '--reporter=json', 'packages'];
  const { stdout } = spawnSync(process.execPath, [realpathSync(biome), ...argv], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  });
  const { diagnostics }: { diagnostics: readonly Diagnostic[] } = JSON.parse(stdout);
  const knotted = new Set(diagnostics.filter(isOfComplexity).map(locate));
  return diagnostics
    .filter((one) => !isOfComplexity(one) && knotted.has(locate(one)))
    .map((one) => `${locate(one)}: more than 60 lines need a cognitive complexity of 8 or less`);
}

function isOfComplexity({ category }: Diagnostic): boolean {
  return category.endsWith('noExcessiveCognitiveComplexity');
}

function locate({ location: { path, start } }: Diagnostic): string {
  return `${path}:${start.line}`;
}
