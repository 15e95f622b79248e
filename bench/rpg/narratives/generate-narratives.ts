// Generates narratives of a game together with what truly happened; in some, a false number, choice or repetition is planted.

import type { FaceSource } from '@terrarium/rpg/dice';
import { renderNumberWord } from './number-words.ts';

export interface Grammar {
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly claims: Readonly<Record<string, readonly string[]>>;
  readonly prose: readonly string[];
  readonly filler: readonly string[];
  readonly voice: readonly string[];
  readonly wishes: readonly string[];
}

/** Something planted that the audit must find, and where it is. */
export interface Planted {
  readonly kind: 'number' | 'voice' | 'repeat';
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface GeneratedNarrative {
  readonly narrative: string;
  readonly planted: readonly Planted[];
  readonly words: string;
  readonly earlier: readonly string[];
  readonly facts: Facts;
}

/** What happened, as numbers, each under the name by which the pieces of a narrative refer to it. */
export type Facts = Readonly<Record<string, number>>;

interface Piece {
  readonly text: string;
  readonly planted?: Planted['kind'];
}

const hours = ['four', 'five', 'six', 'seven', 'nine', 'ten', 'eleven'];
const ordinals = ['third', 'fourth', 'seventh', 'ninth', 'twelfth', 'twentieth'];

/** Generates one narrative; the same faces of the dice give the same narrative. */
export function generateNarrative(grammar: Grammar, source: FaceSource): GeneratedNarrative {
  const facts = drawFacts(source);
  const prose = shuffle([...grammar.prose, ...grammar.filler], source);
  const half = Math.floor(prose.length / 2);
  const earlier = Array.from({ length: 3 }, (_, index) =>
    prose
      .slice(index * 5, index * 5 + 5)
      .map((template) => fill(template, grammar, source))
      .join(' '),
  );
  const words = pick(grammar.wishes, source);
  const filled = [fill(words, grammar, source)];
  const pieces: Piece[] = prose
    .slice(half, half + 2 + source.draw(3))
    .map((template) => ({ text: fill(template, grammar, source) }));
  addClaims(pieces, { grammar, facts, source });
  if (source.draw(10) <= 3)
    pieces.push({ text: fill(pick(grammar.voice, source), grammar, source), planted: 'voice' });
  else if (source.draw(10) <= 2) {
    const said = fill(pick(grammar.voice, source), grammar, source);
    filled.push(turnToFirstPerson(said));
    pieces.push({ text: said });
  }
  if (source.draw(10) <= 2) pieces.push({ text: findRepeatable(earlier, source), planted: 'repeat' });
  return { ...join(shuffle(pieces, source)), words: filled.join('. '), earlier, facts };
}

function addClaims(
  pieces: Piece[],
  { grammar, facts, source }: { grammar: Grammar; facts: Facts; source: FaceSource },
): void {
  const kinds = shuffle(Object.keys(grammar.claims), source);
  const wrong = source.draw(3) - 1;
  for (const [index, kind] of kinds.slice(0, 1 + source.draw(3)).entries()) {
    const template = fill(pick(grammar.claims[kind] ?? [], source), grammar, source);
    const isWrong = index < wrong;
    const number = isWrong ? drawWrong(facts, source) : (facts[kind] ?? 0);
    const written = source.draw(3) === 1 ? renderNumberWord(number) : String(number);
    const text = capitalise(template.replace('{n}', written));
    pieces.push(isWrong ? { text, planted: 'number' } : { text });
  }
}

/** A turn with an attack, its damage, and something bought. */
function drawFacts(source: FaceSource): Facts {
  const natural = 1 + source.draw(18);
  const bonus = source.draw(7);
  const damage = 2 + source.draw(12);
  const maxhp = 20 + source.draw(40);
  const gold = 30 + source.draw(200);
  return {
    natural,
    bonus,
    total: natural + bonus,
    dc: 8 + source.draw(12),
    damage,
    maxhp,
    hp: maxhp - source.draw(15),
    gold,
    cost: source.draw(25),
    ac: 11 + source.draw(8),
    level: source.draw(9),
    ammo: 5 + source.draw(15),
  };
}

/**
 * Draws a number that occurs nowhere in the turn: not among its facts, not as the difference of roll and difficulty,
 * not as a value before the turn.
 */
function drawWrong(facts: Facts, source: FaceSource): number {
  const { total = 0, dc = 0, gold = 0, cost = 0, ammo = 0, hp = 0, damage = 0 } = facts;
  const known = new Set([
    ...Object.values(facts),
    Math.abs(total - dc),
    gold + cost,
    ammo + 1,
    hp + damage,
    1,
    4,
    6,
    8,
    20,
  ]);
  for (;;) {
    const number = 2 + source.draw(source.draw(4) === 1 ? 250 : 45);
    if (!known.has(number)) return number;
  }
}

function join(pieces: readonly Piece[]): { narrative: string; planted: readonly Planted[] } {
  let narrative = '';
  const planted: Planted[] = [];
  for (const { text, planted: kind } of pieces) {
    const start = narrative.length;
    narrative += `${text} `;
    if (kind !== undefined) planted.push({ kind, start, end: start + text.length, text });
  }
  return { narrative: narrative.trimEnd(), planted };
}

function findRepeatable(earlier: readonly string[], source: FaceSource): string {
  const sentences = earlier
    .flatMap((text) => text.split(/(?<=\.)\s+/))
    .filter((sentence) => sentence.split(' ').length >= 7 && !sentence.includes('"'));
  return pick(sentences, source);
}

function fill(template: string, grammar: Grammar, source: FaceSource): string {
  const filled = template.replace(/\{(\w+)\}/g, (slot, name: string) => {
    const names = grammar.names[name];
    if (names !== undefined) return pick(names, source);
    if (name === 'few') return renderSome(2 + source.draw(7), source);
    if (name === 'many') return renderSome(20 + source.draw(70), source);
    if (name === 'big') return renderSome(100 + source.draw(800), source);
    if (name === 'hour') return pick(hours, source);
    return name === 'ordinal' ? pick(ordinals, source) : slot;
  });
  return capitalise(filled);
}

function renderSome(value: number, source: FaceSource): string {
  return source.draw(3) === 1 ? String(value) : renderNumberWord(value);
}

function capitalise(text: string): string {
  return text.replace(
    /^("?)(\p{Ll})/u,
    (_, quote: string, letter: string) => `${quote}${letter.toUpperCase()}`,
  );
}

function turnToFirstPerson(text: string): string {
  const persons: Readonly<Record<string, string>> = { you: 'I', your: 'my', You: 'I', Your: 'My' };
  return text.replace(/\b(?:you|your)\b/gi, (word) => persons[word] ?? word);
}

function pick<Item>(items: readonly Item[], source: FaceSource): Item {
  const item = items[source.draw(items.length) - 1];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

function shuffle<Item>(items: readonly Item[], source: FaceSource): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(source.draw(left.length) - 1, 1));
}
