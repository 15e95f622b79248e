// Runs a script or an installed tool on the project's own Node, whichever Node npm runs on.
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOwnNode, runsTypeScript } from '../packages/cli/bin/find-own-node.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const node = findOwnNode(root) || process.execPath;
const [name = '', ...argv] = process.argv.slice(2);

if (node === process.execPath && !runsTypeScript(process.versions.node)) {
  process.stderr.write(
    `This needs Node 22.18, or Node 24 or newer, and this is ${process.versions.node}; npm installed no other. Run "npm ci" again, without --omit=optional, or install a newer Node.\n`,
  );
  process.exit(2);
}

const bin = join(root, 'node_modules', '.bin');
const script = /\.[jt]s$/.test(name) ? name : realpathSync(join(bin, name));
const { status, signal } = spawnSync(node, [script, ...argv], { stdio: 'inherit' });
if (signal !== null) process.kill(process.pid, signal);
process.exit(status === null ? 1 : status);
