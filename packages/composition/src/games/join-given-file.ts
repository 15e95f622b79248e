// Joins a given file to a game that has not begun: a card, a lorebook or a manifest; says what was added and what was not.

import { basename, extname } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { buildCardWorld } from '@terrarium/rpg/build-card-world';
import type { Card, Lorebook } from '@terrarium/rpg/card';
import { type JoinedWorld, joinCard, joinLorebook } from '@terrarium/rpg/join-lore';
import { readCard } from '@terrarium/rpg/read-card';
import { readLorebook } from '@terrarium/rpg/read-lorebook';
import { parseSystem } from '@terrarium/rpg/read-system';
import { createSystemFile } from './extract-rulebook.ts';
import { requireKnownKind } from './read-rulebook.ts';
import { readSettled, resolveZeroWorld, saveSettled, type ZeroPlace } from './settle-zero.ts';

export interface GivenFile {
  /** The file's name, as the person gave it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface JoinedFile {
  readonly kind: 'card' | 'lorebook' | 'rules';
  readonly says: string;
  /** The parts that did not fit or could not be used. */
  readonly left: readonly string[];
}

/** Throws `UsageError` for a file that is not a card, a lorebook or a manifest, and stores nothing from it. */
export function joinGivenFile(place: ZeroPlace, file: GivenFile): JoinedFile {
  requireKnownKind(file);
  const manifest = findManifest(file);
  if (manifest !== undefined) return joinManifest(place, file, manifest);
  const read = readCardOrBook(file);
  return 'card' in read ? joinGivenCard(place, file, read.card) : joinGivenBook(place, file, read.book);
}

/** Whether the file is a text from which a model could extract rules. */
export function isRulebook({ name }: Pick<GivenFile, 'name'>): boolean {
  return ['.txt', '.md', '.markdown'].includes(extname(name).toLowerCase());
}

function findManifest({ bytes }: GivenFile): string | undefined {
  const text = Buffer.from(bytes).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'engine' in value ? text : undefined;
  } catch {
    return undefined;
  }
}

function joinManifest(place: ZeroPlace, { name }: GivenFile, text: string): JoinedFile {
  const system = parseSystem(text, name);
  const isSame = (known: string) => known === text;
  const { path } = createSystemFile(place.dir, basename(name, extname(name)), { text, isSame });
  saveSettled(place, { system: { kind: 'file', path }, character: undefined });
  return { kind: 'rules', says: `The game will have the rules of ${system.name}, from ${name}.`, left: [] };
}

type Read = { readonly card: Card } | { readonly book: Lorebook };

function readCardOrBook({ bytes }: GivenFile): Read {
  try {
    return { card: readCard(bytes) };
  } catch (error) {
    const book = error instanceof UsageError ? findBook(bytes) : undefined;
    if (book === undefined) throw error;
    return { book };
  }
}

function findBook(bytes: Uint8Array): Lorebook | undefined {
  try {
    return readLorebook(bytes);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** If no world was chosen yet, the scene of the first card becomes the world. */
function joinGivenCard(place: ZeroPlace, { name }: GivenFile, card: Card): JoinedFile {
  const settled = readSettled(place);
  const given = settled.world === undefined ? buildCardWorld(card) : resolveZeroWorld(settled);
  const left = saveJoined(place, joinCard(given, card, name));
  const where =
    settled.world === undefined
      ? 'the scene of the card is the world of this game'
      : `you can meet them in the world “${given.title}”`;
  const lore = card.book === undefined ? '' : `, with ${describeBook(card.book)}`;
  const says = `${card.name} was added${lore}: ${where}.`;
  return { kind: 'card', says, left: [...card.warnings, ...left] };
}

function joinGivenBook(place: ZeroPlace, { name }: GivenFile, book: Lorebook): JoinedFile {
  const settled = readSettled(place);
  if (settled.world === undefined) {
    throw new UsageError({
      code: 'play.no-world-yet',
      happened: 'A lorebook needs a world, and none is chosen yet.',
      todo: 'Choose a world first, or add a character card first: the scenario of the card then becomes the world.',
    });
  }
  const left = saveJoined(place, joinLorebook(resolveZeroWorld(settled), book, name));
  return {
    kind: 'lorebook',
    says: `Added from ${name}: ${describeBook(book)}.`,
    left: [...book.warnings, ...left],
  };
}

function saveJoined(place: ZeroPlace, { world, warnings }: JoinedWorld): readonly string[] {
  const { world: before } = readSettled(place);
  const madeBy = before?.kind === 'made' ? before.madeBy : undefined;
  saveSettled(place, { world: { kind: 'made', scenario: world, madeBy, hasJoined: true } });
  return warnings;
}

function describeBook({ entries }: Lorebook): string {
  const taken = entries.filter(({ isEnabled, content }) => isEnabled && content.trim() !== '').length;
  const left = entries.length - taken;
  const off =
    left === 0 ? '' : `; ${left} more, empty or switched off, ${left === 1 ? 'was' : 'were'} left out`;
  return `${taken} ${taken === 1 ? 'entry' : 'entries'} of lore${off}`;
}
