// Finds facts by the names under which they are shown: "User's home", "home", "my sister", "Jonas".
import { stemWord } from '@terrarium/kernel/split-terms';
import type { Voice, Voices } from '../tags/voices.ts';
import { listKinWords } from './find-people.ts';
import { type NamedFact, renderFactName } from './known-fact.ts';
import { listNames } from './list-known-people.ts';

const mostFound = 12;
const empty: ReadonlySet<string> = new Set(['s', 'my', 'our', 'your', 'the', 'a', 'an', 'of', 'is', 'and']);

/**
 * The facts that the given words name: by their label or by whom they are about, else by their value. Facts about the
 * person themselves come before facts about their relatives and friends.
 */
export function findNamedFacts(
  facts: readonly NamedFact[],
  words: string,
  voices: Voices,
): readonly NamedFact[] {
  const wanted = listWords(words);
  if (wanted.length === 0) return [];
  const describe = openNames(facts, voices);
  const labels = facts.map((fact) => ({ fact, label: new Set(describe(fact)) }));
  const named = labels.filter(({ label }) => wanted.every((word) => label.has(word)));
  const valued = labels.filter(({ fact, label }) => {
    const value = new Set(listWords(fact.value));
    return (
      wanted.some((word) => value.has(word)) && wanted.every((word) => value.has(word) || label.has(word))
    );
  });
  return (named.length > 0 ? named : valued)
    .map(({ fact }) => fact)
    .toSorted((one, other) => Number(one.owner !== '') - Number(other.owner !== ''))
    .slice(0, mostFound);
}

/** The labels of facts, such as "home" and "sister's job", each once. */
export function listFactNames(facts: readonly NamedFact[]): readonly string[] {
  return [...new Set(facts.map(renderFactName))];
}

/**
 * Adds to the name of each person's voice the name that they use for themselves, so that "Jonas" means the voice
 * `User`.
 */
export function addOwnNames(voices: Voices, facts: readonly NamedFact[]): Voices {
  const own = listOwnNames(facts);
  const add = (voice: Voice): Voice => {
    const name = own.get(voice.id);
    return name === undefined ? voice : { ...voice, name: `${voice.name} ${name}` };
  };
  const [first, ...others] = voices.user;
  return { ...voices, user: [add(first), ...others.map(add)] };
}

/** The name that each speaker uses for themselves, such as "Jonas", by the id of their voice. */
function listOwnNames(facts: readonly NamedFact[]): ReadonlyMap<string, string> {
  return new Map(
    facts
      .filter(({ owner, relation }) => owner === '' && relation === 'name')
      .map(({ voice, value }) => [voice, value]),
  );
}

/** Returns a function that maps a fact to the words of its label and to all words for the person whom it is about. */
function openNames(facts: readonly NamedFact[], voices: Voices): (fact: NamedFact) => readonly string[] {
  const shown = new Map([...voices.user, ...voices.companion].map(({ id, name }) => [id, name]));
  const own = listOwnNames(facts);
  const names = new Map<string, string[]>();
  for (const { item, voice, owner } of facts)
    for (const name of listNames({ subject: item.subject ?? '', normalForm: item.normalForm }))
      names.set(`${voice}/${owner}`, [...(names.get(`${voice}/${owner}`) ?? []), name]);
  return ({ voice, owner, relation }) => {
    const speaker = [voice, shown.get(voice) ?? '', own.get(voice) ?? ''];
    const theirs =
      owner === '' ? [] : [owner, ...listKinWords(owner), ...(names.get(`${voice}/${owner}`) ?? [])];
    return [...speaker, ...theirs, relation].flatMap(listWords);
  };
}

function listWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.filter((word) => !empty.has(word)).map(stemWord);
}
