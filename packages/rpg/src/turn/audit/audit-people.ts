// Audits a narrative for named people who leave or die in it, though nothing in the turn moved or killed them.

import type { NarrativeFlag } from './audit-flag.ts';
import { listNamed } from './find-person.ts';
import { type Clause, isDenied } from './read-clauses.ts';
import { buildFlag, type Told } from './told.ts';
import type { Person } from './turn-facts.ts';
import type { Word } from './word.ts';

const leaving = new Set(
  'bolts bolted limps limped sprints sprinted scuttles scuttled scrambles scrambled retreats retreated withdraws withdrew slinks slunk marches marched leaves left departs departed vanishes vanished disappears disappeared flees fled goes went gone walks walked storms stormed slips slipped strides strode runs ran hurries hurried'.split(
    ' ',
  ),
);
const away = new Set('out away off outside'.split(' '));

export function auditPeople(told: Told): readonly NarrativeFlag[] {
  return told.clauses.flatMap((clause, index) => {
    if (isDenied(clause, 2)) return [];
    const dead = findDead(told, clause);
    const gone = findGone(told, clause, told.subjects[index]);
    if (dead !== undefined)
      return [buildFlag(told, clause, { says: `Nothing in this turn killed ${dead.name}.`, kind: 'person' })];
    if (gone === undefined) return [];
    return [
      buildFlag(told, clause, { says: `Nothing in this turn moved ${gone.name} away.`, kind: 'person' }),
    ];
  });
}

/**
 * The person whose name stands right before "dies", "is dead" or the like; leaves out the player's character, and those
 * who are gone or may be beaten already (`isDown`).
 */
function findDead({ facts }: Told, clause: Clause): Person | undefined {
  return listNamed(clause, facts).find(({ person, at, length }) => {
    const [verb, state] = [clause.words[at + length]?.text ?? '', clause.words[at + length + 1]?.text ?? ''];
    const isDead = /^(?:is|was|lies|lay|falls|fell|drops)$/.test(verb) && /^(?:dead|slain)$/.test(state);
    return !person.isPlayer && !person.isDown && (isDead || /^(?:dies|died)$/.test(verb));
  })?.person;
}

function findGone({ facts }: Told, clause: Clause, subject: Person | undefined): Person | undefined {
  const { words } = clause;
  if (subject === undefined || subject.isPlayer || subject.hasLeft || subject.isDown || !subject.isHere)
    return undefined;
  if (!listNamed(clause, facts).some(({ person }) => person === subject)) return undefined;
  const at = words.findIndex(({ text }) => leaving.has(text));
  const verb = words[at]?.text ?? '';
  const isGone = verb === 'gone' && at === words.length - 1 && /^(?:is|was)$/.test(words[at - 1]?.text ?? '');
  const isAlone = isGone || /^(?:depart|vanish|disappear|flee|fled|bolt)/.test(verb);
  const isOut = isOutward(words, at) || (verb === 'leaves' && at === words.length - 1);
  return at >= 0 && (isAlone || isOut) && isActing(words, at, subject) ? subject : undefined;
}

/** Whether the verb leads away, as in "goes out to the yard"; "leaves out a word" does not. */
function isOutward(words: readonly Word[], at: number): boolean {
  const isOmitting =
    /^(?:leaves|left)$/.test(words[at]?.text ?? '') && /^(?:out|off)$/.test(words[at + 1]?.text ?? '');
  return !isOmitting && words.slice(at + 1, at + 4).some(({ text }) => away.has(text));
}

/**
 * Whether the person may be the subject of the verb: only names and words such as "she" or "then" come before it. In
 * "the light goes out", another noun does.
 */
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
