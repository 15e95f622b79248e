// Candidates: groups the mentions of a scene by what they name, with the counts by which they are judged.

import { isDialect } from './is-dialect.ts';
import { buildTermKey, isEnglish, isListed, toSingular } from './lexicon.ts';
import { listCalledPeople } from './list-called-people.ts';
import { listMentions } from './list-mentions.ts';
import { listOwnedPlaces } from './list-owned-places.ts';
import { listSpoken } from './list-spoken.ts';
import type { Mention } from './mention.ts';
import { normaliseTitle } from './name-parts.ts';
import type { ShownSentence } from './parse-scene-window.ts';
import { type Token, tagText } from './tag-text.ts';

export interface TaggedSentence extends ShownSentence {
  /** Whether the sentence or one near it is written in dialect. */
  readonly isNearDialect: boolean;
  /** For each token, whether it stands in quoted speech. */
  readonly spoken: readonly boolean[];
  readonly tokens: readonly Token[];
  readonly mentions: readonly Mention[];
}

/** One mention and its sentence. */
export interface Place {
  readonly sentence: number;
  readonly mention: Mention;
}

export interface Candidate {
  readonly key: string;
  /** Each spelling in the text, including the title, with the number of its uses. */
  readonly forms: Map<string, number>;
  readonly titles: Map<string, number>;
  readonly places: Place[];
  /** Mentions with a capital letter that only a name would have. */
  strong: number;
  /** Mentions by an unknown word in lower case. */
  lower: number;
  /** Uses of a one-word name in lower case, as an ordinary English word. */
  ordinary: number;
  /** Mentions right after an article, demonstrative or possessive, or in the plural. */
  nounLike: number;
  /** Mentions as an attribute of a lower-case noun (`Zodangan warriors`). */
  attributive: number;
  /** Mentions with a number after them, such as the number of a step or a page. */
  numbered: number;
  /** Mentions as a speaker, beside `said`, `asked` and the like. */
  spoken: number;
  /** Mentions by a lower-case word that is used as a name. */
  called: number;
  /** Mentions in or near a sentence that is written in dialect. */
  dialect: number;
}

export interface GatheredScene {
  readonly sentences: readonly TaggedSentence[];
  readonly candidates: ReadonlyMap<string, Candidate>;
}

/**
 * Tags every sentence and gathers what it mentions. `knownNames` are the names in the glossary, and `knownPlaces` those
 * of places among them.
 */
export function collectCandidates(
  shown: readonly ShownSentence[],
  knownNames: readonly string[],
  knownPlaces: readonly string[] = [],
): GatheredScene {
  const tagged = shown.map((sentence) => ({ ...sentence, tokens: tagText(sentence.text) }));
  const peoples = listPeoples(tagged);
  const called = listCalledPeople(tagged, knownNames);
  const near = listNearDialect(tagged);
  const spoken = listSpoken(tagged);
  const nameWords = collectNameWords(tagged, knownNames);
  const known = new Set(knownNames.map((name) => name.toLowerCase()));
  const places = new Set(knownPlaces.map((name) => name.toLowerCase()));
  const owned = collectOwned(tagged, knownNames);
  const sentences = tagged.map((sentence, index) => {
    const { tokens, text } = sentence;
    const mentions = listMentions({
      tokens,
      text,
      isHeading: isHeading(shown, index),
      nameWords,
      known,
      places,
      owned,
    });
    return {
      ...sentence,
      mentions: [...removeCovered(mentions, called[index] ?? []), ...(peoples[index] ?? [])],
      isNearDialect: near[index] ?? false,
      spoken: spoken[index] ?? [],
    };
  });
  const candidates = new Map<string, Candidate>();
  sentences.forEach((sentence, index) => {
    for (const mention of sentence.mentions) addMention(candidates, sentence, { sentence: index, mention });
  });
  countOrdinaryUses(sentences, candidates);
  return { sentences, candidates };
}

