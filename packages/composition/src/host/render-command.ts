// Renders a command for a person to paste into a terminal, naming the world if it is not the default one.

import { relative, resolve } from 'node:path';
import { chooseDefaultWorld } from '@terrarium/kernel/choose-default-world';
import { ownPlatform, quoteForShell } from '@terrarium/kernel/platform';

/** For the words `read`: `terrarium read`, then `--world` if the world is not the default one, then `more`. */
export function renderCommand(words: string, worldDir: string, more: readonly string[] = []): string {
  const place = resolve(worldDir) === resolve(chooseDefaultWorld()) ? [] : ['--world', renderPath(worldDir)];
  return [`terrarium ${words}`, ...[...place, ...more].map(quoteArgument)].join(' ');
}

function renderPath(worldDir: string): string {
  const near = relative('.', worldDir);
  return near === '' || near.startsWith('..') ? resolve(worldDir) : near;
}

/** Like `quoteForShell`, for the machine on which the program runs. */
export function quoteArgument(text: string): string {
  return quoteForShell(ownPlatform, text);
}
