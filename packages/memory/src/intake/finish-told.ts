// Ends plans when a person says in plain words that they have done what was planned.
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import { computeDayStart } from '../events/local-time.ts';
import words from '../facts/deed-words.json' with { type: 'json' };
import people from '../facts/people.json' with { type: 'json' };
import { type ReadDeed, readDeeds } from '../facts/read-deeds.ts';
import { toWordSet } from '../facts/to-word-set.ts';
import type { Applied } from '../working-memory/applied.ts';
import { finishChosen, isMadeBy, refuseTied, type Telling } from '../working-memory/apply-span.ts';
import { settle } from '../working-memory/choose-item.ts';
import { cutDueWords } from '../working-memory/cut-date.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { hasAll } from '../working-memory/normal-form.ts';
import { findNextDue, withCurrentDue } from '../working-memory/recurring-plans.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';

const kin = new Set(
  Object.values({ ...people.one, ...people.several, ...people.named })
    .flatMap((names) => names.split(','))
    .flatMap((name) => [name, `${name}s`]),
);
const bases = new Map(words.bases.split(',').map((pair) => pair.split(' ') as [string, string]));
const [giving, speaking] = [toWordSet(words.giving), toWordSet(words.speaking)];
/** Words with which a thing begins when its receiver comes before it: "the" in "send Jonas the guest list". */
const things = toWordSet('the,a,an,my,our,his,her,their,some,this,that');
const [openings, tails, light, definite, attending] = [
  toWordSet(words.openings),
  toWordSet(words.tails),
  toWordSet(words.light),
  toWordSet(words.definite),
  toWordSet(words.attending),
];
/** Words that only say when something was done. */
const timeWords = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${words.times.replaceAll(',', '|')})(?![\\p{L}\\p{N}])`,
  'giu',
);
const owning = /(?:['’]s|s['’])$/u;
/** Somebody who tells of something done hardly means a plan that is due later than this. */
const aheadMs = 7 * 86_400_000;

/**
 * Must be called within the message's transaction. What was done need not have been planned, so nothing is reported if
 * no plan fits. A recurring plan is settled once, on the day on which it is due or after it.
 */
export function finishTold(store: WorkingMemoryStore, said: string, telling: Telling): Applied {
  const applied = readDeeds(said).map((deed) => finishNamed(store, deed, telling));
  return {
    effects: applied.flatMap(({ effects }) => effects),
    reports: applied.flatMap(({ reports }) => reports),
  };
}

function finishNamed(store: WorkingMemoryStore, deed: ReadDeed, telling: Telling): Applied {
  const plans = store
    .readActiveOf('plan')
    .filter(isMadeBy(telling))
    .filter((plan) => plan.eventId !== telling.eventId && isMeant(plan, deed) && isDue(plan, deed, telling));
  const match = settle(plans);
  if (match === undefined || match.outcome === 'missed') return { effects: [], reports: [] };
  if (match.outcome === 'tied') return refuseTied(store, { tag: 'plan', items: match.items }, telling);
  return finishChosen(store, { item: match.item, deed: 'resolve' }, telling);
}

/**
 * Whether plan and deed have the same verb and the same object, though one of them may say less: "I called the
 * vet" means "call the vet about Pepper". But "I asked Mira about her van" does not mean "ask Mira
 * about the keys". If no verb was said, the plan may name the thing itself, or going to it: "interview on
 * Monday", "go to the interview". But "the milk is finished" does not mean "buy milk".
 */
function isMeant(plan: WorkingItem, { verb, rest, isBare = false }: ReadDeed): boolean {
  const all =
    cutDueWords(plan)
      .toLowerCase()
      .match(/[\p{L}\p{N}’'-]+/gu) ?? [];
  const start = all.findIndex((word) => !openings.has(word));
  const words = all.slice(Math.max(start, 0));
  const [planned = '', ...others] = words;
  if (verb === undefined)
    return isSame(words, rest) || (attending.has(planned) && !isPerson(rest) && isSame(others, rest));
  if (findBase(planned) !== findBase(verb)) return false;
  // "Tom paid" does not say that Tom was paid, nor does "Mum paid".
  if (isBare && (/\s\p{Lu}/u.test(cutDueWords(plan)) || isKin(rest))) return false;
  if (/(?<!\p{L})back(?!\p{L})/iu.test(rest) && !words.includes('back') && !isSameBack(verb)) return false;
  return isSame(others, rest) || (giving.has(planned) && isSame(cutReceiver(others), rest));
}

/**
 * Whether "back" leaves the deed the same: somebody who got the parcel back has got it, and somebody who called the vet
 * back has called. But somebody who sent the parcel back has not sent it.
 */
function isSameBack(verb: string): boolean {
  return verb === 'got' || speaking.has(verb);
}

const mostReceiver = 3;

/**
 * Returns "the guest list" for "send Jonas the guest list", because people who say that they sent something
 * often leave out to whom.
 */
function cutReceiver(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word, index) => index > 0 && things.has(word));
  return at < 0 || at > mostReceiver ? [] : words.slice(at);
}

/** Whether the words are a name alone, or end in a word for a relative: a person who "is over" is only visiting. */
function isPerson(rest: string): boolean {
  return isKin(rest) || /^\p{Lu}[\p{L}’'-]*(?:\s(?:and\s)?\p{Lu}[\p{L}’'-]*)*$/u.test(rest);
}

function isKin(words: string): boolean {
  return kin.has(words.toLowerCase().split(' ').at(-1) ?? '');
}

function isSame(planned: readonly string[], rest: string): boolean {
  const tail = planned.findIndex((word) => tails.has(word));
  const head = tail < 1 ? planned : planned.slice(0, tail);
  const own = collectDistinctTerms(planned.join(' '));
  const told = collectDistinctTerms(rest.replace(timeWords, ' '));
  const isThing = (words: readonly string[]) => {
    const terms = collectDistinctTerms(words.join(' '));
    return terms.size > 0 && hasAll(told, terms);
  };
  const isNamed =
    isThing(head) || isThing(head.filter((word) => !light.has(word))) || isThing(cutOwner(head, rest));
  return isNamed && (hasAll(own, told) || hasAll(told, own));
}

/** Lets "the canary", but not "my canary", mean "Mrs Albright's canary". */
function cutOwner(head: readonly string[], rest: string): readonly string[] {
  const owner = head.findLastIndex((word) => owning.test(word));
  const [first = ''] = rest.toLowerCase().split(' ', 1);
  return owner < 0 || !definite.has(first) ? [] : head.slice(owner + 1);
}

/** The stem of the verb, in the present tense. */
function findBase(verb: string): string {
  const base = bases.get(verb) ?? verb;
  const [stem = base] = collectDistinctTerms(base);
  return stem;
}

function isDue(plan: WorkingItem, { isEarlier }: ReadDeed, { writing }: Telling): boolean {
  const { atMs: nowMs, timeZone } = writing;
  const today = computeDayStart(nowMs, timeZone);
  // What was done before today was not planned today.
  if (isEarlier && plan.createdAtMs >= today) return false;
  const { dueAtMs } = withCurrentDue(plan, { nowMs, timeZone });
  if (dueAtMs === undefined) return true;
  const isRecurring = findNextDue(plan, { nowMs, timeZone }) !== undefined;
  return isRecurring ? computeDayStart(dueAtMs, timeZone) <= today : dueAtMs <= nowMs + aheadMs;
}
