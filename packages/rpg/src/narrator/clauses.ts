// Clauses: splits what the player wants done into deeds, and plays those behind the first while nothing has come between.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { isPlayerDown } from './fight.ts';
import { findNamedPerson } from './find-referent.ts';
import type { IntentKind } from './intents.ts';
import { listOwnVerbs } from './own-verbs.ts';
import { playIntent } from './play-intent.ts';
import { findLeadingKind, readIntent, type Verb } from './read-intent.ts';
import type { Script } from './script.ts';
import { findFarPlace } from './travel.ts';
import { nameOf } from './world.ts';

const mostClauses = 3;
const joint = /[.;!,] (?:(?:and then|after that|then|and) )?| (?:and then|after that|then|and) /i;
/** Deeds that need no more than their verb. */
const bareKinds: ReadonlySet<string> = new Set<IntentKind>([
  'rest',
  'wait',
  'listen',
  'look',
  'search',
  'flee',
  'sneak',
]);
/** Words that are no deeds that another could follow. */
const undone: ReadonlySet<string> = new Set<IntentKind>([
  'ask',
  'oracle',
  'self',
  'nonsense',
  'empty',
  'claim',
  'hour',
  'where',
  'whois',
  'price',
]);
/** What somebody else is to do is no deed of the player's character. */
const bidden = /\b(?:tell|ask|order|beg|convince|persuade|command|want) (?:\S+ ){1,4}to \S/i;
const direction = /^(?:up|down|in|out|back|north|south|east|west|on|onward)\b/i;

/** The deeds in order; one alone where the words cannot be parted, are a question or are said aloud. */
export function splitClauses(raw: string, own: readonly Verb[] = []): readonly string[] {
  if (/["“?]/.test(raw) || raw.trimStart().startsWith('/') || bidden.test(raw)) return [raw];
  if (undone.has(readIntent(raw, own).kind)) return [raw];
  const clauses: string[] = [];
  for (const piece of raw.trim().replace(/\s+/g, ' ').split(joint)) {
    const last = clauses.length - 1;
    if (last < 0 || isDeedOfItsOwn(piece, own)) clauses.push(piece);
    else clauses[last] = `${clauses[last]} and ${piece}`;
  }
  // Where the first piece names no deed, it belongs to the one behind it.
  const [first = ''] = clauses;
  return findLeadingKind(first, own) === undefined ? [raw] : clauses.slice(0, mostClauses);
}

function isDeedOfItsOwn(piece: string, own: readonly Verb[]): boolean {
  const kind = findLeadingKind(piece, own);
  if (kind === undefined || direction.test(piece.trim())) return false;
  return bareKinds.has(kind) || piece.trim().split(/\s+/).length > 1;
}

/** Plays what the player wants, deed by deed: a deed that came to nothing or to blows is the last. */
export function* playClauses(c: Chronicle): Script<void> {
  yield* playIntent(c);
  const own = listOwnVerbs(c.system.manifest.narrator);
  for (const clause of c.further) {
    if (!isGoingOn(c)) return;
    const before = c.intent;
    c.startParagraph();
    const next = readIntent(fillPronouns(c, clause, before.rest), own);
    // "Leave and go back to the Rows": the first deed led there already.
    const isThere = next.kind === 'go' && findFarPlace(c, next.heard) === c.world.here?.id;
    // What was set before them is eaten and drunk as it comes.
    const isServed = next.kind === 'ease' && c.happened.isServed;
    if ((isThere && c.happened.hasTravelled) || isServed) continue;
    c.intent = next;
    yield* playIntent(c);
  }
}

function isGoingOn(c: Chronicle): boolean {
  if (c.happened.isIdle || c.world.mode === 'combat' || isPlayerDown(c)) return false;
  const goal = c.intent.kind === 'go' ? findFarPlace(c, c.intent.heard) : undefined;
  return goal === undefined || goal === c.world.here?.id;
}

/** Somebody is meant by their own pronoun alone; by any where it is not known. */
function buildPronoun(c: Chronicle, who: Entity): RegExp {
  const { gender } = c.nameNoun(who);
  if (gender === 'he') return /\b(?:him|them)\b/i;
  return gender === 'she' ? /\b(?:her|them)\b/i : /\b(?:him|her|them)\b/i;
}

/** "It" is what the deed before was about, "him" whom it named. */
function fillPronouns(c: Chronicle, clause: string, before: string): string {
  const who = findNamedPerson(c, before, c.world.listPresent());
  const thing = before
    .replace(/^ (?:(?:up|down|over|on|off|at|to|the|an?|my|some|into|inside) )+/, ' ')
    .split(/ (?:from|with|to|in|into|on|under|at|for|about|off|and) /)[0]
    ?.trim();
  const named = who === undefined ? clause : clause.replace(buildPronoun(c, who), nameOf(who));
  return thing === undefined || thing === '' ? named : named.replace(/\bit\b/i, `the ${thing}`);
}
