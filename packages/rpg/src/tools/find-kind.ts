// Finds the foe of the rules, such as a bandit, whose words fit the description or the name of somebody new.

import type { Foe } from '../system/manifest.ts';
import type { System } from '../system/system.ts';

interface Described {
  readonly type: 'npc' | 'creature';
  readonly name: string;
  readonly about?: string | undefined;
}

/**
 * Only this many words are read: a description begins with what somebody is, and what follows may be about others.
 */
const mostWords = 6;

/**
 * Undefined if no foe of the system has `words`, or if none fits. For a person, only foes with `words` are considered,
 * and the person's name does not count, since a person may be called Wolf. The foe with the longest fitting words is
 * chosen: a bandit captain is no bandit.
 */
export function findKind({ manifest }: Pick<System, 'manifest'>, described: Described): Foe | undefined {
  const { foes = [] } = manifest;
  if (!foes.some(({ words }) => words !== undefined)) return undefined;
  const { type, name, about = '' } = described;
  const plainName = type === 'creature' ? ` ${listWords(name).join(' ')} ` : '';
  const said = listPhrases(about);
  const fitting = foes
    .filter(({ words }) => type === 'creature' || words !== undefined)
    .flatMap((foe) =>
      [foe.name, ...(foe.words ?? [])]
        .map((word) => listWords(word))
        .filter((word) => plainName.includes(` ${word.join(' ')} `) || said.some((one) => isHead(word, one)))
        .map((word) => ({ foe, length: word.join(' ').length })),
    );
  return fitting.toSorted((one, other) => other.length - one.length)[0]?.foe;
}

const articles: ReadonlySet<string> = new Set(['a', 'an', 'the', 'one', 'some']);
/** Words with which a description goes on after saying what somebody is: `a guard who …`, `a miller with …`. */
const ending: ReadonlySet<string> = new Set(
  'who whom whose that which in with without at from by on for to under near behind beside between against into over and or but as is was has had'.split(
    ' ',
  ),
);

/**
 * The phrases at the beginning of a text that may say what somebody is. What follows the first comma is one of them if
 * the text begins with an article and the words after the comma have none: "a tall, scarred bandit", but not "a
 * miller, once a bandit".
 */
function listPhrases(about: string): readonly (readonly string[])[] {
  const [sentence = ''] = about.trim().split(/[.;:!?]/u, 1);
  const begun = sentence.replace(/^(?:(?:he|she|it|they) )?(?:is|was|are) /iu, '').split(/\s+/u);
  const [first = '', ...others] = begun.slice(0, mostWords).join(' ').split(',');
  const words = listWords(first);
  const next = articles.has(words[0] ?? '') ? others.slice(0, 1).map(listWords) : [];
  return [words, ...next.filter((more) => !more.some((word) => articles.has(word)))].map(cutEnding);
}

function cutEnding(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => ending.has(word));
  return end < 0 ? words : words.slice(0, end);
}

/** Whether a phrase is about a thing of this name: "a tired guard" is about a guard, "the guard's widow" is not. */
function isHead(name: readonly string[], phrase: readonly string[]): boolean {
  const of = phrase.indexOf('of');
  const length = of < 0 ? phrase.length : of;
  const own = name.indexOf('of');
  const start = length - (own < 0 ? name.length : own);
  return start >= 0 && name.every((word, index) => phrase[start + index] === word);
}

function listWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
}
