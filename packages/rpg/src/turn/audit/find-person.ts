// Finds of whom a clause speaks: the player's character, somebody by name or role, or whoever was spoken of before.

import { type Clause, findPhrase, type Word } from './read-clauses.ts';
import type { Person, TurnFacts } from './turn-facts.ts';

export interface Named {
  readonly person: Person;
  /** Position of the name among the words of the clause. */
  readonly at: number;
  readonly length: number;
}

const prepositions = new Set(
  'to at for with of past behind before around over on in from by near beside between against like than into upon about under after towards toward'.split(
    ' ',
  ),
);
const pronouns = new Set(['he', 'she', 'they']);

/** Everybody who is named in the clause, in its order; each at their longest name. */
export function listNamed(
  { words }: Pick<Clause, 'words'>,
  { people }: Pick<TurnFacts, 'people'>,
): readonly Named[] {
  return people
    .flatMap((person) => {
      for (const name of person.names) {
        const at = findPhrase(words, name);
        if (at >= 0 && isName(words, at, name)) return [{ person, at, length: name.length }];
      }
      return [];
    })
    .sort((one, other) => one.at - other.at);
}

/** A single word of a name that is also a plain word counts with a capital or behind an article. */
function isName(words: readonly Word[], at: number, name: readonly string[]): boolean {
  if (name.length > 1) return true;
  const before = words[at - 1]?.text;
  return words[at]?.isCapital === true || before === 'the' || before === 'that';
}

/**
 * Who does what each clause tells; undefined where it is somebody or something else. A clause without a subject of its
 * own has that of the clause before in its sentence.
 */
export function listSubjects(clauses: readonly Clause[], facts: TurnFacts): readonly (Person | undefined)[] {
  let subject: Person | undefined;
  let other: Person | undefined;
  let sentence = -1;
  return clauses.map((clause) => {
    if (clause.sentence !== sentence) subject = undefined;
    sentence = clause.sentence;
    const named = listNamed(clause, facts);
    const found = findSubject(clause, named, { player: facts.player, other });
    other = named.filter(({ person }) => !person.isPlayer).at(-1)?.person ?? other;
    if (found !== 'same') subject = found;
    return subject;
  });
}

const helping = new Set('are have were had do did can could will would should must may still now'.split(' '));

/** Whether "you" does something there, and nothing is done to you: "when it lifts you are standing", not "it takes you in". */
export function isYouActing(words: readonly Word[], at: number): boolean {
  const text = words[at]?.text;
  if (text === "you're" || text === "you've") return true;
  if (text !== 'you') return false;
  const before = words[at - 1]?.text ?? '';
  if (/^(?:lets?|makes?|made|helps?|helped|sees?|hears?|keeps?)$/.test(before)) return false;
  if (helping.has(words[at + 1]?.text ?? '')) return true;
  return (
    at === 0 || !(prepositions.has(before) || /(?:[^s]s|ed|ing)$/.test(before) || transitive.has(before))
  );
}

/** Verbs in other forms behind which "you" is who it is done to. */
const transitive = new Set(
  'gave took held made let left sent told saw found caught hit cost brought threw struck put cut shot bit led drove got kept lent set'.split(
    ' ',
  ),
);

/** How a clause begins that leaves its subject out: "and goes", "puts on his coat". */
const goesOn = /^(?:and|then|but|[a-z]{2,}(?:[^s]s|ed|ing))$/;

interface Known {
  readonly player: Person | undefined;
  /** Who was spoken of last, for "he" and "she". */
  readonly other: Person | undefined;
}

function findSubject({ words }: Clause, named: readonly Named[], known: Known): Person | undefined | 'same' {
  if (words.some((_, index) => isYouActing(words, index))) return known.player;
  const at = words.slice(0, farthestSubject).findIndex((_, index) => isSubject(words, index, named));
  if (at < 0) return goesOn.test(words[0]?.text ?? '') || words.length < 3 ? 'same' : undefined;
  const text = words[at]?.text ?? '';
  if (text === 'it') return known.other?.id.startsWith('creature:') ? known.other : undefined;
  return pronouns.has(text) ? known.other : named.find((one) => one.at === at)?.person;
}

const farthestSubject = 7;

function isSubject(words: readonly Word[], index: number, named: readonly Named[]): boolean {
  if (prepositions.has(words[index - 1]?.text ?? '')) return false;
  const text = words[index]?.text ?? '';
  return text === 'it' || pronouns.has(text) || named.some(({ at }) => at === index);
}
