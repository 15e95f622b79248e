// Exports a ladder: a file for the end of each thread, so that readers can take one that tells nothing beyond their place.

import { basename, join, resolve } from 'node:path';
import { exportExtensions } from '@terrarium/annotator/export-formats';
import { nameFile } from '@terrarium/annotator/name-file';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { listRungs, type Rung, renderGlossary } from '@terrarium/annotator/render-glossary';
import { nameWorldPart } from '@terrarium/annotator/world';
import { writeFile } from '@terrarium/annotator/write-file';
import { UsageError } from '@terrarium/kernel/errors';
import { renderCount } from '../screen/quantities.ts';
import type { Shell } from '../shell/shell.ts';
import type { ExportOptions } from './export-options.ts';
import { warnOfOwnWords } from './warn-of-own-words.ts';

export function exportLadder(shell: Shell, annotator: Annotator, options: ExportOptions): void {
  const { printer } = shell;
  const { format = 'worldinfo', status, tag: tags, corpus, out } = options;
  if (format === 'vault' || out === '-' || options.asOf !== undefined) throw refuse(options);
  const { world } = annotator;
  const folder =
    out === undefined
      ? join(world.exportsDir, `${basename(world.dir)}${corpus === undefined ? '' : ` of ${corpus}`}-ladder`)
      : resolve(out);
  const listed = listRungs(annotator, { corpus });
  warnOfOwnWords(
    shell,
    annotator,
    listed.map(({ moment }) => moment),
  );
  const written = listed.map((rung, at, rungs) => {
    const wish = { status, tags, corpus, moment: rung.moment, hasPosts: options.withPosts };
    const { entries, chunks } = renderGlossary(annotator, format, wish);
    const name = `${nameFile(nameWorldPart(world, corpus))} (through ${nameRung(rung, at, rungs)})${exportExtensions[format]}`;
    const path = join(folder, name);
    writeFile(path, chunks, world.dir);
    return { path, thread: rung.threadId, entries };
  });
  if (options.json === true) printer.writeJson('glossaryLadder', { folder, format, files: written });
  else printer.writeLines(`${renderCount(written.length, 'file')} written to ${folder}`);
}

/**
 * Names a file by the thread's number and, if there are several corpora, by its corpus. A thread that goes on after
 * another thread has several files: their names also contain their place in the ladder.
 */
function nameRung({ corpus, threadId }: Rung, at: number, rungs: readonly Rung[]): string {
  const isShared = rungs.some((one, index) => index !== at && one.threadId === threadId);
  const isOneCorpus = rungs.every((one) => one.corpus === corpus);
  const name = isOneCorpus ? `thread ${threadId}` : `thread ${threadId} of ${corpus}`;
  return isShared ? `${name}, place ${at + 1}` : name;
}

function refuse({ format, out, asOf }: ExportOptions): UsageError {
  const reasons = [
    ...(format === 'vault' ? ['be a vault'] : []),
    ...(out === '-' ? ['go to standard output'] : []),
    ...(asOf === undefined ? [] : ['show one place only (--as-of)']),
  ];
  return new UsageError({
    code: 'cli.no-ladder',
    happened: `A ladder is a folder of files, one for each thread, so it cannot ${reasons.join(' or ')}.`,
    todo: 'Leave out one of the two options.',
  });
}
