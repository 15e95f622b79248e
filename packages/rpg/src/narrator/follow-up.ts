// Finds what a character said last, to answer "why?" or "and then?", and whom "he" or "she" means.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { findLastSpeaker, listNameWords } from './find-referent.ts';
import { followUp } from './follow-up-words.ts';
import { grammar } from './grammar.ts';
import { listContent } from './record.ts';
import type { ScenarioPerson } from './scenario.ts';
import { readForm } from './word-forms.ts';
import { nameOf } from './world.ts';

/** Lines that a scenario gives a person to say, in one list for each subject. */
export function listScripts(person: ScenarioPerson): readonly (readonly string[])[] {
  return [
    ...person.answers.map(({ say }) => say),
    ...person.topics.map(({ say }) => say),
    ...Object.values(person.smallTalk ?? {}),
    person.greet,
    person.small,
    person.secret,
  ];
}

export interface LastTold {
  /** The words that were said, without the prose around them. */
  readonly speech: string;
  /** All lines of the list from which these words come. */
  readonly say: readonly string[];
}

/**
 * The written line that this person said last, in this narrative or the one before; undefined if there is none, or if
 * the scenario does not have this person.
 */
export function findLastTold(c: Chronicle, who: Entity): LastTold | undefined {
  const person = c.findPerson(who);
  if (person === undefined) return undefined;
  const slots = { who: c.nameNoun(who) };
  const own = listScripts(person).flatMap((say) => say.map((line) => ({ line, say })));
  const shared = (c.scenario?.answers ?? []).flatMap(({ say }) =>
    say.map((line) => ({ line: c.fillLine(line, slots) ?? line, say })),
  );
  const lines = [...own, ...shared];
  for (const told of [c.text, c.recent.at(-1) ?? '']) {
    const placed = lines.map(({ line, say }) => ({ line, say, at: told.lastIndexOf(line) }));
    const last = placed.reduce((best, one) => (one.at > best.at ? one : best), {
      line: '',
      say: [''],
      at: -1,
    });
    if (last.at >= 0) return { say: last.say, speech: listQuoted(last.line) };
  }
  return undefined;
}

/**
 * Who among these people spoke last: the one whose written lines were told, or else the person whom the narrative names
 * next to the speech.
 */
export function findSpeaker(c: Chronicle, among: readonly Entity[]): Entity | undefined {
  for (const told of [c.text, ...c.recent.slice(-2).toReversed()]) {
    const placed = among.map((who) => ({ who, at: findLastLine(c, who, told) }));
    const last = placed.reduce((best, one) => (one.at > best.at ? one : best), { who: among[0], at: -1 });
    if (last.at >= 0) return last.who;
  }
  return findLastSpeaker(c, among);
}

function findLastLine(c: Chronicle, who: Entity, told: string): number {
  const person = c.findPerson(who);
  const lines = person === undefined ? [] : listScripts(person).flat();
  return Math.max(-1, ...lines.map((line) => told.lastIndexOf(line)));
}

/** Whether the words are a question about what somebody has just said. */
export function isFollowUp(c: Chronicle, who?: Entity): boolean {
  if (!followUp.test(c.intent.heard)) return false;
  const present = c.world.listPresent();
  const speaker = who ?? findSpeaker(c, present);
  return speaker !== undefined && findLastTold(c, speaker) !== undefined;
}

/** Lets this person say more about what they said last; false if they have no more to say. */
export function narrateMore(c: Chronicle, who: Entity): boolean {
  const last = findLastTold(c, who);
  return last?.say.some((line) => c.narrateOneOf([line], 'more', { who: c.nameNoun(who) })) ?? false;
}

/** Repeats the end of the last line that this person said; false if there is none. */
export function narrateMeant(c: Chronicle, who: Entity): boolean {
  const speech = findLastTold(c, who)?.speech ?? '';
  const text = speech
    .split(/(?<=[.!?…])\s+/u)
    .slice(-2)
    .join(' ');
  return text !== '' && c.narrateAgain(chooseMeant(c), { who: c.nameNoun(who), text });
}

function chooseMeant(c: Chronicle): string {
  const lines = grammar['means-it'] ?? [];
  return lines[c.turn % Math.max(1, lines.length)] ?? '';
}

function listQuoted(line: string): string {
  const parts = line.split(/["“”]/u);
  // In `"It is late," says Nell. "Come in."`, the comma stands for the end of a sentence.
  const quoted = parts.flatMap((part, at) => {
    if (at % 2 === 0) return [];
    return /[.!?…]\s*$/u.test(parts[at + 1] ?? '') ? part.replace(/,$/, '.') : part;
  });
  return quoted.join(' ').replace(/\s+/g, ' ').replace(/,$/, '.').trim();
}

/** The forms of the words that tell what a text is about. */
export function listForms(text: string): ReadonlySet<string> {
  return new Set(listContent(text).map(readForm));
}

/**
 * The words of the name and role of the person whom "he" or "she" means in a question: of the people with this pronoun,
 * the one mentioned last. Undefined if there is none.
 */
export function findSubject(c: Chronicle, who: Entity, put: string): ReadonlySet<string> | undefined {
  const words = put.split(' ');
  const isHe = words.some((word) => ['he', 'him', 'his'].includes(word));
  const isShe = words.some((word) => ['she', 'her', 'hers'].includes(word));
  if (isHe === isShe) return undefined;
  const people = (c.scenario?.people ?? []).filter(
    ({ gender, name }) => gender === (isHe ? 'he' : 'she') && name !== nameOf(who),
  );
  const names = people.map(({ name, role = '' }) => new Set(listNameWords(`${name} ${role}`)));
  const [front = ''] = c.asked.slice(-1);
  for (const text of [front, c.text, c.recent.at(-1) ?? '', c.recent.at(-2) ?? '']) {
    const spoken = text.toLowerCase().match(/\p{L}+/gu) ?? [];
    const at = names.map((one) => spoken.findLastIndex((word) => one.has(word)));
    const best = Math.max(...at);
    const found = best === -1 || at.length === 0 ? undefined : names[at.indexOf(best)];
    if (found !== undefined) return new Set([...found].map(readForm));
  }
  return undefined;
}
