// Reads fields of JSON that another program wrote, without trusting its shape.

import { UsageError } from '@terrarium/kernel/errors';
import { stripEscapes } from '@terrarium/kernel/foreign-text';
import { exchangeLimits, refuseDamaged, refuseSize } from './exchange-limits.ts';

export type Foreign = Readonly<Record<string, unknown>>;

/** Throws `UsageError` if the bytes are too many, not UTF-8 or not JSON. */
export function parseForeign(bytes: Uint8Array): unknown {
  if (bytes.length > exchangeLimits.jsonBytes) throw refuseSize('The text of the file', '16 MB');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw refuseDamaged('its text is not UTF-8', error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    if (/^\s*\{/u.test(text)) throw refuseDamaged('its JSON is cut off or has a mistake', error);
    throw new UsageError({
      code: 'card.unknown-format',
      happened: 'The file is neither a PNG nor JSON.',
      todo: 'Give a card as PNG or JSON, or a lorebook as JSON. Unzip a .charx and use its card.json.',
      cause: error,
    });
  }
}

export function isForeign(value: unknown): value is Foreign {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of the first of these fields that holds a text or a number, as a text; empty if none does. */
export function readText(from: Foreign, ...names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(from, name) ? from[name] : undefined;
    if (typeof value === 'string') return checkLength(value, name);
    if (typeof value === 'number') return String(value);
  }
  return '';
}

function checkLength(text: string, name: string): string {
  if (text.length <= exchangeLimits.textCharacters) return text;
  throw refuseSize(`“${name}”`, `${exchangeLimits.textCharacters} characters`);
}

/** The texts of a list, or the comma-separated parts of one text; whatever is not a text is left out. */
export function readTexts(from: Foreign, ...names: readonly string[]): readonly string[] {
  return readWholeTexts(from, ...names)
    .map((each) => each.slice(0, exchangeLimits.keyCharacters))
    .slice(0, exchangeLimits.keys);
}

/** Does the same as `readTexts`, but cuts nothing. */
export function readWholeTexts(from: Foreign, ...names: readonly string[]): readonly string[] {
  for (const name of names) {
    const value = Object.hasOwn(from, name) ? from[name] : undefined;
    const found = typeof value === 'string' ? value.split(',') : value;
    if (!Array.isArray(found)) continue;
    return found
      .filter((each) => typeof each === 'string')
      .map((each) => each.trim())
      .filter((each) => each !== '');
  }
  return [];
}

export function readNumber(from: Foreign, ...names: readonly string[]): number | undefined {
  return names.map((name) => from[name]).find((value): value is number => Number.isFinite(value));
}

export function readObject(from: Foreign, name: string): Foreign {
  const value = Object.hasOwn(from, name) ? from[name] : undefined;
  return isForeign(value) ? value : {};
}

/** A text cut to the length of a name, on one line. */
export function readName(from: Foreign, ...names: readonly string[]): string {
  return stripEscapes(readText(from, ...names))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, exchangeLimits.nameCharacters)
    .toWellFormed();
}
