// Examines: what the text of a place says of one thing in it, or plainly that there is nothing more to see.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { findAbsent, scoreName } from '../find-referent.ts';
import intentWords from '../intent-words.json' with { type: 'json' };
import { nameThing } from '../name-noun.ts';
import { isGone, nameOf, readText } from '../world.ts';
import { completeSentence, narrateBeat } from './describe.ts';

/** Words around what is looked at: ways to look, directions, and the place as a whole. */
const smallWords = new Set(intentWords.around);
/** What every place has, and few texts speak of: whoever looks there looks at the place. */
const everywhere = new Set(intentWords.everywhere);
const mostWords = 4;

/** False where no one thing was meant: then the place is looked at. */
export function narrateThing(c: Chronicle): boolean {
  const words = readTopic(c);
  const { here } = c.world;
  if (here === undefined || words.length === 0) return false;
  const found = filterSayings(listSayings(c, here), words);
  if (found.length === 0 && narrateElsewhere(c, words)) return true;
  const isKnown = found.length > 0 || filterSayings([...c.recent, ...listTags(c)], words).length > 0;
  if (!isKnown && !isNamed(c.intent.rest, words)) return false;
  const isTold = found.some((line) => c.narrateOneOf([completeSentence(line)], `examine/${words.join('-')}`));
  if (!isTold) c.narrate(isKnown ? 'nothing-more' : 'no-such', { topic: nameThing(words.join(' ')) });
  narrateBeat(c);
  return true;
}

/** Whether the words name, whole, a thing of several words that the text of this place speaks of: `the grey lamp`. */
export function isNamedHere(c: Chronicle): boolean {
  const { here } = c.world;
  const words = readTopic(c);
  if (here === undefined || words.length < 2) return false;
  return listSayings(c, here).some((line) => normaliseWords(line).includes(` ${words.join(' ')} `));
}

/** None where the place itself is named, or more than one thing could be. */
function readTopic({ intent, world }: Chronicle): readonly string[] {
  const words = intent.rest.split(' ').filter((word) => word !== '' && !smallWords.has(word));
  const place = world.here === undefined ? '' : nameOf(world.here);
  return words.length > mostWords || scoreName(` ${words.join(' ')} `, place) > 10 ? [] : words;
}

function narrateElsewhere(c: Chronicle, words: readonly string[]): boolean {
  const absent = findAbsent(c, ` ${words.join(' ')} `);
  return absent !== undefined && c.narrate(isGone(absent) ? 'gone' : 'absent', { who: c.nameNoun(absent) });
}

/** Spoken of as one thing: "the bell", "at an old sign". */
function isNamed(rest: string, words: readonly string[]): boolean {
  if (everywhere.has(words.at(-1) ?? '')) return false;
  return / (?:the|an?|this|that|these|those) \S+(?: \S+){0,3} $/.test(rest);
}

/** What something is known of: it may be about though the place says nothing of it. */
function listTags(c: Chronicle): readonly string[] {
  const tags = c.world.list('note').flatMap(({ sheet }) => sheet['tags'] ?? []);
  return tags.filter((tag) => typeof tag === 'string');
}

/** What is written of a place, a sentence each. */
function listSayings(c: Chronicle, here: Entity): readonly string[] {
  const about = readText(here, 'about').split(/(?<=[.!?…]["”]?)\s+/u);
  return [...(c.findPlace(here)?.senses ?? []), ...about];
}

/** The lines that name it whole before those that have all its words, or the last of them alone. */
function filterSayings(lines: readonly string[], words: readonly string[]): readonly string[] {
  const spoken = lines.map((line) => ({ line, heard: normaliseWords(line) }));
  const has = (heard: string, word: string) =>
    [word, `${word}s`, word.replace(/s$/, '')].some((form) => heard.includes(` ${form} `));
  const tries = [
    (heard: string) => heard.includes(` ${words.join(' ')} `),
    (heard: string) => words.every((word) => has(heard, word)),
    (heard: string) => has(heard, words.at(-1) ?? ''),
  ];
  const fitting = tries.map((test) => spoken.filter(({ heard }) => test(heard)).map(({ line }) => line));
  return [...new Set(fitting.flat())];
}

function normaliseWords(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}
