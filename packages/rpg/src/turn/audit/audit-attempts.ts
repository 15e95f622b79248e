// Audits how attempts end in a telling, by what is tried, what withstands it, and verbs of success and failure.

import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { NarrativeFlag } from './audit-flag.ts';
import { listBases, toBase } from './base-form.ts';
import { listNamed } from './find-person.ts';
import { type Clause, isDenied } from './read-clauses.ts';
import { readDegree } from './read-degree.ts';
import { isFormOf, isOfClass } from './structure/word-classes.ts';
import { buildFlag, type Told } from './told.ts';
import type { Word } from './word.ts';

const saysFailed = 'The dice gave failure; this tells of success.';
const saysDone = 'The dice gave success, at most with a price; this tells of failure.';
const near = 6;

export function auditAttempts(told: Told): readonly NarrativeFlag[] {
  const degree = readDegree(told.facts.rolls);
  if (degree === undefined) return [];
  return told.clauses.flatMap((clause, index) => {
    const says = findOpposite(told, index, degree) ?? findOtherLabel(told, clause);
    return says === undefined ? [] : [buildFlag(told, clause, { says, kind: 'outcome' })];
  });
}

function findOpposite(told: Told, index: number, degree: number): string | undefined {
  const clause = told.clauses[index];
  if (degree < 0) return isDone(told, index) ? saysFailed : undefined;
  if (isFailed(told, index)) return saysDone;
  const isMore = degree === 0 && clause !== undefined && isPerfect(clause);
  return isMore ? 'The dice gave success at a price; this tells of more.' : undefined;
}

/** The noun that does something: the attempt of the character, or what withstands it. */
function findHead(told: Told, index: number, name: 'attempts' | 'obstacles'): number {
  const clause = told.clauses[index];
  if (clause === undefined) return -1;
  const { words } = clause;
  const at = words.findIndex(
    ({ text }, position) =>
      isOfClass(name, text) &&
      words
        .slice(Math.max(0, position - 2), position)
        .some((word) => /^(?:the|your|her|his|their|this|that)$/.test(word.text)),
  );
  if (at < 0) return -1;
  const owner = words.slice(Math.max(0, at - 3), at).map(({ text }) => text);
  const others = listNamed(clause, told.facts).filter(
    ({ person, at: named }) => !person.isPlayer && named < at,
  );
  if (others.length > 0) return -1;
  if (owner.includes('your')) return at;
  const subject =
    told.subjects[index] ??
    told.subjects.slice(Math.max(0, index - 4), index).findLast((one) => one !== undefined);
  return subject === undefined || subject.isPlayer ? at : -1;
}

function isDone(told: Told, index: number): boolean {
  const clause = told.clauses[index];
  if (clause === undefined) return false;
  const obstacle = findHead(told, index, 'obstacles');
  if (
    obstacle >= 0 &&
    isSettled(
      clause,
      obstacle,
      ({ base }, at) => isFormOf('opening', base) && isVerb(clause.words, at, obstacle),
    )
  )
    return true;
  const attempt = findHead(told, index, 'attempts');
  return (
    attempt >= 0 &&
    isSettled(clause, attempt, ({ text, base }, at) => {
      const next = clause.words[at + 1]?.text ?? '';
      const isHome =
        /^(?:home|true|its|their)$/.test(next) &&
        /^(?:go|goes|went|strikes?|struck|finds?|found|drives?|drove)$/.test(text);
      return (
        isFormOf('landing', base) ||
        text === 'succeeds' ||
        text === 'succeeded' ||
        text === 'works' ||
        text === 'worked' ||
        isHome ||
        (/^(?:comes?|came|pays?|paid)$/.test(text) && /^(?:through|off)$/.test(next))
      );
    })
  );
}

function isFailed(told: Told, index: number): boolean {
  const clause = told.clauses[index];
  if (clause === undefined) return false;
  if (isOutOfReach(clause) || isUnmoved(clause) || isTooSlow(told, index)) return true;
  const obstacle = findHead(told, index, 'obstacles');
  if (
    obstacle >= 0 &&
    isSettled(
      clause,
      obstacle,
      ({ text }, at) =>
        /^(?:holds?|held|stays?|stayed|remains?|remained)$/.test(text) &&
        /^(?:fast|firm|shut|closed|locked|barred)$/.test(clause.words[at + 1]?.text ?? ''),
    )
  )
    return true;
  const attempt = findHead(told, index, 'attempts');
  return (
    attempt >= 0 &&
    isSettled(clause, attempt, ({ text, base }, at) => isMissing(clause.words, at, { text, base }))
  );
}

/** Verbs that tell of a miss by what stands behind them. */
const missing: readonly {
  readonly verbs: ReadonlySet<string>;
  readonly isSo: (next: string, after: string) => boolean;
}[] = [
  {
    verbs: listBases('go fly pass swing carry land'),
    isSo: (next, after) => isOfClass('astray', next) || isOfClass('astray', after),
  },
  {
    verbs: listBases('fall come stop drop'),
    isSo: (next, after) => next === 'short' || (next === 'to' && /^(?:nothing|naught|grief)$/.test(after)),
  },
  {
    verbs: listBases('find meet hit cut strike'),
    isSo: (next, after) => [next, after].some((word) => /^(?:air|nothing|wood|stone|only)$/.test(word)),
  },
];

