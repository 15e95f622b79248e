// Peoples: lower-case names of peoples and beasts (`plant men of Barsoom`), which only their use shows to be names.

import { isListed, toSingular } from './lexicon.ts';
import type { Mention } from './list-mentions.ts';
import type { Token } from './tag-text.ts';

const nameLists = ['personWords', 'creatureWords', 'groupNouns'] as const;
/** A phrase used less often in a scene describes; used more often it names. */
const minUses = 3;

function isPeopleWord(lower: string): boolean {
  if (lower === 'men' || lower === 'women') return true;
  const singular = toSingular(lower);
  return singular !== lower && nameLists.some((list) => isListed(list, singular) || isListed(list, lower));
}

/** Key of a lower-case attribute and plural of people or beasts at the index; undefined for anything else. */
function readPhrase(tokens: readonly Token[], index: number): string | undefined {
  const first = tokens[index];
  const second = tokens[index + 1];
  if (first === undefined || second === undefined || first.isCapital || second.isCapital) return undefined;
  if (
    !(first.pos === 'ADJ' || first.pos === 'NOUN') ||
    second.pos !== 'NOUN' ||
    !/^\p{Ll}+$/u.test(first.text)
  )
    return undefined;
  if (!isPeopleWord(second.lower) || isListed('functionWords', first.lower)) return undefined;
  return `${first.lower} ${toSingular(second.lower)}`;
}

/** Index behind `of` and the name that follows the phrase at the index; undefined without one. */
function findOfName(tokens: readonly Token[], index: number): number | undefined {
  if (tokens[index + 2]?.lower !== 'of') return undefined;
  let end = index + 3;
  while (tokens[end]?.isCapital && /^\p{L}/u.test(tokens[end]?.text ?? '')) end++;
  return end > index + 3 ? end : undefined;
}

/** Mentions of each sentence's peoples: phrases used often in the scene, and at least once `of` a name. */
export function listPeoples(
  sentences: readonly { readonly text: string; readonly tokens: readonly Token[] }[],
): readonly (readonly Mention[])[] {
  const uses = new Map<string, number>();
  const named = new Set<string>();
  for (const { tokens } of sentences) {
    tokens.forEach((_, index) => {
      const key = readPhrase(tokens, index);
      if (key === undefined) return;
      uses.set(key, (uses.get(key) ?? 0) + 1);
      if (findOfName(tokens, index) !== undefined) named.add(key);
    });
  }
  return sentences.map(({ text, tokens }) =>
    tokens.flatMap((first, index) => {
      const key = readPhrase(tokens, index);
      if (key === undefined || !named.has(key) || (uses.get(key) ?? 0) < minUses) return [];
      const to = findOfName(tokens, index) ?? index + 2;
      const end = tokens[to - 1]?.end ?? first.end;
      return [
        {
          text: text.slice(first.start, end),
          title: '',
          head: index,
          from: index,
          to,
          isStrong: false,
          kind: 'word' as const,
        },
      ];
    }),
  );
}
