#!/usr/bin/env node
// Launcher: starts the command line, on the project's own Node if the current Node is too old for it.
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { findOwnNode, runsTypeScript } from './find-own-node.js';
import { stopWhenOrphaned } from './stop-when-orphaned.js';

// Plain JavaScript without top-level await: every Node from 14.13 on must be able to run this file.
const root = join(dirname(realpathSync(fileURLToPath(import.meta.url))), '..', '..', '..');
const pinned = findOwnNode(root);

if (runsTypeScript(process.versions.node)) startHere();
else if (pinned !== undefined && realpathSync(pinned) !== realpathSync(process.execPath)) startOnPinned();
else {
  const found = `Terrarium needs Node 22.18, or Node 24 or newer, and this is ${process.versions.node}.`;
  giveUp(`${found} Run "npm ci" in ${root}: on Linux, macOS and Windows it brings the right Node along.`);
}

function startHere() {
  // By default V8 lets the space for new objects grow, and collects garbage only when the heap is two to four
  // times as large as what is still in use. A program that mostly waits for a model gains little by this. With
  // these two flags, the peak memory of a run is halved, and the processor works a tenth more. The kernel's
  // `setSlowHeapGrowth` sets the same flags, but the kernel is TypeScript, which is loaded later.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=60');
  // Called before the first TypeScript is read, so that files compiled earlier are not compiled again, and
  // the compiler itself is not loaded. The cache lies in the project's own folder, because code that we run
  // must not come from a folder that others may write to.
  module.enableCompileCache(join(root, '.cache', 'compiled'));
  stopWhenOrphaned(() => {
    if (!process.emit('SIGTERM', 'SIGTERM')) process.kill(process.pid, 'SIGTERM');
  });
  const { shell, argv } = chooseShell(process.argv.slice(2));
  import(pathToFileURL(join(root, 'packages', shell, 'src', 'command-line.ts')).href)
    .then((commandLine) => commandLine.runCommandLine(argv))
    .then((exitCode) => {
      process.exitCode = exitCode;
    })
    .catch((error) => {
      if (error.code === 'ERR_MODULE_NOT_FOUND' && /Cannot find package/.test(error.message))
        giveUp(`Terrarium is not installed yet: ${error.message}. Run "npm ci" in ${root}.`);
      else throw error;
    });
}

/**
 * `terrarium mcp` serves programs; `terrarium open` and `terrarium serve` serve a browser. They are not
 * commands of the command line but shells in packages of their own. Each runs in this process.
 */
function chooseShell(argv) {
  if (argv[0] === 'mcp') return { shell: 'mcp', argv: argv.slice(1) };
  return { shell: argv[0] === 'open' || argv[0] === 'serve' ? 'server' : 'cli', argv };
}

function startOnPinned() {
  // A terminal sends Ctrl-C and a hangup to both processes. If we passed them on as well, one press would
  // count as two.
  const shared = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  // Listens before the child is started. Otherwise Ctrl-C during the start would end only this process.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'])
    process.on(signal, () => {
      if (signal === 'SIGTERM' || !shared) child.kill(signal);
    });
  // The fourth stream carries no data. When it closes, the child knows that this process was killed.
  const child = spawn(pinned, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  stopWhenOrphaned(() => child.kill('SIGTERM'));
  child.on('error', (error) =>
    giveUp(`The Node that Terrarium brings along does not start: ${error.message}. Run "npm ci".`),
  );
  child.on('exit', (exitCode, signal) => {
    if (signal === null) process.exit(exitCode);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function giveUp(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}
