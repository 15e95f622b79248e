// Finds somebody's pronouns in a story, from the words right after their name or from a title or noun used for them.

import { readTitle } from '../values/read-pronouns.ts';
import type { GlossaryLore } from './glossary-lore.ts';

/** A pronoun more than this many words after a name belongs to somebody else. */
const mostWords = 12;
/** The words for one gender must weigh this many times as much as those for the other. */
const clearMajority = 3;
/** A word such as "woman" says more than a pronoun, which may be about somebody else. */
const nounWeight = 3;

const women =
  /^(?:woman|girl|lady|maid|maiden|widow|wife|mother|sister|daughter|aunt|niece|grandmother|queen|princess|duchess|countess|priestess|witch|nun|she|her|hers|herself)$/;
const men =
  /^(?:man|boy|gentleman|widower|husband|father|brother|son|uncle|nephew|grandfather|king|prince|duke|count|priest|monk|he|him|his|himself)$/;
const pronoun = /^(?:she|hers?|herself|he|him|his|himself)$/;
/** A title right before a name: `Mme. Odra`, `Monsieur de Vell`. */
const titleBefore = /(?:^|[^\p{L}])(?<said>\p{Lu}\p{L}{0,11}\.?) ?(?:de la |de |du |von |d['’])?$/u;
const beforeName = /(?:^|\s)(?:an?|the)\s(?<said>[^,.;:]{1,60})\s(?:called|named)\s$/u;
const behindName = /^\s(?:is|was)\s(?:an?|the)\s(?<said>[^,.;:]{1,60})/u;
/** Words after which a description speaks about somebody or something else. */
const turn = /\s(?:of|in|with|who|from|at|on|and|for|to)\s/u;

/** Undefined if the story does not show the person's pronoun. */
export function readStoryPronouns({
  term,
  aliases,
  definition,
  told,
}: Pick<GlossaryLore, 'term' | 'aliases' | 'definition' | 'told'>): 'she' | 'he' | undefined {
  const votes = { she: 0, he: 0 };
  const texts = new Set([definition, ...told.map(({ words }) => words)]);
  for (const text of texts) for (const name of [term, ...aliases]) countVotes(text, name, votes);
  if (votes.she > 0 && votes.she >= votes.he * clearMajority) return 'she';
  if (votes.he > 0 && votes.he >= votes.she * clearMajority) return 'he';
  return [term, ...aliases].map(readTitle).find((title) => title !== undefined);
}

interface Votes {
  she: number;
  he: number;
}

function countVotes(text: string, name: string, votes: Votes): void {
  for (let at = text.indexOf(name); name !== '' && at !== -1; at = text.indexOf(name, at + name.length)) {
    const [before, behind] = [text.slice(0, at), text.slice(at + name.length)];
    for (const found of [beforeName.exec(before.slice(-80)), behindName.exec(behind.slice(0, 80))])
      addVote(findNoun(found?.groups?.['said']), nounWeight, votes);
    addVote(readTitle(titleBefore.exec(before.slice(-24))?.groups?.['said'] ?? ''), 1, votes);
    addVote(findPronoun(behind), 1, votes);
  }
}

/** The word that says whether somebody is a woman or a man: `woman` in `thin old woman`. */
function findNoun(said = ''): string | undefined {
  const [own = ''] = said.split(turn);
  return own.split(' ').findLast((word) => women.test(word) || men.test(word));
}

function addVote(word: string | undefined, weight: number, votes: Votes): void {
  if (word === undefined) return;
  if (women.test(word)) votes.she += weight;
  else if (men.test(word)) votes.he += weight;
}

/** The first pronoun, unless another name comes before it. */
function findPronoun(behind: string): string | undefined {
  const words = behind.slice(0, 200).match(/\p{L}+/gu) ?? [];
  for (const word of words.slice(0, mostWords)) {
    if (pronoun.test(word)) return word;
    if (/^\p{Lu}/u.test(word) && !/^(?:She|He|Her|His)$/u.test(word)) return undefined;
    if (/^(?:She|He)$/u.test(word)) return word.toLowerCase();
  }
  return undefined;
}