/** Pairs of an owner and a place that occur more than once in the scene, or at least once in a known name. */
function collectOwned(
  sentences: readonly { readonly tokens: readonly Token[] }[],
  knownNames: readonly string[],
): ReadonlySet<string> {
  const shown = sentences.flatMap(({ tokens }) => listOwnedPlaces(tokens));
  const again = shown.filter((owned, index) => shown.indexOf(owned) < index);
  const known = knownNames
    .filter((name) => /['’]s /u.test(name))
    .flatMap((name) => listOwnedPlaces(tagText(name)));
  return new Set([...again, ...known]);
}

/**
 * Adds the mentions of people by a lower-case word such as `pap`, and removes other mentions within these, so that no
 * word is counted twice.
 */
function removeCovered(mentions: readonly Mention[], called: readonly Mention[]): readonly Mention[] {
  const isCovered = ({ from, to }: Mention) => called.some((one) => one.from <= from && to <= one.to);
  return [...mentions.filter((mention) => !isCovered(mention)), ...called];
}

/**
 * A narrator who speaks dialect does not show it in every sentence. So this many sentences before and after a sentence
 * of dialect count as dialect, too.
 */
const nearSentences = 2;

function listNearDialect(sentences: readonly { readonly tokens: readonly Token[] }[]): readonly boolean[] {
  const spoken = sentences.map(({ tokens }) => isDialect(tokens));
  return spoken.map((_, at) =>
    spoken.slice(Math.max(0, at - nearSentences), at + nearSentences + 1).includes(true),
  );
}

/** Words with a capital letter that only a name would have: inside a sentence of the scene, or in a known name. */
function collectNameWords(
  sentences: readonly { readonly tokens: readonly Token[] }[],
  knownNames: readonly string[],
): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { tokens } of sentences) {
    tokens.forEach((token, index) => {
      if (token.isCapital && !token.isInitial && tokens[index + 1]?.text !== '-') words.add(token.lower);
    });
  }
  for (const name of knownNames) {
    for (const [word] of name.matchAll(/(?<![-‐])\b\p{Lu}[\p{L}\p{M}]*(?![-‐])/gu))
      words.add(word.toLowerCase());
  }
  return words;
}

/**
 * A heading is a paragraph of at most this many characters without a mark at its end; its capitals are a matter of
 * style.
 */
const maxHeadingLength = 90;

