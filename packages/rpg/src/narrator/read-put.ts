// Reads indirect questions: "ask Irsa why she did it" puts the question "why did you do it" to her.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { listNameWords } from './find-referent.ts';
import { nameOf } from './world.ts';

const asking = new Set(['ask', 'asks', 'asking', 'question', 'tell', 'inquire', 'enquire']);
const talking = new Set(['talk', 'speak', 'say', 'call', 'shout', 'whisper']);
const objects = new Set(['him', 'her', 'them', 'everybody', 'everyone', 'anybody', 'anyone', 'of']);
/** The verb of asking is looked for only among this many words at the beginning. */
const longestLead = 8;
const own = {
  he: ['he', 'him', 'his', 'himself'],
  she: ['she', 'her', 'her', 'herself'],
  it: ['it', 'it', 'its', 'itself'],
  they: ['they', 'them', 'their', 'themselves'],
} as const;

/** The question as it is put to this person: their name, or the "she" that means them, becomes "you". */
export function readPut(c: Chronicle, who: Entity): string {
  const words = markNames(
    splitWords(c.intent.speech === '' ? c.intent.raw : c.intent.speech),
    listNames(c, who),
  );
  const start = findStart(words);
  const put = words.slice(start);
  const [he, him, his, himself] = own[c.nameNoun(who).gender];
  const replaceWord = (word: string) => {
    if (word === name) return 'you';
    if (start === 0) return word;
    if (word === his && word !== him) return 'your';
    if (word === himself) return 'yourself';
    return word === he || word === him ? 'you' : word;
  };
  return put.map(replaceWord).join(' ');
}

const name = '@';

function splitWords(text: string): readonly string[] {
  const plain = text.toLowerCase().replace(/['’]s\b/g, ' is');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function listNames(c: Chronicle, who: Entity): ReadonlySet<string> {
  const role = c.findPerson(who)?.role?.replace(/^the /, '') ?? '';
  return new Set(listNameWords(`${nameOf(who)} ${role}`));
}

/** Replaces the person's name by one `@`, whichever words of the name are used. */
function markNames(words: readonly string[], names: ReadonlySet<string>): readonly string[] {
  const marked: string[] = [];
  for (const word of words) {
    if (!names.has(word)) marked.push(word);
    else if (marked.at(-1) !== name) {
      if (marked.at(-1) === 'the') marked.pop();
      marked.push(name);
    }
  }
  return marked;
}

/** Where the question begins: after the verb of asking, and after the person asked. */
function findStart(words: readonly string[]): number {
  const at = words.slice(0, longestLead).findIndex((word, index) => {
    const next = words[index + 1] ?? '';
    return asking.has(word)
      ? next !== 'me'
      : talking.has(word) && /^(?:to|with|at|across|out|over)$/.test(next);
  });
  if (at === -1) return words[0] === name && words.length > 1 ? 1 : 0;
  let start = at + 1;
  while (/^(?:to|with|at|across|out|over)$/.test(words[start] ?? '')) start += 1;
  if (words[start] === name || objects.has(words[start] ?? '')) start += 1;
  return start;
}
