// Extracts a system from a rulebook into a manifest file, and says what the person must mend in it.

import { basename, relative } from 'node:path';
import { countFound } from '@terrarium/composition/count-found';
import { extractRulebook, longestRulebook } from '@terrarium/composition/extract-rulebook';
import { readRulebook } from '@terrarium/composition/read-rulebook';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import { UsageError } from '@terrarium/kernel/errors';
import { readNamedFile } from '@terrarium/kernel/named-file';
import type { Extraction } from '@terrarium/rpg/extract-system';
import { cutText, wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { renderReadings } from './render-readings.ts';
import type { ZeroContext } from './zero-context.ts';

export interface RulebookOptions {
  /** Path of the rulebook's text file. */
  readonly rulebook: string;
  readonly asked: AskedModel;
}

export interface Extracted {
  readonly path: string;
  /** How many problems must be mended before the system can be played. */
  readonly problems: number;
}

const shownProblems = 20;
const longestItem = 60;

export async function extractToFile(
  context: ZeroContext,
  { rulebook, asked }: RulebookOptions,
): Promise<Extracted> {
  const { shell, connection, options, signal } = context;
  const book = { file: basename(rulebook), text: readText(rulebook) };
  const { extraction, path, isKnown } = await extractRulebook({
    connection,
    clock: shell.environment.clock,
    asked,
    dir: options.world,
    book,
    signal,
    onPart: (done, all) => shell.printer.showLive(`  Read part ${done} of ${all} of ${book.file} …`),
  });
  shell.printer.showLive();
  const { width } = shell.printer;
  const shown = relative(process.cwd(), path);
  shell.printer.writeLines(
    ...(isKnown && extraction.problems.length === 0
      ? renderKnown(extraction, shown, width)
      : renderExtraction(extraction, shown, width)),
  );
  return { path, problems: extraction.problems.length };
}

function readText(path: string): string {
  const found = readNamedFile(path, longestRulebook);
  if (found.status === 'read') return readRulebook({ name: path, bytes: found.bytes });
  const isMissing = found.status === 'missing';
  throw new UsageError({
    code: 'play.no-rulebook',
    happened: isMissing ? `There is no file ${path}.` : `${path} is not a file, or it is larger than 32 MB.`,
    todo: 'Give the path of a rulebook as plain text or Markdown.',
  });
}

/** Says that the manifest exists already, without repeating the earlier report. */
function renderKnown({ manifest }: Extraction, path: string, width: number): readonly string[] {
  const said = `Already read: ${countFound(manifest)}, in ${path}. "terrarium play systems ${path}" says more.`;
  return ['', ...wrapText(said, { width })];
}

function renderExtraction(extraction: Extraction, path: string, width: number): readonly string[] {
  const { problems, refused, unread, gaps, readings, manifest } = extraction;
  const list = (lines: readonly string[]) =>
    lines.slice(0, shownProblems).flatMap((line) => wrapText(line, { width, indent: '    ', first: '  - ' }));
  const said = [
    [
      'To be mended before it can be played',
      problems.map(
        ({ pointer, says, suggestion }) =>
          `${pointer === '' ? '(the whole)' : pointer}: ${says} ${suggestion}`,
      ),
    ],
    ['Perhaps in the book, but not found', gaps],
    ['Thrown away', refused.map(({ item, say }) => `${cutText(item, longestItem)}: ${say}`)],
    ['Parts for which the model gave no usable answer', unread.map(({ headings }) => headings.join(' › '))],
  ] as const;
  return [
    '',
    ...wrapText(`Found: ${countFound(manifest)}. Written to ${path}.`, { width }),
    ...renderReadings(readings, path, width),
    ...said.flatMap(([title, lines]) =>
      lines.length === 0 ? [] : ['', paint(`${title} (${lines.length})`, 'bold'), ...list(lines)],
    ),
  ];
}
