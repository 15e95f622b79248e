// Clauses: plays what the player wants, deed by deed and question by question, and says what is left of it.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { toSecondPerson } from './echo.ts';
import { isPlayerDown } from './fight.ts';
import { findNamedPerson } from './find-referent.ts';
import { listOwnVerbs } from './own-verbs.ts';
import { playIntent } from './play-intent.ts';
import { readIntent } from './read-intent.ts';
import type { Script } from './script.ts';
import { isTalk } from './split-clauses.ts';
import { findFarPlace } from './travel.ts';
import { nameOf } from './world.ts';

/** Plays what the player wants, deed by deed: a deed that came to nothing or to blows is the last. */
export function* playClauses(c: Chronicle): Script<void> {
  yield* playIntent(c);
  const own = listOwnVerbs(c.system.manifest.narrator);
  for (const [index, clause] of c.further.entries()) {
    const before = c.intent;
    const isAfterDeed = !isTalk(before.kind);
    const next = readIntent(isAfterDeed ? fillPronouns(c, clause, before.rest) : clause, own);
    if (!isGoingOn(c, next.kind)) return narrateLeft(c, c.further.slice(index));
    c.startParagraph();
    c.happened.isIdle = false;
    // "Leave and go back to the Rows": the first deed led there already.
    const isThere = next.kind === 'go' && findFarPlace(c, next.heard) === c.world.here?.id;
    // What was set before them is eaten and drunk as it comes.
    const isServed = next.kind === 'ease' && c.happened.isServed;
    if ((isThere && c.happened.hasTravelled) || isServed) continue;
    c.intent = next;
    yield* playIntent(c);
  }
}

/** After a deed that came to nothing no other is done; what is asked or said is heard all the same. */
function isGoingOn(c: Chronicle, next: string): boolean {
  if (c.world.mode === 'combat' || isPlayerDown(c)) return false;
  if (c.happened.isIdle && !isTalk(next) && !isTalk(c.intent.kind)) return false;
  const goal = c.intent.kind === 'go' ? findFarPlace(c, c.intent.heard) : undefined;
  return goal === undefined || goal === c.world.here?.id;
}

/** Says what is not done of what was wanted, rather than let it fall. */
function narrateLeft(c: Chronicle, clauses: readonly string[]): void {
  const [text = '', ...more] = clauses.flatMap((clause) => toSecondPerson(clause) ?? []);
  if (text === '') return;
  c.startParagraph();
  c.narrate('left-undone', { text: [text, ...more].join('; then ') });
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
