// Audits things that a narrative gives to the player's character or takes away, though nothing in the turn did.

import type { NarrativeFlag } from './audit-flag.ts';
import { listBases } from './base-form.ts';
import { findGained } from './find-thing.ts';
import { isHeld, isNamed, isSpokenOf, isStill } from './held-things.ts';
import { type Clause, findPhrase, isDenied } from './read-clauses.ts';
import { buildFlag, isOfPlayer, type Told } from './told.ts';
import type { Word } from './word.ts';

const vanishing = listBases('go miss snap break shatter steal');
const vanishingForms = new Set(
  'gone missing snap snaps snapped breaks broke broken shatters shattered stolen'.split(' '),
);
/** Verbs by which the player's character parts with something. */
const parting = listBases('give hand lose surrender discard abandon forfeit leave');

/** The noun that "your own" refers to may be this many clauses back. */
const clausesBefore = 5;

export function auditItems(told: Told): readonly NarrativeFlag[] {
  return told.clauses.flatMap((clause, index) => {
    const before = told.clauses
      .slice(Math.max(0, index - clausesBefore), index)
      .flatMap(({ words }) => words);
    if (findPhrase(clause.words, ['no', 'longer']) >= 0) return checkLoss(told, clause, before);
    const isPlayer = isOfPlayer(told, index);
    return [...auditGain(told, index), ...auditLoss(told, clause, { isPlayer, before })].slice(0, 1);
  });
}

function auditGain(told: Told, index: number): readonly NarrativeFlag[] {
  const clause = told.clauses[index];
  const thing = findGained(told, index);
  if (clause === undefined || thing === undefined || isHeld(told.facts, thing)) return [];
  const refused = told.facts.refused.some(
    ({ tool, given }) => tool === 'item_add' && isNamed(given['name'], thing),
  );
  const says = refused
    ? `What would have given it (${thing}) was refused.`
    : `Nothing in this turn gave it (${thing}) to the character.`;
  return [buildFlag(told, clause, { says, kind: refused ? 'refused' : 'item' })];
}

interface Losing {
  readonly isPlayer: boolean;
  /** The words of the clauses before, to find what "your own" refers to. */
  readonly before: readonly Word[];
}

function auditLoss(told: Told, clause: Clause, { isPlayer, before }: Losing): readonly NarrativeFlag[] {
  const { words } = clause;
  const gone = words.findIndex(
    ({ text, base }, index) => vanishingForms.has(text) && vanishing.has(base) && !isDenied(clause, index),
  );
  if (gone >= 0) {
    const near = words.slice(Math.max(0, gone - farthestSubject), gone);
    const cut = near.findLastIndex(({ text }) => /^(?:and|its|his|her|their|or)$/.test(text));
    const flags = checkLoss(told, { ...clause, words: near.slice(cut + 1) }, before);
    if (flags.length > 0) return flags;
  }
  const parted = isPlayer ? words.findIndex((_, index) => isParting(clause, index)) : -1;
  if (parted < 0) return [];
  const end = words.findIndex(({ text }, index) => index > parted && text === 'and');
  return checkLoss(told, { ...clause, words: words.slice(parted, end < 0 ? words.length : end) }, []);
}

const farthestSubject = 9;

/**
 * "hand" and "hands" mostly mean the part of the body; they count as verbs only after words such as "you" or "slowly".
 */
const isHand = /^hands?$/;
const isDoing = /^(?:you|he|she|they|i|and|then|who|will|would|can|could|must|do|does|did|\p{L}+ly)$/u;

function isParting(clause: Clause, index: number): boolean {
  const { words } = clause;
  const word = words[index];
  if (word === undefined || !parting.has(word.base) || isDenied(clause, index)) return false;
  if (/^(?:the|an?|your|his|her|its|their|to)$/.test(words[index - 1]?.text ?? '')) return false;
  if (isHand.test(word.text) && !isDoing.test(words[index - 1]?.text ?? '')) return false;
  const isLeaving = word.base === 'leav';
  return !isLeaving || words.slice(index).some(({ text }) => text === 'behind');
}

function checkLoss(told: Told, clause: Clause, before: readonly Word[]): readonly NarrativeFlag[] {
  const { facts } = told;
  const isOwn = clause.words.some(({ text }) => text === 'own');
  const words = isOwn ? [...before, ...clause.words] : clause.words;
  const stays = facts.kept.find((name) => isSpokenOf(name, words) && isStill(facts, name));
  const refused = facts.refused.some(
    ({ tool, given }) => tool === 'item_remove' && isSpokenOf(String(given['item'] ?? ''), clause.words),
  );
  if (refused) {
    const says = 'What would have taken it away was refused.';
    return [buildFlag(told, clause, { says, kind: 'refused' })];
  }
  if (stays === undefined) return [];
  return [
    buildFlag(told, clause, { says: `Nothing in this turn took ${stays} from the character.`, kind: 'item' }),
  ];
}
