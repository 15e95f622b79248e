// Extracts a system from a rulebook into a manifest file, and says what is to be mended in it.

import { basename, extname, join, resolve } from 'node:path';
import { writeFile } from '@terrarium/annotator/write-file';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import { UsageError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { readNamedFile } from '@terrarium/kernel/named-file';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { type Extraction, extractSystem } from '@terrarium/rpg/extract-system';
import { openRulebookJournal } from '@terrarium/rpg/rulebook-journal';
import { cutText, wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { ZeroContext } from './zero-context.ts';

export interface RulebookOptions {
  /** Path of a text. */
  readonly rulebook: string;
  readonly asked: AskedModel;
}

export interface Extracted {
  readonly path: string;
  /** How many things are to be mended before it can be played. */
  readonly problems: number;
}

/** A larger file is hardly a book of rules. */
const longestBytes = 32 << 20;
const shownProblems = 20;
const longestItem = 60;

export async function extractToFile(
  context: ZeroContext,
  { rulebook, asked }: RulebookOptions,
): Promise<Extracted> {
  const { shell, connection, options } = context;
  const book = { file: basename(rulebook), text: readRulebook(rulebook) };
  const { id: model } = asked.model;
  const journal = openRulebookJournal(connection, { book, model, clock: shell.environment.clock });
  const name = basename(rulebook, extname(rulebook));
  const extraction = await extractSystem({
    ...asked,
    book,
    journal,
    countTokens: estimateTokens,
    title: { id: toSlug(name), name },
    signal: context.signal,
    onPart: (done, all) => shell.printer.showLive(`  Read part ${done} of ${all} of ${book.file} …`),
  });
  shell.printer.showLive();
  const text = `${JSON.stringify(extraction.manifest, null, 2)}\n`;
  const path = writeBeside(resolve(options.world), join('systems', toSlug(name)), text);
  shell.printer.writeLines(...renderExtraction(extraction, path, shell.printer.width));
  return { path, problems: extraction.problems.length };
}

/** A file that somebody corrected by hand is never overwritten: another text is written beside it. */
function writeBeside(worldDir: string, stem: string, text: string): string {
  const world = openWorldFolder(worldDir);
  for (let number = 1; ; number += 1) {
    const path = join(worldDir, `${stem}${number === 1 ? '' : `-${number}`}.json`);
    const known = world.readText(path, { largestBytes: longestBytes });
    if (known !== undefined && known !== text) continue;
    writeFile(path, [text], worldDir);
    return path;
  }
}

function readRulebook(path: string): string {
  const found = readNamedFile(path, longestBytes);
  if (found.status === 'read') return found.bytes.toString('utf8');
  const isMissing = found.status === 'missing';
  throw new UsageError({
    code: 'play.no-rulebook',
    happened: isMissing ? `There is no file ${path}.` : `${path} is not a text of at most 32 MB.`,
    todo: 'Give the path of a rulebook as plain text or Markdown.',
  });
}

function toSlug(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/gu, '');
  return plain === '' ? 'rulebook' : plain.slice(0, 60);
}

function renderExtraction(extraction: Extraction, path: string, width: number): readonly string[] {
  const { problems, contradictions, refused, unread } = extraction;
  const list = (lines: readonly string[]) =>
    lines.slice(0, shownProblems).flatMap((line) => wrapText(line, { width, indent: '    ', first: '  - ' }));
  const said = [
    [
      'Contradictions: the first stands',
      contradictions.map(
        ({ about, member, versions }) =>
          `${about}, ${member}: ${versions.map(({ says, source }) => `${JSON.stringify(says)} (“${source.quote.slice(0, 80)}”)`).join(' or ')}`,
      ),
    ],
    [
      'To be mended before it can be played',
      problems.map(
        ({ pointer, says, suggestion }) =>
          `${pointer === '' ? '(the whole)' : pointer}: ${says} ${suggestion}`,
      ),
    ],
    ['Thrown away', refused.map(({ item, say }) => `${cutText(item, longestItem)}: ${say}`)],
    ['Parts for which the reply was no list', unread.map(({ headings }) => headings.join(' › '))],
  ] as const;
  return [
    '',
    ...wrapText(`Written to ${path}.`, { width }),
    ...said.flatMap(([title, lines]) =>
      lines.length === 0 ? [] : ['', paint(`${title} (${lines.length})`, 'bold'), ...list(lines)],
    ),
  ];
}
