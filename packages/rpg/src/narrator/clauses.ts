// Plays the deeds and questions in the player's words one after another, and tells which of them were left undone.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { toSecondPerson } from './echo.ts';
import { isPlayerDown } from './fight.ts';
import { findNamedPerson, findThing } from './find-referent.ts';
import type { Intent } from './intent.ts';
import type { IntentKind } from './intents.ts';
import { normaliseSpeech } from './normalise-speech.ts';
import { listOwnVerbs } from './own-verbs.ts';
import { playIntent } from './play-intent.ts';
import { readIntent } from './read-intent.ts';
import type { Script } from './script.ts';
import { type Alternative, isTalk, readAlternative } from './split-clauses.ts';
import { findFarPlace } from './travel.ts';
import { nameOf, type Thing } from './world.ts';

/**
 * Plays what the player wants, deed by deed. If a deed is not possible, for example because it depends on one that came
 * to nothing, the deeds from there to the next "otherwise" are left undone.
 */
export function* playClauses(c: Chronicle): Script<void> {
  yield* playIntent(c);
  // Whether the alternative that is being read is to be done; undefined outside an alternative.
  let isInstead: boolean | undefined;
  for (let index = 0; index < c.further.length; index += 1) {
    const given = c.further[index] ?? '';
    const alternative = readAlternative(given);
    isInstead = isDoneInstead(c, alternative, isInstead);
    if (isInstead === false) continue;
    const next = readNext(c, alternative?.text ?? given);
    if (isInstead === undefined && !isGoingOn(c, next, normaliseSpeech(given))) {
      index = narrateUntilInstead(c, index) - 1;
      continue;
    }
    c.startParagraph();
    c.happened.isIdle = false;
    c.happened.isRefused = false;
    if (isDone(c, next)) continue;
    c.intent = next;
    yield* playIntent(c);
  }
}

/**
 * Tells which deeds from `index` on are left undone: those before the next "otherwise", if what follows it can be done,
 * or else all. Returns the index at which to go on.
 */
function narrateUntilInstead(c: Chronicle, index: number): number {
  const canGoOn = c.world.mode !== 'combat' && !isPlayerDown(c);
  const at = c.further.findIndex(
    (one, other) => other > index && readAlternative(one)?.isContinued === false,
  );
  const end = canGoOn && at >= 0 ? at : c.further.length;
  narrateLeft(c, c.further.slice(index, end));
  if (end < c.further.length) Object.assign(c.happened, { isIdle: true, isHalted: false });
  return end;
}

/**
 * Whether a clause after "otherwise" is done: only if the deed before "otherwise" came to nothing. Undefined for any
 * other clause.
 */
function isDoneInstead(
  { happened }: Chronicle,
  alternative: Alternative | undefined,
  isBegun: boolean | undefined,
): boolean | undefined {
  if (alternative === undefined) return undefined;
  return alternative.isContinued ? (isBegun ?? happened.isIdle) : happened.isIdle;
}

function readNext(c: Chronicle, clause: string): Intent {
  const own = listOwnVerbs(c.system.manifest);
  return readIntent(isTalk(c.intent.kind) ? clause : fillPronouns(c, clause, c.intent), own);
}

function isDone(c: Chronicle, next: Intent): boolean {
  // "Leave and go back to the Rows": the first deed led there already.
  const isThere = next.kind === 'go' && findFarPlace(c, next.heard) === c.world.here?.id;
  // The player's character consumes food and drink as soon as it is served, so eating it is not another deed.
  const isServed = next.kind === 'ease' && c.happened.isServed;
  return (isThere && c.happened.hasTravelled) || isServed;
}

/** Kinds of deeds that do not depend on the deed before, unless a word such as "it" refers to it. */
const plainKinds: ReadonlySet<string> = new Set<IntentKind>([
  'act',
  'sit',
  'perform',
  'gesture',
  'look',
  'listen',
  'search',
  'wait',
  'rest',
  'ease',
]);
/** Kinds of deeds that may come to nothing without stopping the next deed, unless a word such as "it" links the two. */
const looking: ReadonlySet<string> = new Set<IntentKind>([
  'look',
  'search',
  'listen',
  'know',
  'wait',
  'act',
  'perform',
]);
const leaning = / (?:it|its|them|their|they|him|her|he|she|that|there|one|inside) /;

/**
 * Whether the next deed is played: not once a fight has begun or the character is down, and not if it depends on a deed
 * that came to nothing.
 */
function isGoingOn(c: Chronicle, next: Intent, heard: string): boolean {
  if (c.world.mode === 'combat' || isPlayerDown(c)) return false;
  if (c.happened.isIdle && !isFree(c, next, heard)) return false;
  // If the player's character did not reach the place, they cannot do the rest there.
  return !c.happened.isHalted && !(c.happened.isIdle && c.intent.kind === 'go');
}

/** Whether a clause does not depend on the one before it, which came to nothing. */
function isFree(c: Chronicle, { kind }: Intent, heard: string): boolean {
  const { kind: before } = c.intent;
  const isLeaning = leaning.test(heard);
  if (before === 'wait' && isLeaning) return false;
  if (isTalk(kind)) return true;
  if (/ (?:him|her|them) /.test(heard)) return false;
  if (isTalk(before)) return true;
  return !isLeaning && (looking.has(before) || plainKinds.has(kind));
}

/** Tells the player which of their deeds are left undone. */
function narrateLeft(c: Chronicle, clauses: readonly string[]): void {
  const [text = '', ...more] = clauses.flatMap((clause) => toSecondPerson(clause) ?? []);
  if (text === '') return;
  c.startParagraph();
  c.narrate('left-undone', { text: [text, ...more].join('; then ') });
}

/**
 * The pattern of the pronouns that may mean this person: "him" or "them" for a man, "her" or "them" for a woman, and
 * all three for anybody else.
 */
function buildPronoun(c: Chronicle, who: Entity): RegExp {
  const { gender } = c.nameNoun(who);
  if (gender === 'he') return /\b(?:him|them)\b/i;
  return gender === 'she' ? /\b(?:her|them)\b/i : /\b(?:him|her|them)\b/i;
}

/**
 * Replaces words by what the deed before named: "it" by its thing, "him", "her" or "them" by its person, and "half" by
 * "half of the bread".
 */
function fillPronouns(c: Chronicle, clause: string, { kind, rest: before }: Intent): string {
  const who = findNamedPerson(c, before, c.world.listPresent());
  const taken = findThing(before, listThings(c))?.name;
  const part = taken === undefined ? clause : clause.replace(share, `$1 of the ${taken}$2`);
  const object = before
    .replace(/^ (?:(?:up|down|over|on|off|at|to|for|one of|some of|the|an?|my|some|into|inside) )+/, ' ')
    .split(
      / (?:from|with|to|in|into|on|under|at|for|about|off|and|again|back|away|up|down|out|over|once) /,
    )[0]
    ?.trim();
  // After "go", the object is a place, and "it" does not mean a place.
  const thing = taken ?? (kind === 'go' ? undefined : object);
  const named = who === undefined ? part : part.replace(buildPronoun(c, who), nameOf(who));
  return thing === undefined || thing === '' ? named : named.replace(/\bit\b/i, `the ${thing}`);
}

/** Words for a share of the thing that was just named, as in "give half to Hob". */
const share = /\b(half|some|a (?:bit|piece|bite|share|slice))( to | with |$)/i;

function listThings({ world }: Chronicle): readonly Thing[] {
  return [...world.listHeldBy(world.player), ...world.listLying()];
}
