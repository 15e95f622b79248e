// Builds the screens (the pages as files) at the first start, because they are neither in the repository nor installed.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StorageError } from '@terrarium/kernel/errors';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const source = join(root, 'packages', 'web');
const kept = join(root, '.cache', 'screens');

/**
 * Returns the folder of the built screens; builds them on the first start and whenever their source has changed. Two
 * programs may do so at once. Throws `StorageError` if they cannot be built.
 */
export async function buildScreens(onBuild: () => void): Promise<string> {
  const digest = hashSource();
  const target = join(kept, digest);
  if (existsSync(join(target, 'index.html'))) return target;
  onBuild();
  mkdirSync(kept, { recursive: true });
  const draft = join(kept, `${digest}-${process.pid}`);
  const problem = await runBuild(draft);
  if (problem === undefined) moveDraft(draft, target);
  if (existsSync(join(target, 'index.html'))) return target;
  rmSync(draft, { recursive: true, force: true });
  throw new StorageError({
    code: 'server.cannot-build',
    happened: `The pages for the browser could not be built: ${problem ?? 'nothing was written'}.`,
    todo: 'Run "npm ci" in the folder where Terrarium is installed, check that there is room on the disk, and try again.',
  });
}

/** If two programs build at once, the second finds the folder there, with the same files in it. */
function moveDraft(draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(join(target, 'index.html'))) throw error;
  }
}

function hashSource(): string {
  const hash = createHash('sha256');
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !one.parentPath.includes('node_modules'))
    .map((one) => join(one.parentPath, one.name))
    .toSorted();
  for (const path of [...files, join(root, 'package-lock.json')])
    hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Builds in a process of its own, because the builder is large and most starts do not need it. Returns what went wrong.
 */
function runBuild(outDir: string): Promise<string | undefined> {
  const vite = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin', 'vite.js');
  const argv = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'];
  // All programs use what the first of them builds, so a test must make the production build, too.
  const env = { ...readProcessEnvironment(), NODE_ENV: 'production' };
  const child = spawn(process.execPath, argv, { cwd: source, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-2_000);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? undefined : said.trim() || `it ended with ${code}`));
  });
}
