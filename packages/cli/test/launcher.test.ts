// Launcher: what happens between the shell and the command line, on an old Node or a new one.
import {
  type ChildProcessWithoutNullStreams,
  type SpawnSyncReturns,
  spawn,
  spawnSync,
} from 'node:child_process';
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn as startTerminal } from '@lydell/node-pty';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pinned = process.execPath;
const claimVersion = (version: string) =>
  `--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'launcher-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Copies the real launcher next to a small replacement for the command line. The replacement reports its Node, its
 * arguments and its input.
 */
function layOut(options: { withPinned: boolean; withPackages?: boolean }): string {
  const bin = join(folder, 'packages', 'cli', 'bin');
  const source = join(folder, 'packages', 'cli', 'src');
  mkdirSync(bin, { recursive: true });
  mkdirSync(source, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of ['terrarium.js', 'find-own-node.js', 'stop-when-orphaned.js'])
    copyFileSync(join(root, 'packages/cli/bin', name), join(bin, name));
  if (options.withPinned) {
    const place = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
    mkdirSync(place, { recursive: true });
    symlinkSync(pinned, join(place, 'node'));
  }
  writeFileSync(
    join(source, 'command-line.ts'),
    `${options.withPackages === false ? "import 'a-package-nobody-installed';\n" : ''}
    export async function runCommandLine(argv: readonly string[]): Promise<number> {
      if (argv[0] === 'fail') return 4;
      if (argv[0] === 'throw') throw new Error('planted');
      if (argv[0] === 'wait') {
        return new Promise((settle) => {
          const alive = setInterval(() => {}, 1000);
          process.on('SIGTERM', () => { clearInterval(alive); process.stdout.write('asked to stop\\n'); settle(5); });
          process.stdout.write('waiting\\n');
        });
      }
      if (argv[0] === 'count') {
        let presses = 0;
        process.on('SIGINT', () => { presses += 1; process.stdout.write('pressed\\n'); });
        process.stdout.write(process.stdin.isTTY && process.stdout.isTTY ? 'at a terminal\\n' : 'blind\\n');
        for await (const _line of process.stdin) break;
        process.stdout.write('presses: ' + presses + '\\n');
        return 6;
      }
      const input: string[] = [];
      for await (const part of process.stdin) input.push(String(part));
      process.stdout.write(JSON.stringify({ node: process.version, argv, input: input.join('') }));
      return 0;
    }`,
  );
  return join(bin, 'terrarium.js');
}

/**
 * Starts the launcher on a copy of the pinned Node that claims to be an older version, so that no old Node
 * has to be installed.
 */
function startOld(launcher: string, argv: readonly string[], input = ''): SpawnSyncReturns<string> {
  return spawnSync(buildOldNode(), [claimVersion('18.20.0'), launcher, ...argv], { input, encoding: 'utf8' });
}

function buildOldNode(): string {
  const path = join(folder, 'old-node');
  try {
    linkSync(pinned, path);
  } catch {
    copyFileSync(pinned, path);
  }
  return path;
}

describe('on a Node that is recent enough', () => {
  it('runs the command line in the same process, with its arguments, input and exit code', () => {
    const launcher = layOut({ withPinned: false });
    const told = spawnSync(pinned, [launcher, 'a', 'b c'], { input: 'words', encoding: 'utf8' });
    expect(JSON.parse(told.stdout)).toEqual({ node: 'v24.21.0', argv: ['a', 'b c'], input: 'words' });
    expect(spawnSync(pinned, [launcher, 'fail']).status).toBe(4);
  });

  it.each(['22.18.0', '22.20.1', '24.0.0'])('takes %s as it is', (version) => {
    const launcher = layOut({ withPinned: false });
    expect(spawnSync(pinned, [claimVersion(version), launcher, 'fail']).status).toBe(4);
  });

  it('says what to do when the packages were never installed', () => {
    const launcher = layOut({ withPinned: false, withPackages: false });
    const said = spawnSync(pinned, [launcher], { encoding: 'utf8' });
    expect(said.status).toBe(2);
    expect(said.stderr).toMatch(/not installed yet.*a-package-nobody-installed.*npm ci/);
  });

  it('lets an error that nobody caught end the process as it is', () => {
    const said = spawnSync(pinned, [layOut({ withPinned: false }), 'throw'], { encoding: 'utf8' });
    expect(said.status).toBe(1);
    expect(said.stderr).toContain('Error: planted');
  });
});

/**
 * Kills the process with SIGKILL as soon as the command line waits. Resolves to the whole output once every
 * process that writes to it has ended.
 */
async function killWhileWaiting(child: ChildProcessWithoutNullStreams): Promise<string> {
  let said = '';
  child.stdout.on('data', (part) => {
    said += String(part);
    if (said === 'waiting\n') child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.on('close', resolve));
  return said;
}

describe('started by npm', () => {
  // On Linux the launcher finds its parent without `ps`, elsewhere with it, so both ways are tested.
  const platforms = [...new Set([process.platform, 'darwin'])];
  it.each(platforms)('RN29: is asked to stop when npm is killed, on %s', async (platform) => {
    const launcher = layOut({ withPinned: false });
    const claim = `--import=data:text/javascript,Object.defineProperty(process,'platform',{value:'${platform}'})`;
    const standIn = `process.title = 'npm run terrarium';
      const given = [process.execPath, ${JSON.stringify(claim)}, ${JSON.stringify(launcher)}];
      const line = ['-c', '"$0" "$1" "$2" wait; true', ...given];
      require('node:child_process').spawn('sh', line, { stdio: 'inherit' });`;
    const child = spawn(pinned, ['-e', standIn]);
    expect(await killWhileWaiting(child)).toBe('waiting\nasked to stop\n');
  });
});

describe('on an older Node', () => {
  it('starts itself again on the pinned one, with arguments, input and exit code', () => {
    const launcher = layOut({ withPinned: true });
    const told = startOld(launcher, ['a', '--b=c'], 'words');
    expect(JSON.parse(told.stdout)).toEqual({ node: 'v24.21.0', argv: ['a', '--b=c'], input: 'words' });
    rmSync(join(folder, 'old-node'));
    expect(startOld(launcher, ['fail']).status).toBe(4);
  });

  it.each(['14.21.3', '20.20.2', '22.17.1', '23.5.0'])(
    'says what to do when %s is all there is',
    (version) => {
      const launcher = layOut({ withPinned: false });
      const said = spawnSync(pinned, [claimVersion(version), launcher], { encoding: 'utf8' });
      expect(said.status).toBe(2);
      expect(said.stderr).toContain(`this is ${version}. Run "npm ci" in ${folder}`);
    },
  );

  it('passes a request to stop on, and ends as the command line ends', async () => {
    const launcher = layOut({ withPinned: true });
    const child = spawn(buildOldNode(), [claimVersion('20.0.0'), launcher, 'wait']);
    let said = '';
    child.stdout.on('data', (part) => {
      said += String(part);
      if (said === 'waiting\n') child.kill('SIGTERM');
    });
    const exitCode = await new Promise((resolve) => child.on('close', resolve));
    expect(said).toBe('waiting\nasked to stop\n');
    expect(exitCode).toBe(5);
  });

  it('RN29: what it started is asked to stop when the launcher is killed', async () => {
    const launcher = layOut({ withPinned: true });
    const child = spawn(buildOldNode(), [claimVersion('20.0.0'), launcher, 'wait']);
    expect(await killWhileWaiting(child)).toBe('waiting\nasked to stop\n');
  });

  it('hands the terminal over, and lets one Ctrl-C arrive once', async () => {
    const argv = [claimVersion('20.0.0'), layOut({ withPinned: true }), 'count'];
    const terminal = startTerminal(buildOldNode(), argv, { cwd: folder });
    const answers = new Map([
      ['at a terminal', '\u0003'],
      ['pressed', 'done\r'],
    ]);
    let shown = '';
    terminal.onData((part) => {
      shown += part;
      for (const [seen, answer] of answers) {
        if (!shown.includes(seen)) continue;
        answers.delete(seen);
        terminal.write(answer);
      }
    });
    const { exitCode } = await new Promise<{ exitCode: number }>((resolve) => terminal.onExit(resolve));
    expect(shown).toContain('presses: 1');
    expect(exitCode).toBe(6);
  });
});

describe('in this workspace', () => {
  it.each([
    ['npm', 'npm run --silent terrarium -- --version'],
    ['npx', 'npx --no-install terrarium --version'],
  ])('answers %s with the version, whatever Node the machine has', (_name, command) => {
    // If npm runs these tests, its own `--call` is in the environment. The npm started here must not use it.
    const said = spawnSync(
      'sh',
      ['-c', `unset npm_config_call; PATH=/usr/local/bin:/usr/bin:$PATH ${command}`],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    expect(said.stdout).toBe('0.1.0\n');
    expect(said.status).toBe(0);
  });
});
