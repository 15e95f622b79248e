// Extracts a system from a rulebook into a manifest file of the world.

import { basename, extname, join, resolve } from 'node:path';
import { writeFile } from '@terrarium/annotator/write-file';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import type { Clock } from '@terrarium/kernel/environment';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Connection } from '@terrarium/kernel/open-database';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { type Extraction, extractSystem } from '@terrarium/rpg/extract-system';
import type { JsonObject } from '@terrarium/rpg/json';
import { openRulebookJournal } from '@terrarium/rpg/rulebook-journal';
import { takeSame } from '@terrarium/rpg/take-reading';

/** A larger file is unlikely to be a rulebook. */
export const longestRulebook = 32 << 20;

interface Extracting {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly asked: AskedModel;
  /** The folder of the world. */
  readonly dir: string;
  readonly book: { readonly file: string; readonly text: string };
  readonly signal: AbortSignal;
  onPart(done: number, all: number): void;
}

export interface ExtractedRulebook {
  readonly extraction: Extraction;
  /** Where the manifest was written. */
  readonly path: string;
  /** Whether the manifest existed already. */
  readonly isKnown: boolean;
}

/** Requests that the model has answered before are not sent again. */
export async function extractRulebook(extracting: Extracting): Promise<ExtractedRulebook> {
  const { connection, clock, asked, dir, book, signal, onPart } = extracting;
  const journal = openRulebookJournal(connection, { book, model: asked.model.id, clock });
  const name = basename(book.file, extname(book.file));
  const extraction = await extractSystem({
    ...asked,
    book,
    journal,
    countTokens: estimateTokens,
    title: { id: toSlug(name), name: findTitle(book.text) ?? name },
    signal,
    onPart,
  });
  const { manifest } = extraction;
  // A manifest counts as the same if it differs only in the chosen readings of contradictory rules.
  const isSame = (known: string) => known === renderManifest(takeSame(manifest, parseKnown(known)));
  const written = createSystemFile(resolve(dir), name, { text: renderManifest(manifest), isSame });
  return { extraction, ...written };
}

const longestTitle = 80;

/** The title of a book in Markdown: the heading with which it begins. */
function findTitle(text: string): string | undefined {
  const [first = ''] = text.trimStart().split('\n', 1);
  const title = first.startsWith('# ') ? first.slice(2).trim() : '';
  return title === '' || title.length > longestTitle ? undefined : title;
}

interface SystemText {
  readonly text: string;
  /** Whether the text of an existing file counts as the same as this text. */
  isSame(known: string): boolean;
}

/** Never overwrites a file, which somebody may have corrected by hand: a different text is written beside it. */
export function createSystemFile(
  worldDir: string,
  name: string,
  { text, isSame }: SystemText,
): { readonly path: string; readonly isKnown: boolean } {
  const world = openWorldFolder(worldDir);
  const stem = join('systems', toSlug(name));
  for (let number = 1; ; number += 1) {
    const path = join(worldDir, `${stem}${number === 1 ? '' : `-${number}`}.json`);
    const known = world.readText(path, { largestBytes: longestRulebook });
    if (known !== undefined && !isSame(known)) continue;
    if (known === undefined) writeFile(path, [text], worldDir);
    return { path, isKnown: known !== undefined };
  }
}

export function renderManifest(manifest: JsonObject): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function parseKnown(text: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as JsonObject) : {};
  } catch {
    return {};
  }
}

function toSlug(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/gu, '');
  return plain === '' ? 'rulebook' : plain.slice(0, 60);
}
