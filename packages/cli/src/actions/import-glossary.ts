// Imports an exported glossary into a world that has its story.

import { basename } from 'node:path';
import { importEntries } from '@terrarium/annotator/import-entries';
import { parseGlossaryFile } from '@terrarium/annotator/parse-lorebook';
import { updateWorld } from '@terrarium/composition/annotator-world';
import { UsageError } from '@terrarium/kernel/errors';
import { readNamedFile } from '@terrarium/kernel/named-file';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

/** The largest file that is read. A glossary of 100,000 entries takes about 150 MB in the most spacious format. */
const maxBytes = 400_000_000;

const shownNotes = 10;

export async function importGlossary(shell: Shell, file: string, options: WorldOptions): Promise<void> {
  const { glossary, notes } = parseGlossaryFile(readText(file));
  await updateWorld(shell, options.world, (annotator) => {
    importEntries(annotator, glossary, `taken over from ${basename(file)}`);
  });
  const entries = glossary.entries.length;
  if (options.json === true) {
    shell.printer.writeJson('glossaryImport', { entries, notes });
    return;
  }
  shell.printer.writeLines(`${renderCount(entries, 'entry', 'entries')} taken over from ${file}.`);
  for (const note of notes.slice(0, shownNotes)) shell.printer.writeLines(paint(`  ! ${note}`, 'yellow'));
  if (notes.length > shownNotes)
    shell.printer.writeLines(paint(`  ! and ${notes.length - shownNotes} more`, 'yellow'));
}

function readText(file: string): string {
  const found = readNamedFile(file, maxBytes);
  if (found.status === 'read') return found.bytes.toString('utf8');
  if (found.status !== 'too-large') {
    throw new UsageError({
      code: 'file.missing',
      happened: found.status === 'missing' ? `There is no file ${file}.` : `${file} is not a file.`,
      todo: 'Name a file that "terrarium export" wrote.',
    });
  }
  throw new UsageError({
    code: 'file.too-large',
    happened: `${file} has more than the ${maxBytes} bytes that a glossary may have.`,
    todo: 'Export it in parts, with --tag or --status.',
  });
}
