// Reads a character card: SillyTavern's V1 to V3, as JSON or in a PNG.

import { UsageError } from '@terrarium/kernel/errors';
import type { Card } from './card.ts';
import { exchangeLimits, refuseDamaged, refuseSize } from './exchange-limits.ts';
import { fillMacros, type MacroNames } from './fill-macros.ts';
import {
  type Foreign,
  isForeign,
  parseForeign,
  readName,
  readObject,
  readText,
  readTexts,
} from './foreign-json.ts';
import { parseLorebook } from './parse-lorebook.ts';
import { isPng, readPngTexts } from './read-png-texts.ts';

export interface CardOptions {
  /** The name for `{{user}}`; if undefined, the macro is left as it is. */
  readonly userName?: string | undefined;
}

const base64 = /^[A-Za-z0-9+/\s]+(?:={1,2}\s*)?$/;
const newestVersion = 3;

/** Throws `UsageError` (`card.…`) if the file is not a card, or is damaged or too large. */
export function readCard(bytes: Uint8Array, options: CardOptions = {}): Card {
  const json = readCardJson(bytes);
  const card = findCard(json);
  if (card === undefined) throw refuseUnknown();
  return buildCard(card, options);
}

/** The JSON of a card or a lorebook, taken out of a PNG if the file is one. */
export function readCardJson(bytes: Uint8Array): unknown {
  if (bytes.length > exchangeLimits.fileBytes) throw refuseSize('The file', '64 MB');
  if (!isPng(bytes)) return parseForeign(bytes);
  const texts = readPngTexts(bytes);
  const text = texts.get('ccv3') ?? texts.get('chara') ?? texts.get('naidata');
  if (text === undefined) {
    throw new UsageError({
      code: 'card.none-in-picture',
      happened: 'The picture contains no card.',
      todo: 'Download the original file: many sites remove such data from the images that they show.',
    });
  }
  if (!base64.test(text)) throw refuseDamaged('the card in the picture is not base64');
  return parseForeign(Buffer.from(text, 'base64'));
}

interface FoundCard {
  readonly version: Card['version'];
  readonly data: Foreign;
  readonly warnings: readonly string[];
}

function findCard(json: unknown): FoundCard | undefined {
  if (!isForeign(json)) return undefined;
  const spec = json['spec'];
  if (spec === 'chara_card_v2') return { version: 2, data: readObject(json, 'data'), warnings: [] };
  if (spec === 'chara_card_v3') {
    const version = Number.parseFloat(readText(json, 'spec_version'));
    const isNewer = version >= newestVersion + 1;
    const warnings = isNewer
      ? [
          `The card has version ${version}, which is newer than version 3; anything that exists only in the newer version was left out.`,
        ]
      : [];
    return { version: 3, data: readObject(json, 'data'), warnings };
  }
  const isFirst = typeof json['name'] === 'string' && ('first_mes' in json || 'description' in json);
  return isFirst ? { version: 1, data: json, warnings: [] } : undefined;
}

function buildCard({ version, data, warnings }: FoundCard, { userName }: CardOptions): Card {
  const name = readName(data, 'name');
  if (name === '') throw refuseUnknown();
  const names: MacroNames = { char: readName(data, 'nickname') || name, user: userName };
  const read = (field: string) => fillMacros(readText(data, field), names);
  const book = parseLorebook(data['character_book'], names);
  const greetings = Array.isArray(data['alternate_greetings']) ? data['alternate_greetings'] : [];
  return {
    version,
    name,
    description: read('description'),
    personality: read('personality'),
    scenario: read('scenario'),
    firstMessage: read('first_mes'),
    greetings: greetings
      .slice(0, exchangeLimits.greetings)
      .map((_, index) => fillMacros(readText({ greeting: greetings[index] }, 'greeting'), names))
      .filter((greeting) => greeting.trim() !== ''),
    examples: read('mes_example'),
    instructions: [
      read('system_prompt'),
      read('post_history_instructions'),
      fillMacros(readCharacterNote(data), names),
    ]
      .filter((text) => text !== '')
      .join('\n\n'),
    creatorNotes: readText(data, 'creator_notes'),
    creator: readName(data, 'creator'),
    tags: readTexts(data, 'tags'),
    book,
    warnings: [...warnings, ...listLeft(data), ...(book?.warnings ?? [])],
  };
}

/**
 * Parts of a card that no game takes over. Two of them say how a model should behave, which is for the player to
 * decide.
 */
const leftOut: readonly (readonly [field: string, what: string])[] = [
  ['system_prompt', 'its system prompt'],
  ['post_history_instructions', 'its post-history instructions'],
  ['assets', 'its pictures and sounds'],
];

function listLeft(data: Foreign): readonly string[] {
  const left = [
    ...leftOut.filter(([field]) => isFilled(data[field])).map(([, what]) => what),
    ...(readCharacterNote(data) === '' ? [] : ["its character's note"]),
  ];
  return left.length === 0 ? [] : [`Left out of the card: ${left.join(', ')}.`];
}

/** SillyTavern sends this note to the model some messages before the newest one. */
function readCharacterNote(data: Foreign): string {
  return readText(readObject(readObject(data, 'extensions'), 'depth_prompt'), 'prompt').trim();
}

function isFilled(value: unknown): boolean {
  // The list of assets of a version 3 card always contains the card's own picture, so a list of one item says nothing.
  return typeof value === 'string' ? value.trim() !== '' : Array.isArray(value) && value.length > 1;
}

function refuseUnknown(): UsageError {
  return new UsageError({
    code: 'card.unknown-format',
    happened: 'The file is not a character card of a known kind.',
    todo: 'SillyTavern cards of versions 1 to 3 can be read, as JSON or PNG; import a lorebook as a lorebook.',
  });
}
