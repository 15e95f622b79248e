// Renders the settings with which a client starts us: with absolute paths, since a client may start us in any folder.

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../../cli/bin/terrarium.js', import.meta.url));

/**
 * Renders the settings in the form that most clients use. They name the full path of the running Node,
 * because a client's `PATH` may have no Node.
 */
export function renderClientConfig(folder: string, of: string | undefined): string {
  const args = [launcher, 'mcp', '--world', resolve(folder), ...(of === undefined ? [] : ['--of', of])];
  return `${JSON.stringify({ mcpServers: { memory: { command: process.execPath, args } } }, undefined, 2)}\n`;
}
