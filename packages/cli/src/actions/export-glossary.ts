// Exports the glossary: as a file or a folder in the world, elsewhere, or to standard output.

import { type ExportFormat, exportReaders } from '@terrarium/annotator/export-formats';
import { nameFile } from '@terrarium/annotator/name-file';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { chooseCorpus } from '@terrarium/annotator/open-world';
import { describePlace, readReaderPlace } from '@terrarium/annotator/reader-place';
import { renderGlossary } from '@terrarium/annotator/render-glossary';
import { readVault } from '@terrarium/annotator/render-vault';
import { resolveMoment } from '@terrarium/annotator/resolve-moment';
import { writeFile } from '@terrarium/annotator/write-file';
import { writeVault } from '@terrarium/annotator/write-vault';
import { readFromWorld } from '@terrarium/composition/annotator-world';
import { renderCommand } from '@terrarium/composition/render-command';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { chooseExportTarget } from '../shell/choose-export-target.ts';
import { refuseUnknownTag } from '../shell/refuse-unknown-tag.ts';
import type { Shell } from '../shell/shell.ts';
import { exportLadder } from './export-ladder.ts';
import type { ExportOptions } from './export-options.ts';
import { warnOfOwnWords } from './warn-of-own-words.ts';

export async function exportGlossary(shell: Shell, options: ExportOptions): Promise<void> {
  if (options.salvage === true) {
    const { exportSalvagedGlossary } = await import('./export-salvaged-glossary.ts');
    return await exportSalvagedGlossary(shell, options);
  }
  const { refuseDamagedGlossary } = await import('@terrarium/annotator/verify-annotator');
  await readFromWorld(shell, options.world, (annotator) => {
    refuseDamagedGlossary(annotator);
    refuseUnknownTag(annotator, options.tag);
    if (options.corpus !== undefined) chooseCorpus(annotator.world, options.corpus);
    if (options.ladder === true) exportLadder(shell, annotator, options);
    else exportOnce(shell, annotator, options);
  });
}

function exportOnce(shell: Shell, annotator: Annotator, options: ExportOptions): void {
  const { status, tag: tags, asOf, corpus } = options;
  const moment = asOf === undefined ? undefined : resolveMoment(annotator, asOf);
  const extent = nameParts(corpus, asOf);
  const { format, path } = chooseExportTarget(annotator.world, { ...options, extent });
  const wish = { status, tags, corpus, moment };
  if (moment !== undefined) warnOfOwnWords(shell, annotator, [moment]);
  if (format === 'vault') {
    warnOfPlace(shell, annotator, options);
    const worldDir = annotator.world.dir;
    exportVault(shell, { path, worldDir, json: options.json }, readVault(annotator, wish));
    return;
  }
  const { entries, chunks } = renderGlossary(annotator, format, { ...wish, hasPosts: options.withPosts });
  if (path === undefined) {
    for (const chunk of chunks) shell.printer.writeText(chunk);
    return;
  }
  warnOfPlace(shell, annotator, options);
  const isReplaced = isThere(path);
  writeFile(path, chunks, annotator.world.dir);
  if (options.json === true) shell.printer.writeJson('glossaryFile', { path, format, entries, isReplaced });
  else reportWritten(shell, `${renderCount(entries, 'entry', 'entries')} written to ${path}`, format);
}

function reportWritten({ printer }: Shell, written: string, format: ExportFormat): void {
  const readers = exportReaders[format];
  printer.writeLines(written, ...(readers === undefined ? [] : wrapText(readers, { width: printer.width })));
}

/**
 * Builds the part of a file's name that gives the exported corpus, and the place up to which it is exported.
 * Empty if everything is exported.
 */
function nameParts(corpus: string | undefined, asOf: string | undefined): string {
  const of = corpus === undefined ? '' : ` of ${corpus}`;
  return asOf === undefined ? of : `${of} (${nameExtent(asOf)})`;
}

/**
 * Returns for instance `through thread 3`. If the place already begins with `before` or `after`, it stays as
 * it was given.
 */
function nameExtent(asOf: string): string {
  const name = nameFile(asOf);
  return /^(?:before|after)\s/iu.test(asOf.trim()) ? name : `through ${name}`;
}

/**
 * Unless `--as-of` is given, tells a reader who set a place that it does not limit the export, which may be meant for
 * somebody else.
 */
function warnOfPlace({ printer }: Shell, { world }: Annotator, { asOf }: ExportOptions): void {
  const place = asOf === undefined ? readReaderPlace(world) : undefined;
  if (place === undefined) return;
  const text = `You are at: ${describePlace(place)}. This export holds everything that was read. To leave out what comes later, export with --as-of "${place}".`;
  printer.warn(...wrapText(text, { width: printer.width }));
}

interface VaultTarget {
  readonly worldDir: string;
  readonly path: string | undefined;
  readonly json: boolean | undefined;
}

function exportVault(
  { printer }: Shell,
  { path, worldDir, json }: VaultTarget,
  { entries, files }: ReturnType<typeof readVault>,
): void {
  if (path === undefined) {
    throw new UsageError({
      code: 'cli.vault-is-folder',
      happened: 'A vault is a folder of notes and cannot go to standard output.',
      todo: 'Name a folder with --out, or omit --out.',
    });
  }
  const { kept } = writeVault(path, files, worldDir);
  if (json === true) {
    printer.writeJson('glossaryVault', { path, format: 'vault', entries, files: files.length, kept });
    return;
  }
  printer.writeLines(
    `${renderCount(entries, 'entry', 'entries')} written to ${path}, ${renderCount(files.length, 'note')}`,
  );
  if (kept.length === 0) return;
  const stayed = kept.length === 1 ? 'stayed as it is' : 'stayed as they are';
  printer.writeLines(
    `${renderCount(kept.length, 'note')} you changed yourself ${stayed}:`,
    ...kept.map((one) => `  ${one}`),
    'To see what they change in the glossary:',
    `  ${renderCommand('edit', worldDir, ['--file', path])}`,
  );
}
