// Lists the names of the people about whom a voice told facts.
import { parseFactSubject } from '../working-memory/fact-subject.ts';
import type { FactStore, NamedFact } from './fact-store.ts';
import { type KnownPeople, titles } from './find-people.ts';

/**
 * The people about whom this voice told facts: maps a name in small letters to the word under which the
 * person's facts are kept.
 */
export function listKnownPeople(store: Pick<FactStore, 'listNamed'>, voice: string): KnownPeople {
  return new Map(
    store
      .listNamed()
      .filter(({ subject }) => parseFactSubject(subject).voice === voice)
      .flatMap((fact) => listNames(fact).map((name) => [name, parseFactSubject(fact.subject).owner])),
  );
}

/** The names, in small letters, that the fact gives to the person whom it is about, unless this is the speaker. */
export function listNames({ subject, normalForm }: NamedFact): readonly string[] {
  const { owner, relation } = parseFactSubject(subject);
  if (owner === '') return [];
  const [, within] = owner.split(' ');
  const names = [within, relation === 'name' ? findFirstName(normalForm) : undefined];
  return names.flatMap((name) => (name === undefined || name === '' ? [] : [name.toLowerCase()]));
}

function findFirstName(name: string): string | undefined {
  return name.split(' ').find((word) => !titles.has(word));
}
