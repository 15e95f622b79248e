// Groups persons who were found to be one and the same, and tells which groups may be joined.

import { isFull, isOtherName } from './compare-names.ts';
import { isListed } from './lexicon.ts';
import type { Gender, NameParts } from './name-parts.ts';
import type { Person } from './person.ts';

export interface Group {
  readonly members: readonly Person[];
}

/**
 * Maps the id of each person to the id that represents everybody joined with them: if one of them is an entry, its id.
 */
export type Links = ReadonlyMap<string, string>;

/** The groups of persons who were found to be the same. Knows which groups may be joined, and who has which name. */
export class Circle {
  private readonly groupOf = new Map<string, Group>();
  private readonly byWord = new Map<string, Set<Person>>();

  constructor(people: readonly Person[]) {
    for (const person of people) {
      this.groupOf.set(person.id, { members: [person] });
      for (const { words, patronymic } of person.names) {
        for (const word of new Set([words[0] ?? '', words.at(-1) ?? '', patronymic || (words[0] ?? '')])) {
          this.byWord.set(word, (this.byWord.get(word) ?? new Set()).add(person));
        }
      }
    }
  }

  readGroup(person: Person): Group {
    return this.groupOf.get(person.id) ?? { members: [person] };
  }

  /**
   * Everybody whose name begins or ends with the word, or who has it as patronymic, except people already joined with
   * the person.
   */
  listBearers(word: string, person: Person): readonly Person[] {
    return [...(this.byWord.get(word) ?? [])].filter(
      (other) => this.readGroup(other) !== this.readGroup(person),
    );
  }

  canJoin(one: Person, other: Person): boolean {
    return canBeOnePerson(this.readGroup(one), this.readGroup(other));
  }

  /** Whether one sentence names both persons: a sentence hardly ever calls one person by two names. */
  hasSharedSentence(one: Person, other: Person): boolean {
    const { members } = this.readGroup(other);
    return this.readGroup(one).members.some(({ sentences }) =>
      members.some((member) => [...sentences].some((sentence) => member.sentences.has(sentence))),
    );
  }

  join(oneId: string, otherId: string): void {
    const one = this.groupOf.get(oneId);
    const other = this.groupOf.get(otherId);
    if (one === undefined || other === undefined || one === other || !canBeOnePerson(one, other)) return;
    const joined = { members: [...one.members, ...other.members] };
    for (const { id } of joined.members) this.groupOf.set(id, joined);
  }

  /** Returns one member of each group to which the people belong. */
  listGroups(people: readonly Person[]): readonly Person[] {
    return [...new Map(people.map((person) => [this.readGroup(person), person])).values()];
  }

  read(): Links {
    return new Map(
      [...this.groupOf].map(([id, { members }]) => [
        id,
        (members.find(({ isEntry }) => isEntry) ?? members[0])?.id ?? id,
      ]),
    );
  }
}

function canBeOnePerson(one: Group, other: Group): boolean {
  const members = [...one.members, ...other.members];
  if (members.filter(({ isEntry }) => isEntry).length > 1) return false;
  const genders = new Set(members.map(readGender).filter((gender) => gender !== 'unknown'));
  if (genders.size > 1) return false;
  const names = members.flatMap((member) => member.names);
  const isMarried = names.some(({ title }) => isListed('marriedTitles', title));
  if (isMarried && names.some(({ title }) => isListed('unmarriedTitles', title))) return false;
  if (hasWifeOf(members)) return false;
  const full = names.filter(isFull);
  return full.every((name, index) => full.slice(index + 1).every((another) => !isOtherName(name, another)));
}

export function readGender({ gender, givenGender }: Person): Gender {
  return gender === 'unknown' ? givenGender : gender;
}

/**
 * Whether one member is the wife of another: `Mrs. Charles Musgrove` is the wife of Charles Musgrove, unless the text
 * or the first name shows that `Charles Musgrove` is a woman.
 */
function hasWifeOf(members: readonly Person[]): boolean {
  const isWife = ({ title, ...name }: NameParts) =>
    isListed('marriedTitles', title) && isFull({ title, ...name });
  const wives = members.filter(({ names }) => names.some(isWife));
  const others = members.filter(({ names }) => names.some(isFull) && !names.some(isWife));
  return wives.length > 0 && others.length > 0 && others.every((other) => readGender(other) !== 'female');
}
