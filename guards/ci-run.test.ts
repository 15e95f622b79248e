// Tests CI: the last line that `.ci/run` prints is the tally, and its exit code is 0 only if tests ran and passed.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ci-'));
  mkdirSync(join(folder, '.ci'));
  copyFileSync(fileURLToPath(new URL('../.ci/run', import.meta.url)), join(folder, '.ci', 'run'));
  // The script installs no browser if it finds this one, so the test does not use the network.
  writeFileSync(join(folder, 'chromium-headless-shell'), '#!/bin/sh\n');
  chmodSync(join(folder, 'chromium-headless-shell'), 0o755);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the real script and the real npm over a package without dependencies, whose test command is `test`. */
function runCi(
  test: string,
  lock = '{ "name": "x", "lockfileVersion": 3, "packages": { "": { "name": "x" } } }',
) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', scripts: { test } }));
  writeFileSync(join(folder, 'package-lock.json'), lock);
  const own = readProcessEnvironment();
  const env = { ...own, PATH: `${folder}:${own['PATH'] ?? ''}`, npm_config_update_notifier: 'false' };
  const { stdout, status } = spawnSync('bash', [join(folder, '.ci', 'run')], { encoding: 'utf8', env });
  return { last: stdout.trimEnd().split('\n').at(-1), status };
}

it.each([
  ['tests that passed', "echo 'Tests: 3 passed, 0 failed'; echo 'and more'", 'Tests: 3 passed, 0 failed', 0],
  ['tests that failed', "echo 'Tests: 2 passed, 1 failed'; exit 1", 'Tests: 2 passed, 1 failed', 1],
  ['a guard that refused before any test ran', 'echo refused; exit 3', 'Tests: 0 passed, 1 failed', 3],
  ['a test command that tested nothing', 'true', 'Tests: 0 passed, 1 failed', 1],
])('reports %s', (...[, command, last, status]) => {
  expect(runCi(command)).toEqual({ last, status });
});

it('reports an installation that failed', () => {
  expect(runCi("echo 'Tests: 3 passed, 0 failed'", 'no lockfile')).toEqual({
    last: 'Tests: 0 passed, 1 failed',
    status: 1,
  });
});
