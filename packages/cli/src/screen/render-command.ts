// Renders a command that a person may paste: the next thing to type.

import { relative, resolve } from 'node:path';
import { defaultWorldDir } from '@terrarium/annotator/world';

/** `terrarium annotate run`, with `--world` where it is not the default one. */
export function renderCommand(words: string, worldDir: string): string {
  if (resolve(worldDir) === resolve(defaultWorldDir)) return `terrarium ${words}`;
  const near = relative('.', worldDir);
  const path = near === '' || near.startsWith('..') ? resolve(worldDir) : near;
  return `terrarium ${words} --world ${quoteArgument(path)}`;
}

/** As a POSIX shell reads it back. */
export function quoteArgument(text: string): string {
  return /^[\w./~@%+=:,-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
