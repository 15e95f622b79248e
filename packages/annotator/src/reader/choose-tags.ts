// Chooses an entry's tags from the scene and what was known before: its kind, and whether its definition explains it.

import { isTelling, type Statement } from './choose-definition.ts';
import type { Candidate, GatheredScene } from './collect-candidates.ts';
import { type CountFormer, detectKind, detectOtherKind, isRank, type KindContext } from './detect-kind.ts';
import { isFamily } from './is-family.ts';
import { buildTermKey, isEnglish, isListed } from './lexicon.ts';
import type { KnownEntry } from './parse-scene-window.ts';

/**
 * The tag of an entry if the story does not say what it is; such an entry weighs less in the glossary. The built-in
 * reader does not import the tag of `glossary/salience.ts`, because it uses nothing but its messages.
 */
export const unexplained = 'unexplained';

/** What a scene says about an entry. */
export interface News {
  readonly members: readonly Candidate[];
  readonly statements: readonly Statement[];
  readonly countSigns: CountFormer;
}

interface ToldNews extends News {
  /** Whether the new definition says what the thing is; undefined if there is no new definition. */
  readonly isExplained: boolean | undefined;
}

interface Named {
  readonly members: readonly Candidate[];
  readonly main: Candidate;
}

/**
 * An entry for which no other kind is found is a person if one of its names has a title. If no statement defines it,
 * it is tagged as unexplained.
 */
export function chooseTags(
  scene: GatheredScene,
  { members, main }: Named,
  { statements, countSigns }: Pick<News, 'statements' | 'countSigns'>,
): readonly string[] {
  const telling = filterTelling(statements);
  const kind = detectKind(main, scene, telling, countSigns);
  const isTitled = kind === 'term' && members.some(({ titles }) => titles.size > 0);
  return [isTitled ? 'character' : kind, ...(telling.length === 0 ? [unexplained] : [])];
}

/**
 * Finds a better kind for an entry, and sets `unexplained` according to its new definition. Undefined if no tag
 * changes.
 */
export function findBetterTags(
  scene: GatheredScene,
  entry: KnownEntry,
  news: ToldNews,
): readonly string[] | undefined {
  const main = news.members.find((member) => member.key === buildTermKey(entry.term)) ?? news.members[0];
  const [kind, ...others] = entry.tags;
  if (main === undefined) return undefined;
  const rest = chooseOtherTags(others, news.isExplained);
  const found = findBetterKind(scene, { main, entry }, news);
  if (found === undefined && rest.length === others.length) return undefined;
  return [found ?? kind ?? 'term', ...rest];
}

/**
 * The tags other than the kind. If there is a new definition, `unexplained` is one of them only if the definition does
 * not say what the thing is.
 */
function chooseOtherTags(tags: readonly string[], isExplained: boolean | undefined): readonly string[] {
  if (isExplained === undefined) return tags;
  const others = tags.filter((tag) => tag !== unexplained);
  return isExplained ? others : [...others, unexplained];
}

function findBetterKind(
  scene: GatheredScene,
  { main, entry }: { readonly main: Candidate; readonly entry: KnownEntry },
  news: News,
): string | undefined {
  const [kind] = entry.tags;
  if (kind === 'title') return undefined;
  const isRanked = !isEnglish(main.key) && isRank(main, scene);
  const statements = filterTelling(news.statements);
  const found = isRanked
    ? 'title'
    : findKind(scene, main, {
        statements,
        present: kind ?? 'term',
        countFormer: news.countSigns,
      });
  const isTitled = (kind ?? 'term') === 'term' && news.members.some(({ titles }) => titles.size > 0);
  if (isTitled && (found ?? 'term') === 'term') return 'character';
  return found === 'term' || isSaidOfFamily(found, scene, { main, entry }) ? undefined : found;
}

/**
 * Whether the kind that was found comes from what is said about the family. `The Karenins` do not make Karenin a
 * faction, and the Vanes, who have the short name of Vane Hall, do not make the hall a person.
 */
function isSaidOfFamily(
  found: string | undefined,
  scene: GatheredScene,
  { main, entry }: { readonly main: Candidate; readonly entry: KnownEntry },
): boolean {
  if (found === 'faction') return !entry.term.endsWith('s') && isFamily(scene, main);
  return found === 'character' && isShortOfPlace(main, entry);
}

/**
 * Whether the scene lacks the entry's own name, which ends in a word for a place: for example, it has only `Vane` for
 * Vane Hall.
 */
function isShortOfPlace({ key }: Candidate, { term }: KnownEntry): boolean {
  const own = buildTermKey(term);
  const [, ...others] = own.split(' ');
  return key !== own && isListed('placeSuffixes', others.at(-1) ?? '');
}

function findKind(scene: GatheredScene, main: Candidate, context: KindContext): string | undefined {
  return context.present === 'term'
    ? detectKind(main, scene, context.statements, context.countFormer)
    : detectOtherKind(main, scene, context);
}

export function filterTelling(statements: readonly Statement[]): readonly Statement[] {
  return statements.filter(({ score }) => isTelling(score));
}
