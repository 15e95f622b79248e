// Audits who goes and dies in a narrative though no call moved or killed them.

import type { NarrativeFlag } from './audit-flag.ts';
import { listNamed } from './find-person.ts';
import { type Clause, isDenied } from './read-clauses.ts';
import { buildFlag, type Told } from './told.ts';
import type { Person } from './turn-facts.ts';
import type { Word } from './word.ts';

const dying = new Set('dead dies died slain'.split(' '));
const leaving = new Set(
  'bolts bolted limps limped sprints sprinted scuttles scuttled scrambles scrambled retreats retreated withdraws withdrew slinks slunk marches marched leaves left departs departed vanishes vanished disappears disappeared flees fled goes went gone walks walked storms stormed slips slipped strides strode runs ran hurries hurried'.split(
    ' ',
  ),
);
const away = new Set('out away off outside'.split(' '));
export function auditPeople(told: Told): readonly NarrativeFlag[] {
  return told.clauses.flatMap((clause, index) => {
    const gone = findDead(told, clause, index);
    if (gone !== undefined && !gone.isPlayer && !gone.isDown)
      return [buildFlag(told, clause, { says: `No call says that ${gone.name} is dead.`, kind: 'person' })];
    if (isDenied(clause, 2)) return [];
    const subject = told.subjects[index];
    return [...auditDeath(told, clause, subject), ...auditLeaving(told, clause, subject)].slice(0, 1);
  });
}

function auditDeath(told: Told, clause: Clause, found: Person | undefined): readonly NarrativeFlag[] {
  const { words } = clause;
  const subject = found ?? findNamedDead(told, clause);
  const at = words.findIndex(({ text }) => dying.has(text));
  if (at < 0 || subject === undefined || subject.isPlayer || subject.isDown) return [];
  const isVerb =
    words[at]?.text !== 'dead' || /^(?:is|was|are|lies|falls|drops|stone)$/.test(words[at - 1]?.text ?? '');
  if (!isVerb) return [];
  return [buildFlag(told, clause, { says: `No call says that ${subject.name} is dead.`, kind: 'person' })];
}

const dead =
  /\b(?:no breath (?:left )?in|not (?:get up|rise|move|stir) again|stops? breathing|stopped breathing|not breathing|lifeless|breathes? (?:his|her|its|their) last|breathed (?:his|her|its|their) last|is a corpse|past (?:all )?help(?:ing)?|bleeds? out|bled out)\b/;

/** "There is no breath in him": told of whoever was spoken of last. */
function findDead({ subjects }: Told, { words, doubtAt }: Clause, index: number): Person | undefined {
  const texts = words
    .map(({ text }) => text)
    .join(' ')
    .replace(/n't\b/g, ' not')
    .replace(/\b(?:was|is) not/g, 'not');
  if (doubtAt < words.length || !dead.test(texts)) return undefined;
  return (
    subjects[index] ?? subjects.slice(Math.max(0, index - 5), index).findLast((one) => one !== undefined)
  );
}

/** "When it is over the dog is dead": whoever is named right before it. */
function findNamedDead({ facts }: Told, clause: Clause): Person | undefined {
  return listNamed(clause, facts).find(({ at, length }) => {
    const [verb, state] = [clause.words[at + length]?.text ?? '', clause.words[at + length + 1]?.text ?? ''];
    return /^(?:is|was|lies|lay|falls|fell|drops)$/.test(verb) && dying.has(state);
  })?.person;
}

function auditLeaving(told: Told, clause: Clause, subject: Person | undefined): readonly NarrativeFlag[] {
  const { words } = clause;
  if (subject === undefined || subject.isPlayer || subject.hasLeft || subject.isDown || !subject.isHere)
    return [];
  const at = words.findIndex(({ text }) => leaving.has(text));
  const verb = words[at]?.text ?? '';
  const isGone = verb === 'gone' && at === words.length - 1 && /^(?:is|was)$/.test(words[at - 1]?.text ?? '');
  const isAlone = isGone || /^(?:depart|vanish|disappear|flee|fled|bolt)/.test(verb);
  const isOut = isOutward(words, at) || (verb === 'leaves' && at === words.length - 1);
  if (at < 0 || words[0]?.text === 'it' || !(isAlone || isOut) || !isActing(words, at, subject)) return [];
  return [buildFlag(told, clause, { says: `No call moved ${subject.name} away.`, kind: 'person' })];
}

/** "Goes out to the yard"; who "leaves out a word" goes nowhere. */
function isOutward(words: readonly Word[], at: number): boolean {
  const isOmitting =
    /^(?:leaves|left)$/.test(words[at]?.text ?? '') && /^(?:out|off)$/.test(words[at + 1]?.text ?? '');
  return !isOmitting && words.slice(at + 1, at + 4).some(({ text }) => away.has(text));
}

/** In "the light goes out" somebody else may be the subject: the verb stands right behind the person or begins the clause. */
function isActing(words: readonly Word[], at: number, { names }: Person): boolean {
  const own = new Set(names.flat());
  return words
    .slice(0, at)
    .every(
      ({ text, isCapital }) =>
        isCapital ||
        own.has(text) ||
        /^(?:he|she|they|it|the|and|then|[a-z]+(?:s|ed|ly)|up|his|her|on|coat)$/.test(text),
    );
}