function isHeading(shown: readonly ShownSentence[], index: number): boolean {
  const sentence = shown[index];
  const next = shown[index + 1];
  if (sentence === undefined || !sentence.isParagraphStart || sentence.text.length > maxHeadingLength)
    return false;
  const isWhole = next === undefined || next.isParagraphStart || next.postId !== sentence.postId;
  return isWhole && !/[.!?…,;:—"”’')]\s*$/.test(sentence.text);
}

/**
 * Builds the key by which mentions are grouped. `Mr. Hale` and `Mrs. Hale` are two people, and so are `King John` and
 * `Sir John`. With a full name, only titles such as `Mr.` and `Mrs.` count.
 */
export function buildCandidateKey(mention: Mention): string {
  const key = buildTermKey(mention.text);
  if (mention.title === '') return key;
  const title = findGenderedTitle(mention.title) ?? (key.includes(' ') ? undefined : mention.title);
  return title === undefined ? key : buildTermKey(`${title} ${mention.text}`);
}

/**
 * The word of a title that distinguishes people with the same surname, in normal form, such as `mr` or `mrs`; undefined
 * if there is none.
 */
export function findGenderedTitle(title: string): string | undefined {
  const words = title.toLowerCase().replaceAll('.', '').split(' ');
  const found = words.find((word) => isListed('genderedTitles', word));
  return found === undefined ? undefined : normaliseTitle(found);
}

function addMention(candidates: Map<string, Candidate>, sentence: TaggedSentence, place: Place): void {
  const { mention } = place;
  const key = buildCandidateKey(mention);
  if (key === '') return;
  const candidate: Candidate = candidates.get(key) ?? {
    key,
    forms: new Map(),
    titles: new Map(),
    places: [],
    strong: 0,
    lower: 0,
    ordinary: 0,
    nounLike: 0,
    attributive: 0,
    numbered: 0,
    spoken: 0,
    called: 0,
    dialect: 0,
  };
  candidates.set(key, candidate);
  const form = mention.title === '' ? mention.text : `${mention.title} ${mention.text}`;
  count(candidate.forms, form);
  if (mention.title !== '') count(candidate.titles, mention.title);
  candidate.places.push(place);
  countUse(candidate, sentence, mention);
}

function countUse(candidate: Candidate, sentence: TaggedSentence, mention: Mention): void {
  const behind = sentence.tokens[mention.to];
  if (mention.kind === 'word') candidate.lower++;
  else if (mention.isStrong) candidate.strong++;
  if (isNounLike(sentence.tokens, mention)) candidate.nounLike++;
  if (behind?.pos === 'NOUN') candidate.attributive++;
  if (/^\d+$/.test(behind?.text ?? '')) candidate.numbered++;
  if (isNamedSpeaker(sentence.tokens, mention)) candidate.spoken++;
  if (mention.kind === 'called') candidate.called++;
  if (sentence.isNearDialect) candidate.dialect++;
}

/** Whether a name without a title is the subject of a verb of speech right beside it: `said Grace`, `Grace replied`. */
function isNamedSpeaker(tokens: readonly Token[], { head, to, title }: Mention): boolean {
  const before = tokens[head - 1];
  const isBehind = isListed('speechVerbs', tokens[to]?.lower ?? '');
  const isBefore = isListed('speechVerbs', before?.lower ?? '') && tokens[head - 2]?.pos === 'PUNCT';
  return title === '' && before?.pos !== 'DET' && (isBehind || isBefore);
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const determiners = new Set(
  'a an the this that these those my your his her our their its no every each some any'.split(' '),
);

function isNounLike(tokens: readonly Token[], mention: Mention): boolean {
  const before = tokens[mention.from - 1];
  if (
    mention.kind === 'word' &&
    toSingular(mention.text) !== mention.text &&
    tokens[mention.from]?.pos === 'NOUN'
  )
    return true;
  if (before === undefined) return false;
  if (mention.kind === 'word' && /^[“"‘']$/.test(before.text)) return true;
  // Before a name, `that` is a conjunction, as in `He thought that Levin …`.
  if (mention.kind === 'name' && before.lower === 'that') return false;
  if (determiners.has(before.lower)) return true;
  const beforeThat = tokens[mention.from - 2];
  return (
    (before.pos === 'ADJ' && beforeThat !== undefined && determiners.has(beforeThat.lower)) ||
    before.pos === 'NUM'
  );
}

function countOrdinaryUses(
  sentences: readonly TaggedSentence[],
  candidates: ReadonlyMap<string, Candidate>,
): void {
  for (const { tokens } of sentences) {
    for (const token of tokens) {
      if (token.isCapital || !isEnglish(token.lower)) continue;
      const candidate = candidates.get(token.lower);
      if (candidate !== undefined) candidate.ordinary++;
    }
  }
}

const nameLists = ['personWords', 'creatureWords', 'groupNouns'] as const;
/** A phrase names a people only if a scene uses it at least this often; a rarer one only describes. */
const minUses = 3;

function isPeopleWord(lower: string): boolean {
  if (lower === 'men' || lower === 'women') return true;
  const singular = toSingular(lower);
  return singular !== lower && nameLists.some((list) => isListed(list, singular) || isListed(list, lower));
}

/**
 * The key of the phrase at the index, if its two words are in lower case and may name a people, as in `white apes`;
 * otherwise undefined.
 */
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

/** The index after `of` and a name that follow the two words beginning at `index`; otherwise undefined. */
function findOfName(tokens: readonly Token[], index: number): number | undefined {
  if (tokens[index + 2]?.lower !== 'of') return undefined;
  let end = index + 3;
  while (tokens[end]?.isCapital && /^\p{L}/u.test(tokens[end]?.text ?? '')) end++;
  return end > index + 3 ? end : undefined;
}

/**
 * Lists the peoples that each sentence mentions. The name of a people is a phrase that the scene uses often, and at
 * least once with `of` and a name after it: `white apes of Barsoom`.
 */
function listPeoples(
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
