// Detects aliases unlikely to belong to their entry: somebody else's name, or a mere description.

import { isListed, toSingular } from '../reader/lexicon.ts';
import type { NamedThing } from './duplicates.ts';
import { kindTags } from './entry.ts';
import { listRelatedBases } from './related-forms.ts';
import { isArticle, listSurfaces, stripSuffix } from './term-forms.ts';
import { splitWords, type TextWord } from './text-words.ts';

/**
 * The kinds of unlikely aliases, in this order: a word such as `I` or `Am`; a description such as `Thuvia's father`;
 * somebody else's full name; the name of something that belongs to the entry; the word for all people from a place.
 */
export type OtherName = 'plain-word' | 'description' | 'full-name' | 'belonging' | 'people';

/** Whether a word is the name of a thing, such as a place, and nobody's first name. */
export type IsNamedThing = (word: string) => boolean;

/** Why an alias is unlikely to be a name of the owner; undefined if it may be one. */
export function detectOtherName(
  owner: NamedThing,
  alias: string,
  isNamedThing: IsNamedThing,
): OtherName | undefined {
  const theCase = buildCase(owner, alias);
  if (isFunctionWord(alias)) return 'plain-word';
  if (theCase.kind !== 'item' && isDescription(stripSuffix(alias))) return 'description';
  if (isBelonging(theCase)) return 'belonging';
  if (isFullName(theCase)) return 'full-name';
  return isPeople(theCase, isNamedThing) ? 'people' : undefined;
}

/**
 * Pronouns for persons in other languages than English. Those in Latin letters count only in lower case: with a
 * capital, `Ella` is a first name.
 */
const foreignPronouns: ReadonlySet<string> = new Set(
  (
    'ich du er sie wir ihr mich mir dich dir ihn ihm ihnen uns euch je tu il elle nous vous ils elles moi toi lui eux ' +
    'yo tú él ella nosotros ellos ellas usted ustedes io lei noi loro ' +
    '私 わたし わたくし 僕 ぼく 俺 おれ あたし 儂 わし お前 おまえ 君 きみ あなた 貴方 貴様 あんた てめえ 彼 彼女 彼ら 奴 やつ こいつ そいつ あいつ ' +
    '我 你 您 他 她 它 我们 你们 他们 她们 咱们 我們 你們 他們 她們 咱們 나 저 너 그 그녀 우리 당신 그들'
  ).split(' '),
);
/** Japanese and Chinese phrases that point at somebody: `that person`, `this girl`. */
const pointing =
  /^[こそあ]の(?:人|方|男|女|子|者|娘|少年|少女|老人|老婆)$|^[这那這]个?個?(?:人|男人|女人|孩子|老人)$/u;

/**
 * Whether the alias is a word or phrase that can mean anybody or anything, such as `I`, `彼` or `この男`. `Will` with a
 * capital is not counted, because it is also a first name.
 */
function isFunctionWord(alias: string): boolean {
  if (foreignPronouns.has(alias.trim()) || pointing.test(alias.trim())) return true;
  const word = alias.trim().toLowerCase();
  const isFirstName = isListed('maleNames', word) || isListed('femaleNames', word);
  return isListed('functionWords', word) && !(isFirstName && alias.trim() !== word);
}

interface AliasCase {
  readonly kind: string | undefined;
  readonly words: readonly TextWord[];
  /** The words of each name of the owner. */
  readonly owned: readonly (readonly TextWord[])[];
}

function buildCase(owner: NamedThing, alias: string): AliasCase {
  const words = splitWords(stripSuffix(alias));
  const isNoName = isArticle(words[0]?.folded ?? '') && words.length > 1;
  return {
    kind: owner.tags.find((tag) => kindTags.has(tag)),
    words: isNoName ? words.slice(1) : words,
    owned: listSurfaces(owner).map(splitWords),
  };
}

const possessors: ReadonlySet<string> = new Set(
  'my your his her its our their the this that a an'.split(' '),
);

/** Whether the alias says whose something is: `Thuvia's father`, `the jeddak's guest`, but not `hunter's moon`. */
function isDescription(alias: string): boolean {
  const words = alias.split(/\s+/u);
  const owner = words.findIndex((word) => /\p{L}['’]s?$/u.test(word));
  if (owner < 0 || owner === words.length - 1 || !/^\p{Ll}/u.test(words.at(-1) ?? '')) return false;
  return /^\p{Lu}/u.test(words[owner] ?? '') || possessors.has((words[0] ?? '').toLowerCase());
}

const belongingKinds: ReadonlySet<string> = new Set(['location', 'faction']);
const placeLists = ['placeWords', 'placePrefixes', 'placeQualifiers', 'groupWords', 'groupNouns'] as const;

/**
 * Whether the alias of a place or a people is the name of something that belongs to it: `Princess of Helium` for
 * Helium, but not `City of Helium`.
 */
function isBelonging({ kind, words, owned }: AliasCase): boolean {
  if (!belongingKinds.has(kind ?? '')) return false;
  const at = words.findLastIndex(({ folded }) => folded === 'of' || folded === 'from');
  const head = words[at - 1];
  if (at < 1 || head === undefined) return false;
  const behind = words.slice(at + 1).map(({ stem }) => stem);
  const isOwner = owned.some((name) => name.map(({ stem }) => stem).join(' ') === behind.join(' '));
  return isOwner && !placeLists.some((list) => isListed(list, toSingular(head.folded)));
}

const namedKinds: ReadonlySet<string> = new Set(['character', 'location']);
const titleLists = [
  'titles',
  'genderedTitles',
  'givenTitles',
  'personWords',
  'roleWords',
  'epithets',
] as const;

/** Whether the alias consists of two or more names, none of them the owner's: `Kulan Tith` for Thuvan Dihn. */
function isFullName({ kind, words, owned }: AliasCase): boolean {
  if (kind !== undefined && !namedKinds.has(kind)) return false;
  const names = words.filter((word) => word.isCapitalised && !isTitleWord(word));
  if (names.length < 2 || names.length < words.length) return false;
  if (!owned.flat().some((word) => word.isCapitalised)) return false;
  const ownedStems = new Set(owned.flat().map(({ stem }) => stem));
  return !words.some(({ stem }) => ownedStems.has(stem));
}

function isTitleWord({ folded }: TextWord): boolean {
  return titleLists.some((list) => isListed(list, folded));
}

/** Whether the alias of a person is the word for everybody from a place: `Heliumite`. */
function isPeople({ kind, words, owned }: AliasCase, isNamedThing: IsNamedThing): boolean {
  const [word, second] = words;
  if (kind !== 'character' || word === undefined || second !== undefined || !word.isCapitalised) return false;
  const own = new Set(owned.flat().map(({ stem }) => stem));
  return listRelatedBases(word.stem).some((base) => !own.has(base) && isNamedThing(base));
}