/** "Fails", "goes wide", "glances off", "is turned aside", "falls short", "finds only air", "comes to nothing". */
function isMissing(words: readonly Word[], at: number, { text, base }: Pick<Word, 'text' | 'base'>): boolean {
  const [next, after] = [words[at + 1]?.text ?? '', words[at + 2]?.text ?? ''];
  if (isFormOf('failing', base)) return true;
  if (isFormOf('deflecting', base) && /^(?:off|past|aside|away|wide|over|by)$/.test(next)) return true;
  if (missing.some(({ verbs, isSo }) => verbs.has(base) && isSo(next, after))) return true;
  if (!/^(?:is|was|are|were)$/.test(text)) return false;
  if (next === 'too') return /^(?:far|late|slow|short|weak|wide|high|low|clumsy)$/.test(after);
  return isFormOf('parting', words[at + 1]?.base ?? '') && /(?:ed|ght|en)$|^(?:beat|caught)$/.test(next);
}

/** "The hasp will not shift": what withstands the character is told to do so. */
function isUnmoved({ words, negators, doubtAt }: Clause): boolean {
  const at = words.findIndex(({ text }) => isOfClass('obstacles', text));
  const verb = words.findIndex(
    ({ base }, position) => position > at && position <= at + 4 && unmoving.has(base),
  );
  const isNot =
    negators.some((position) => position > at && position < verb) ||
    words.slice(at + 1, verb).some(({ base }) => base === refusing);
  // “Will not” is no doubt here.
  return at >= 0 && at <= 3 && verb > 0 && isNot && doubtAt > at;
}

const unmoving = listBases('shift budge move open give turn yield lift stir part');
const refusing = toBase('refuse');

/** "Your fingers are a hair too slow". */
function isTooSlow(told: Told, index: number): boolean {
  const clause = told.clauses[index];
  if (clause === undefined || clause.doubtAt < clause.words.length) return false;
  const texts = clause.words.map(({ text }) => text).join(' ');
  const isSlow = /\b(?:are|is|were|was) (?:\w+ ){0,3}too (?:slow|late|short|clumsy|weak)\b/.test(texts);
  const isOwn = clause.words
    .slice(0, 3)
    .some(
      ({ text }) =>
        text === 'your' || text === 'you' || (told.isThird && /^(?:his|her|their|he|she|they)$/.test(text)),
    );
  return isSlow && isOwn && clause.negators.length === 0;
}

/** "It was too far", "not far enough": a reach that fell short. */
function isOutOfReach({ words, doubtAt }: Clause): boolean {
  const texts = words.map(({ text }) => text).join(' ');
  const found =
    /^(?:(?:but|and) )?(?:it|that|the (?:gap|jump|leap|distance|roof|ledge|fall))(?: (?:is|was|proves|proved))? too (?:far|wide|high|late|heavy|strong|slow|much)\b/.exec(
      texts,
    );
  return found !== null && doubtAt >= words.length;
}

function isSettled(clause: Clause, head: number, isMeant: (word: Word, at: number) => boolean): boolean {
  const at = clause.words.findIndex(
    (word, position) => position > head && position <= head + near && isMeant(word, position),
  );
  // A verb of failing denies what stands around it, but not itself.
  const negators = clause.negators.filter((position) => position !== at);
  return at >= 0 && !isDenied({ ...clause, negators }, at);
}

/** Behind "to" and a helping verb of doubt it is no deed; "open" behind a noun alone is how the thing was. */
function isVerb(words: readonly Word[], at: number, head: number): boolean {
  const { text = '' } = words[at] ?? {};
  const before = words[at - 1]?.text ?? '';
  if (before === 'to' || before === 'the' || words.slice(head + 1, at).some((word) => word.text === 'and'))
    return false;
  if (/^(?:it|the|a|an|his|her|your|their)$/.test(words[at + 1]?.text ?? '')) return false;
  if (text === 'open')
    return words
      .slice(head + 1, at)
      .some((word) =>
        /^(?:swings?|swung|slides?|slid|comes?|came|creaks?|clicks?|springs?|flies|bursts?|falls?|eases?)$/.test(
          word.text,
        ),
      );
  return text !== 'part' || at === head + 1;
}

const perfect =
  /\b(?:strong hit|full success|complete success|perfect(?:ly)? (?:success|done|clean)|total success|flawless(?:ly)?|clean success|critical(?: success| hit)?|without (?:a|any) (?:price|cost|catch))\b/;

function isPerfect({ words, doubtAt }: Clause): boolean {
  const texts = words.map(({ text }) => text).join(' ');
  return doubtAt >= words.length && perfect.test(texts) && !/\b(?:not|no|never)\b/.test(texts);
}

/** Another outcome of the check by its own name, such as "strong hit" where it was a weak one. */
function findOtherLabel({ facts }: Told, { words, doubtAt, negators }: Clause): string | undefined {
  if (doubtAt < words.length || negators.length > 0) return undefined;
  const texts = ` ${words.map(({ text }) => text).join(' ')} `;
  const own = facts.rolls.flatMap(({ outcome }: RolledCheck) =>
    outcome === undefined ? [] : [outcome.label.toLowerCase()],
  );
  const wrong = facts.outcomeNames.find(
    (label) => texts.includes(` ${label} `) && !own.some((one) => one.includes(label)),
  );
  return wrong && `The dice did not give “${wrong}”.`;
}
