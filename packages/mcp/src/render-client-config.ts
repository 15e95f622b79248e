// Renders what a client's settings need to start us: absolute paths, since clients start where they like.

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../../cli/bin/terrarium.js', import.meta.url));

/**
 * The settings in the form that most clients use, with the path of the Node that runs now: a client's `PATH` may have
 * no Node.
 */
export function renderClientConfig(folder: string, of: string | undefined): string {
  const args = [launcher, 'mcp', '--world', resolve(folder), ...(of === undefined ? [] : ['--of', of])];
  return `${JSON.stringify({ mcpServers: { memory: { command: process.execPath, args } } }, undefined, 2)}\n`;
}
