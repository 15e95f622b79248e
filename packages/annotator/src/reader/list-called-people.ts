// Called people: lists people whom a scene calls only by a lower-case word (`pap took it`, `the duke said`).

import { isListed, toSingular } from './lexicon.ts';
import { listSpoken } from './list-spoken.ts';
import type { Mention } from './mention.ts';
import type { Token } from './tag-text.ts';

/**
 * To mean somebody, a word must be used as a name at least this often in one scene, unless the glossary has it as a
 * name. Words for titles need more uses: more people have a title than are called by a word for a parent.
 */
const minUses = { calledKin: 3, calledTitles: 4 } as const;
/**
 * A word means a person, rather than a class, only if it is used as a name at least this many times as often as
 * otherwise.
 */
const clearFactor = 3;

interface Line {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly isParagraphStart: boolean;
}

/**
 * Lists, for each sentence, the mentions of people by a lower-case word. The word must be a known name, or the scene
 * must use it as a name often enough and rarely in another way.
 */
export function listCalledPeople(
  lines: readonly Line[],
  knownNames: readonly string[],
): readonly (readonly Mention[])[] {
  const known = new Set(knownNames.filter((name) => /^\p{Ll}/u.test(name)).map(readWord));
  const uses = listUses(lines);
  const called = countWords(uses.filter(({ isCalled }) => isCalled));
  const other = countWords(uses.filter(({ isCalled }) => !isCalled));
  const isSomebody = ({ word, list }: Use) => {
    const count = called.get(word) ?? 0;
    return known.has(word) || (count >= minUses[list] && count >= (other.get(word) ?? 0) * clearFactor);
  };
  const shown = Map.groupBy(
    uses.filter((use) => use.isCalled && isSomebody(use)),
    ({ line }) => line,
  );
  return lines.map(({ text, tokens }, line) =>
    (shown.get(line) ?? []).map(({ at }) => buildMention(text, tokens, at)),
  );
}

function readWord(name: string): string {
  return name.toLowerCase().replace(/^the /, '');
}

type CalledList = keyof typeof minUses;

interface Use {
  readonly line: number;
  readonly at: number;
  readonly word: string;
  readonly list: CalledList;
  readonly isCalled: boolean;
}

/**
 * Lists every use of a word by which people are called. In speech, a word for a parent is not used as a name, because
 * it means the speaker's parent.
 */
function listUses(lines: readonly Line[]): readonly Use[] {
  const uses: Use[] = [];
  const spoken = listSpoken(lines);
  lines.forEach(({ tokens }, line) => {
    tokens.forEach((token, at) => {
      const word = toSingular(token.lower);
      const list = findList(word);
      if (list === undefined) return;
      const isOwn = list === 'calledKin' && spoken[line]?.[at] === true;
      uses.push({ line, at, word, list, isCalled: !isOwn && isCalled(tokens, at) });
    });
  });
  return uses;
}

function findList(word: string): CalledList | undefined {
  return (['calledKin', 'calledTitles'] as const).find((list) => isListed(list, word));
}

function countWords(uses: readonly Use[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { word } of uses) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * Whether the word is used as a name: either `the duke` without words that say which duke, or a word for a parent that
 * has no possessive and addresses nobody.
 */
function isCalled(tokens: readonly Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token === undefined || !isOpenWord(token) || after?.isCapital === true || after?.lower === 'of')
    return false;
  if (isListed('calledTitles', token.lower)) return before?.lower === 'the' && after?.pos !== 'NOUN';
  const isOwned =
    /^(?:DET|ADJ|PRON|NUM|NOUN|PROPN)$/.test(before?.pos ?? '') || /^['’]s?$/.test(before?.lower ?? '');
  const isSpokenTo = (before?.pos ?? 'PUNCT') === 'PUNCT' && (after?.pos ?? 'PUNCT') === 'PUNCT';
  return !isOwned && !isSpokenTo && after?.lower !== '-';
}

/**
 * Whether the word is in lower case, or capitalised only because it begins a sentence. A word for a parent may be
 * capitalised anywhere.
 */
function isOpenWord({ lower, isCapital, isInitial }: Token): boolean {
  const isWord = isListed('calledTitles', lower) || isListed('calledKin', lower);
  return isWord && (!isCapital || isInitial || isListed('calledKin', lower));
}

function buildMention(text: string, tokens: readonly Token[], at: number): Mention {
  const from = tokens[at - 1]?.lower === 'the' ? at - 1 : at;
  const shown = text.slice(tokens[from]?.start ?? 0, tokens[at]?.end);
  const name = shown.replace(/^The/, 'the');
  return { text: name, title: '', head: from, from, to: at + 1, isStrong: false, kind: 'called' };
}
