// Long functions: a function may exceed 60 lines only if its complexity is low, and may never exceed 80.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findTool } from './find-tool.ts';
import { listFiles } from './list-files.ts';

interface Diagnostic {
  readonly category: string;
  readonly message: string;
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

const limits = fileURLToPath(new URL('long-functions.json', import.meta.url));
const product = /^packages\/.*(?<!\.test|\.prove)\.ts$/;

/**
 * Biome counts lines and complexity here with limits that are stricter than the project's own. A function
 * that exceeds both is refused, since it is long as well as complex.
 */
export async function findLongFunctions(root: string): Promise<readonly string[]> {
  const files = listFiles(root, product).filter((path) =>
    hasLongBlock(readFileSync(join(root, path), 'utf8')),
  );
  if (files.length === 0) return [];
  const argv = ['lint', `--config-path=${limits}`, '--max-diagnostics=none', '--reporter=json', ...files];
  const { stdout } = spawn(process.execPath, [findTool('biome'), ...argv], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { diagnostics }: { diagnostics: readonly Diagnostic[] } = JSON.parse(await text(stdout));
  const knotted = new Set(diagnostics.filter(isOfComplexity).map(locate));
  return diagnostics
    .filter((one) => !isOfComplexity(one) && knotted.has(locate(one)))
    .map((one) => `${locate(one)}: more than 60 lines need a cognitive complexity of 8 or less`);
}

/**
 * Whether a block is long enough for a function of 60 lines. Parameters may stand on lines of their own above
 * it. In formatted code a block ends with the first bracket that is indented as far as the line where the
 * block begins.
 */
function hasLongBlock(code: string): boolean {
  const begun: number[] = [];
  return code.split('\n').some((line, at) => {
    const indent = line.search(/\S/u);
    const from = /[})\]]/u.test(line.charAt(indent)) ? begun[indent] : undefined;
    if (line.endsWith('{')) begun[indent] = at;
    return from !== undefined && at - from > 50;
  });
}

function isOfComplexity({ category }: Diagnostic): boolean {
  return category.endsWith('noExcessiveCognitiveComplexity');
}

function locate({ location: { path, start } }: Diagnostic): string {
  return `${path}:${start.line}`;
}
