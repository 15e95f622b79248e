// Audits a narrative in which things of the player's character are broken, burnt or kept by somebody, though still held.

import type { NarrativeFlag } from './audit-flag.ts';
import { listBases } from './base-form.ts';
import { isPastForm } from './find-thing.ts';
import { isSpokenOf, isStill } from './held-things.ts';
import { type Clause, isDenied } from './read-clauses.ts';
import { buildFlag, isOfPlayer, type Told } from './told.ts';
import type { Word } from './word.ts';

const destroying = listBases('break smash shatter crush burn tear rip');
const taking = listBases('take snatch pluck seize grab pull wrench lift prise wrest');
const keeping = listBases('pocket keep swallow');
/** Verbs of going: whoever takes a thing and goes off with it has it. */
const going = listBases(
  'walk go run make flee dash dart hurry march stride limp slink slip sprint scurry scuttle vanish disappear ride swim crawl climb',
);
const stowing = listBases('put tuck slip drop throw toss slide fling hurl stow');
const ridding = new Set([...destroying, ...keeping, ...stowing]);
/** Words at which the object of a verb ends. */
const ending =
  /^(?:in|into|on|onto|at|by|with|across|over|under|from|for|and|against|to|of|out|off|until|as|while)$/;

/** Words with which a verb destroys nothing: a letter that is torn open, a key that is broken free. */
const parting = /^(?:open|free|loose)$/;

/** A thing may be destroyed or kept up to this many clauses after the one in which it is taken. */
const clausesBehind = 12;

export function auditTaken(told: Told): readonly NarrativeFlag[] {
  return told.clauses.flatMap((clause, index) => {
    const stays = findDestroyed(told, clause);
    if (stays !== undefined) return [buildLoss(told, clause, stays)];
    const taken = findTakenOff(told, index);
    const kept = taken === undefined ? undefined : findKept(told, index, taken);
    return taken === undefined || kept === undefined ? [] : [buildLoss(told, kept, taken.thing)];
  });
}

function buildLoss(told: Told, clause: Clause, thing: string): NarrativeFlag {
  return buildFlag(told, clause, {
    says: `Nothing in this turn took ${thing} from the character.`,
    kind: 'item',
  });
}

/** A thing of the character that the clause destroys: "you break your staff across your knee". */
function findDestroyed(told: Told, clause: Clause): string | undefined {
  const at = findDeed(told, clause, destroying);
  const object = at < 0 ? [] : listObject(clause.words, at);
  return object.some(({ text }) => parting.test(text)) ? undefined : findHeld(told, object);
}

interface Taken {
  readonly thing: string;
  /** The position, in the clause, of the words that say from where it was taken. */
  readonly from: number;
}

/** A thing that somebody takes from the character: "he takes the cylinder out of your hand". */
function findTakenOff(told: Told, index: number): Taken | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || told.isThird || isOfPlayer(told, index)) return undefined;
  const at = findDeed(told, clause, taking);
  const from = clause.words.findIndex(
    ({ text }, position) =>
      position > at &&
      /^(?:from|of|off)$/.test(text) &&
      /^your?$/.test(clause.words[position + 1]?.text ?? ''),
  );
  const thing = at < 0 || from < 0 ? undefined : findHeld(told, clause.words.slice(at, from));
  return thing === undefined ? undefined : { thing, from };
}

/**
 * The clause in which somebody destroys, keeps or goes off with what was taken; undefined if there is none, or if the
 * thing may have been given back.
 */
function findKept(told: Told, index: number, { thing, from }: Taken): Clause | undefined {
  const all = told.clauses.slice(index, index + 1 + clausesBehind);
  const isBack = ({ words }: Clause) => words.some(({ text, base }) => text === 'back' || base === 'return');
  if (all.some(isBack)) return undefined;
  return all.find((clause, behind) => {
    if (isGoneWith(told, clause, thing)) return true;
    const at = findDeed(told, clause, ridding, behind === 0 ? from : 0);
    const object = listObject(clause.words, at);
    if (at < 0 || !(object[0]?.text === 'it' || isSpokenOf(thing, object))) return false;
    return !stowing.has(clause.words[at]?.base ?? '') || clause.words.slice(at).some(isAway);
  });
}

/** Whether somebody else goes away with the thing: "and walks off with it". */
function isGoneWith(told: Told, clause: Clause, thing: string): boolean {
  const { words } = clause;
  const isYours = words.some(({ text }) => /^(?:you|we|together)$/.test(text));
  const at = findDeed(told, clause, going);
  const withAt = words.findIndex(({ text }, position) => position > at && text === 'with');
  if (isYours || at < 0 || withAt < 0) return false;
  const isOff = /^(?:vanish|disappear|flee|fled)/.test(words[at]?.text ?? '');
  const isAwayFrom = words.slice(at, withAt).some(({ text }) => /^(?:off|away|out|down)$/.test(text));
  const object = words.slice(withAt + 1);
  return (isOff || isAwayFrom) && (object[0]?.text === 'it' || isSpokenOf(thing, object));
}

/** Whether the word sends something out of reach: "into his coat", "in the stove", "away". */
function isAway({ text }: Word, at: number, words: readonly Word[]): boolean {
  const next = words[at + 1]?.text ?? '';
  const isInto = /^(?:in|into|inside|over)$/.test(text) && /^(?:his|her|their|its|the|an?)$/.test(next);
  return text === 'away' || isInto;
}

/** The position, from `from` on, of one of these verbs that tells what happens in this turn; -1 if there is none. */
function findDeed({ isPresent }: Told, clause: Clause, verbs: ReadonlySet<string>, from = 0): number {
  return clause.words.findIndex(
    (word, at) =>
      at >= from &&
      verbs.has(word.base) &&
      !isDenied(clause, at) &&
      !word.text.endsWith('ing') &&
      !described.test(clause.words[at - 1]?.text ?? '') &&
      !(isPresent && isPastForm(word)),
  );
}

/** Words before which a verb form is a noun or a participle: "the break", "is torn". */
const described = /^(?:the|an?|your|his|her|its|their|to|have|has|had|is|was|are|were)$/;

/** The words right after a verb, if they name its object. */
function listObject(words: readonly Word[], at: number): readonly Word[] {
  const behind = words.slice(at + 1);
  if (!/^(?:the|your|it|his|her)$/.test(behind[0]?.text ?? '')) return [];
  const end = behind.findIndex(({ text }) => ending.test(text));
  return end < 0 ? behind : behind.slice(0, end);
}

function findHeld({ facts }: Told, words: readonly Word[]): string | undefined {
  return facts.kept.find((name) => isSpokenOf(name, words) && isStill(facts, name));
}
