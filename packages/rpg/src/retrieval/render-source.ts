// Renders where something that is remembered came from, in words.

import { isObject, type Json } from '../values/json.ts';

const longestQuote = 120;
const longestWhere = 200;

/**
 * Names where a memory came from: an entry of a glossary, a place in a rulebook, a card or book of lore, with the quote
 * if there is one; otherwise the turn in which it was noted. `source` may be a text: JSON, or whatever somebody wrote
 * there.
 */
export function renderSource(source: unknown, turnNumber: number): string {
  const members = readMembers(source);
  const read = (name: string) => {
    const value = members[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const where = [read('glossary'), read('file'), read('text')].find((name) => name !== '');
  const words = cutAtWord(read('quote').replace(/\s+/gu, ' ').trim());
  if (where === undefined) return renderTurnSource(turnNumber);
  // The quote stands in curly marks, since a prompt would escape straight ones in an attribute; marks within the quote
  // become single ones.
  return words === '' ? where : `${where}: “${words.replaceAll(/["“”]/gu, "'")}”`;
}

function cutAtWord(text: string): string {
  if (text.length <= longestQuote) return text;
  const cut = text.slice(0, longestQuote);
  const blank = cut.lastIndexOf(' ');
  // In a script without blanks, a quote is cut within its words.
  return `${(2 * blank > longestQuote ? cut.slice(0, blank) : cut).toWellFormed().trimEnd()}…`;
}

export function renderTurnSource(number: number): string {
  return `turn ${number}`;
}

/** The number of the turn that a rendered source names; undefined if it names something else. */
export function parseTurnSource(from: string): number | undefined {
  const [, number] = /^turn (\d{1,9})$/u.exec(from) ?? [];
  return number === undefined ? undefined : Number(number);
}

function readMembers(source: unknown): Readonly<Record<string, unknown>> {
  const value = (typeof source === 'string' ? parse(source) : source) as Json | undefined;
  return isObject(value) ? value : {};
}

function parse(text: string): unknown {
  // Most notes have no source, and catching a parse error for each would take longer than everything else here.
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { text: text.slice(0, longestWhere) };
    throw error;
  }
}
