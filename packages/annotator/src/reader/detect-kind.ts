// Detects what sort of thing a name means, from its own words and the words around it.

import type { Statement } from './choose-definition.ts';
import type { Candidate, GatheredScene } from './collect-candidates.ts';
import type { FormerSigns } from './count-former-signs.ts';
import { isFamily } from './is-family.ts';
import { isKnownPlace } from './is-known-place.ts';
import { isEnglish, isListed, toSingular, type WordList } from './lexicon.ts';
import type { Mention } from './mention.ts';
import { detectGenderOfGiven, isPatronymic, listShortForms } from './name-parts.ts';
import { isActor, isAddressed, isCounted, isSpokenOfAsPerson, pronounDistance } from './person-signs.ts';
import type { Token } from './tag-text.ts';

export type Kind =
  | 'character'
  | 'location'
  | 'faction'
  | 'item'
  | 'mechanic'
  | 'event'
  | 'creature'
  | 'title'
  | 'term';

/**
 * A name after one of these words is most likely a place. The words of the next list also come before people, so they
 * weigh less.
 */
const insidePrepositions = new Set('in at within throughout across into inside'.split(' '));
const towardPrepositions = new Set(
  'to from toward towards near through beyond of upon above below past'.split(' '),
);
/** After one of these words and a preposition, N is a place: `the road to N`, `arrived at N`. */
const journeyWord =
  /^(?:arriv(?:e|ed|ing|al)|travel(?:l?ed|l?ing)?|journey(?:ed|ing)?|sail(?:ed|ing)?|depart(?:ed|ing|ure)?|roads?|voyage|passage|embark(?:ed|ing)?|set)$/;
/** After one of these words and a preposition, N is a place or a person: `went to N`, `came from N`. */
const movingWord =
  /^(?:go|goes|going|gone|went|come|came|coming|return(?:ed|ing)?|way|start(?:ed|ing)?|ride|rode|drive|drove|walked)$/;
const travelPrepositions = /^(?:to|for|from|at|through|towards?|into)$/;
const travelAdverb = /^(?:back|straight|down|up|over|out|off|home|on)$/;
/** After these words, `in N` may mean a person: `faith in N`. */
const trustWord =
  /^(?:faith|trust|trusted|confidence|confide|confided|belief|believe|believed|believing|interest|interested|delight|delighted)$/;
/** After these words, `at N` does not say where somebody is: `laughed at N`. */
const gazeWord =
  /^(?:laugh(?:ed|ing)?|look(?:s|ed|ing)?|star(?:e|ed|ing)|gaz(?:e|ed|ing)|glanc(?:e|ed|ing)|smil(?:e|ed|ing)|point(?:ed|ing)?|scowl(?:ed|ing)?|frown(?:ed|ing)?|nod(?:ded|ding)?|wink(?:ed|ing)?|peep(?:ed|ing)?|shout(?:ed|ing)?|swore|sneer(?:ed|ing)?|bark(?:ed|ing)?|aim(?:ed|ing)?|fir(?:e|ed|ing)|fl(?:y|ew)|sprang|rushed|angry|anger|vexed|surprised|wonder(?:ed|ing)?)$/;
const climbing = /^(?:climb(?:ed|ing)?|ascend(?:ed|ing)?|scal(?:e|ed|ing))$/;
const personPrepositions = new Set('with by beside behind for'.split(' '));
const personPronouns = new Set('he she his her him himself herself'.split(' '));

/** The last word of a name is the surest sign. A word of the definition weighs less, and a preposition least. */
const ownWordWeight = 6;
const definitionWeight = 2;
const contextWeight = 1;
/** A single `in N` is enough for a place if no other sign is against it. */
const insideWeight = 1.1;
const movingWeight = 2 / 3;
/** A first name is enough for a person if no other sign is against it: some places have a first name as their name. */
const givenWeight = 1.05;
/**
 * Endings of English towns and counties (`Princetown`). Some surnames have them too, so any clear sign of a person
 * outweighs them, such as a first name.
 */
const placeEnding = /^\p{L}{3,}(?:town|shire|moor|mouth|minster|borough)$/u;
const endingWeight = 1.02;

const nameLists: readonly (readonly [WordList, Kind])[] = [
  ['placeSuffixes', 'location'],
  ['placePrefixes', 'location'],
  ['placeTails', 'location'],
  ['groupWords', 'faction'],
  ['groupNouns', 'faction'],
  ['eventWords', 'event'],
  ['creatureWords', 'creature'],
  ['itemWords', 'item'],
];
const definitionLists: readonly (readonly [WordList, Kind])[] = [
  ['personWords', 'character'],
  ['roleWords', 'character'],
  ['placeWords', 'location'],
  ['groupNouns', 'faction'],
  ['creatureWords', 'creature'],
  ['itemWords', 'item'],
];

/**
 * The kind for which the signs weigh most; `term` if there are hardly any. The signs of earlier scenes count only if
 * those of this scene show nothing.
 */
export function detectKind(
  candidate: Candidate,
  scene: GatheredScene,
  statements: readonly Statement[],
  countFormer?: CountFormer,
): Kind {
  const scores = scoreKinds(candidate, scene, statements);
  const kind = chooseBest(scores);
  return kind === 'term' && countFormer !== undefined && isNamed(candidate)
    ? chooseBest(addFormer(scores, countFormer(candidate)))
    : kind;
}

/** Counts the signs beside the candidate's name in those earlier scenes that the window still shows. */
export type CountFormer = (candidate: Candidate) => FormerSigns;

/**
 * Whether the scene always calls the candidate by a capitalised name without a title. Only then are earlier scenes
 * needed to distinguish a place from a person.
 */
function isNamed({ lower, called, titles }: Candidate): boolean {
  return lower === 0 && called === 0 && titles.size === 0;
}

function addFormer(scores: ReadonlyMap<Kind, number>, { place, person }: FormerSigns): Map<Kind, number> {
  const all = new Map(scores);
  all.set('location', (all.get('location') ?? 0) + place);
  all.set('character', (all.get('character') ?? 0) + person);
  return all;
}

/**
 * If the signs for another kind in one scene have at least this score, they correct the kind that the entry got when
 * little was known.
 */
const correctingScore = 5;
/** The score must also be this many times as high as that of the entry's present kind in the scene. */
const correctingFactor = 2;

export interface KindContext {
  readonly statements: readonly Statement[];
  /** The present kind of the entry. */
  readonly present: string;
  readonly countFormer: CountFormer;
}

function isPlaceOrPerson(kind: string): boolean {
  return kind === 'character' || kind === 'location';
}

/**
 * Finds another kind that the scene clearly supports; undefined if there is none. Earlier scenes also count when a
 * place is to be distinguished from a person.
 */
export function detectOtherKind(
  candidate: Candidate,
  scene: GatheredScene,
  context: KindContext,
): Kind | undefined {
  const told = scoreKinds(candidate, scene, context.statements);
  const isOpen =
    isNamed(candidate) && isPlaceOrPerson(context.present) && chooseBest(told) !== context.present;
  const scores = isOpen ? addFormer(told, context.countFormer(candidate)) : told;
  const best = chooseBest(scores);
  const present = [...scores].find(([kind]) => kind === context.present)?.[1] ?? 0;
  // The last word of the name is not counted again: it was already known when the entry was created, and did not make
  // the entry a place.
  const isKnown = context.present === 'character' && best === 'location' && isNamedAsPlace(candidate);
  const score = (scores.get(best) ?? 0) - (isKnown ? ownWordWeight : 0);
  const isClear = score >= correctingScore && score >= present * correctingFactor;
  return isClear && best !== context.present ? best : undefined;
}

function isNamedAsPlace({ key }: Candidate): boolean {
  const last = key.split(' ').at(-1) ?? '';
  return last !== key && isListed('placeSuffixes', last);
}

function scoreKinds(
  candidate: Candidate,
  scene: GatheredScene,
  statements: readonly Statement[],
): ReadonlyMap<Kind, number> {
  const scores = new Map<Kind, number>();
  const add = (kind: Kind, weight: number) => scores.set(kind, (scores.get(kind) ?? 0) + weight);
  if (isSurnamedAsPlace(candidate, scene)) add('character', ownWordWeight / 2);
  else addOwnWords(candidate, add);
  for (const place of candidate.places) {
    addContext(scene.sentences[place.sentence]?.tokens ?? [], place.mention, add);
  }
  addStatements(statements, add);
  if (isFamily(scene, candidate)) add('faction', ownWordWeight * candidate.places.length);
  if (candidate.titles.size > 0 || candidate.called > 0) add('character', ownWordWeight);
  if (candidate.lower > 0) {
    scores.delete('location');
    if (isRank(candidate, scene)) add('title', ownWordWeight);
    if (scores.has('character')) {
      add('creature', 0);
      scores.delete('character');
    }
  }
  return scores;
}

type Add = (kind: Kind, weight: number) => void;

function addOwnWords(candidate: Candidate, add: Add): void {
  const words = candidate.key.split(' ');
  if (candidate.lower === 0) {
    addPersonalName(words, add);
    const place = measurePlaceName(candidate.key);
    if (place > 0) add('location', place);
  }
  if (words.length < 2) return;
  if (isPlaceHead(words)) add('location', ownWordWeight);
  if (words.length === 2 && words.every((word) => !isEnglish(word))) add('character', ownWordWeight / 2);
  const of = words.indexOf('of');
  const head = (of > 0 ? words[of - 1] : words.at(-1)) ?? '';
  for (const [list, kind] of nameLists) {
    if (isListed(list, head)) add(kind, ownWordWeight);
  }
}

/**
 * How strongly the name alone indicates a place, because everybody knows the place or the name ends in `-town` or the
 * like; 0 if it does not.
 */
function measurePlaceName(key: string): number {
  if (isKnownPlace(key)) return ownWordWeight / 2;
  return placeEnding.test(key) ? endingWeight : 0;
}

/** Whether a name begins with a word for a kind of place: `Rue Cassette`, `Lake Orme`. */
function isPlaceHead([first = '', second = '']: readonly string[]): boolean {
  return isListed('placeHeads', first) || (second !== 'of' && isListed('placePrefixes', first));
}

/**
 * Whether the name belongs to a person whose surname is also a word for a kind of place, as in `Odile Marsh`: the first
 * word names a person, and no word before the name, such as `the` or `in`, shows a place.
 */
export function isSurnamedAsPlace(candidate: Candidate, scene: GatheredScene): boolean {
  const [first = '', last = '', ...more] = candidate.key.split(' ');
  if (more.length > 0 || isEnglish(first) || !isListed('placeSuffixes', last)) return false;
  const isReached = candidate.places.some(({ sentence, mention }) => {
    const before = scene.sentences[sentence]?.tokens[mention.from - 1]?.lower ?? '';
    return before === 'the' || insidePrepositions.has(before) || towardPrepositions.has(before);
  });
  if (isReached) return false;
  const alone = scene.candidates.get(first);
  if (alone !== undefined) return detectKind(alone, scene, []) === 'character';
  return detectGenderOfGiven(first) !== 'unknown';
}

/** A patronymic means a person. A first name with short forms, alone or before a surname, most likely does too. */
function addPersonalName(words: readonly string[], add: Add): void {
  const first = words[0] ?? '';
  if (words.some((word) => isPatronymic(word))) add('character', ownWordWeight);
  // Mountains of Scotland also have such names: `Ben More`.
  else if (first === 'ben' && words.length === 2) add('character', givenWeight);
  else if (listShortForms(first).size > 0 && !words.some((word) => isListed('placeSuffixes', word)))
    add('character', ownWordWeight / 2);
  else if (words.length < 3 && detectGenderOfGiven(first) !== 'unknown') add('character', givenWeight);
}

function addContext(tokens: readonly Token[], mention: Mention, add: Add): void {
  const before = tokens[mention.from - 1]?.lower ?? '';
  const after = tokens[mention.to];
  addPlaces(tokens, mention, add);
  if (personPrepositions.has(before)) add('character', contextWeight / 3);
  if (/^['’]s$/.test(after?.lower ?? '')) add('character', contextWeight / 3);
  if (isActor(tokens, mention)) add('character', contextWeight * 2);
  if (isAddressed(tokens, mention)) add('character', contextWeight * 2);
  if (isSpokenOfAsPerson(tokens, mention)) add('character', contextWeight * 2);
  if (before === 'the') {
    if (/(?:s|men)$/.test(mention.text)) add('faction', contextWeight);
  } else if (!isInPhrase(before) && !isCounted(tokens[mention.from - 1])) addDeeds(tokens, mention, add);
}

function addPlaces(tokens: readonly Token[], mention: Mention, add: Add): void {
  const isDefinite = tokens[mention.from - 1]?.lower === 'the';
  const isShouted = mention.text.length > 1 && mention.text === mention.text.toUpperCase();
  if (!isShouted && (!isDefinite || isSingleThing(tokens, mention)))
    add('location', measureWay(tokens, mention.from - (isDefinite ? 1 : 0)));
  if (isClimbed(tokens, mention)) add('location', contextWeight * 2);
  if (isHomeOf(tokens, mention)) add('location', contextWeight);
  if (isCalledPlace(tokens, mention)) add('location', contextWeight * 2);
  if (isToldOfAsThing(tokens, mention)) add('character', -contextWeight);
}

/** Whatever is climbed is a mountain and not a person, unless its possessor is named: `climbed N’s stairs`. */
function isClimbed(tokens: readonly Token[], { head, to }: Mention): boolean {
  return climbing.test(tokens[head - 1]?.lower ?? '') && !/^['’]s?$/.test(tokens[to]?.lower ?? '');
}

/** How strongly the preposition before the name, and the word before the preposition, indicate a place. */
function measureWay(tokens: readonly Token[], from: number): number {
  const before = tokens[from - 1]?.lower ?? '';
  const [second, third] = [tokens[from - 2]?.lower ?? '', tokens[from - 3]?.lower ?? ''];
  const leading = travelAdverb.test(second) ? third : second;
  if (travelPrepositions.test(before) && journeyWord.test(leading)) return insideWeight;
  if (travelPrepositions.test(before) && movingWord.test(leading)) return movingWeight;
  if (insidePrepositions.has(before) && !trustWord.test(second)) return measureInside(before, second);
  return towardPrepositions.has(before) ? contextWeight / 3 : 0;
}

function measureInside(preposition: string, word: string): number {
  if (preposition !== 'at') return insideWeight;
  return gazeWord.test(word) ? 0 : contextWeight;
}

/**
 * Whether the words after `the` seem to name a single thing, as in `in the Louvre`, unlike in `among the Musketeers`
 * or `in the Highland dress`.
 */
function isSingleThing(tokens: readonly Token[], { text, from, to }: Mention): boolean {
  return to - from === 1 && !/s$/.test(text) && tokens[to]?.pos !== 'NOUN';
}

/**
 * Whether a preposition is before the name: a verb or pronoun after the name is then about something else, as in `the
 * king of France had`.
 */
function isInPhrase(before: string): boolean {
  return insidePrepositions.has(before) || towardPrepositions.has(before);
}

/** Adds evidence for a person if a verb follows the name, or `he`, `she` or the like. */
function addDeeds(tokens: readonly Token[], mention: Mention, add: Add): void {
  const behind = tokens.slice(mention.to, mention.to + pronounDistance);
  if (behind[0]?.pos === 'VERB' || /^(?:had|has|would|could|did)$/.test(behind[0]?.lower ?? ''))
    add('character', contextWeight / 2);
  if (behind.some(({ lower }) => personPronouns.has(lower))) add('character', contextWeight / 2);
}

/** Whether N has something that only places have: `the streets of N`, `the mayor of N`. */
function isHomeOf(tokens: readonly Token[], { head }: Mention): boolean {
  const at = tokens[head - 1]?.lower === 'the' ? head - 2 : head - 1;
  return tokens[at]?.lower === 'of' && isListed('placeOwned', tokens[at - 1]?.lower ?? '');
}

/** Whether a word for a place is right before the name: `that town N`, `the river N`. */
function isCalledPlace(tokens: readonly Token[], { from }: Mention): boolean {
  const [article, noun] = tokens.slice(Math.max(0, from - 2), from);
  const isPointed = /^(?:the|this|that)$/.test(article?.lower ?? '');
  return isPointed && noun?.isCapital === false && isListed('placeWords', noun.lower);
}

/** Whether the words after the name show that it is not a person: `N, which lies on the river`. */
function isToldOfAsThing(tokens: readonly Token[], { to }: Mention): boolean {
  const [comma, which, verb] = tokens.slice(to, to + 3);
  const isOf = /^(?:is|was|has|had|lies|lay|stands|stood)$/.test(verb?.lower ?? '');
  return comma?.text === ',' && which?.lower === 'which' && isOf;
}

function addStatements(statements: readonly Statement[], add: Add): void {
  for (const { classWord, score } of statements) {
    if (classWord === '') continue;
    for (const [list, kind] of definitionLists) {
      if (isListed(list, classWord) || isListed(list, toSingular(classWord)))
        add(kind, definitionWeight * (score / 5));
    }
    if (isListed('titles', classWord)) add('character', definitionWeight * (score / 5));
  }
}

/**
 * To be a rank, a word in lower case must come before names at least this often, and a capitalised word must be an
 * office of at least this many places.
 */
const minOffices = 2;

/**
 * Whether the scene uses the word as a rank: either in lower case right before names (`jeddak Tal Hajus`), or after a
 * name as the office of several places (`Tardos Mors, Jeddak of Helium`).
 */
export function isRank(candidate: Candidate, scene: GatheredScene): boolean {
  if (candidate.key.includes(' ')) return false;
  const uses = candidate.places.map(({ sentence, mention }) =>
    readRankUse(scene.sentences[sentence]?.tokens ?? [], mention),
  );
  if (candidate.lower > 0) return uses.filter((use) => use.isBeforeName).length >= minOffices;
  const offices = new Set(uses.map((use) => use.office).filter((office) => office !== ''));
  return offices.size >= minOffices && uses.some((use) => use.isBehindName);
}

interface RankUse {
  readonly isBeforeName: boolean;
  readonly isBehindName: boolean;
  /** The place or people to which the rank belongs; empty if the text does not say. */
  readonly office: string;
}

function readRankUse(tokens: readonly Token[], mention: Mention): RankUse {
  const isOf = tokens[mention.to]?.lower === 'of';
  const next = tokens[mention.to + (isOf ? 1 : 0)];
  const named = next?.lower === 'the' ? tokens[mention.to + 2] : next;
  return {
    isBeforeName: (next?.isCapital ?? false) && (isOf || mention.kind === 'word'),
    isBehindName: tokens[mention.from - 1]?.text === ',' && (tokens[mention.from - 2]?.isCapital ?? false),
    office: isOf ? (named?.lower ?? '') : '',
  };
}

/** A score that is no higher than this may be due to chance. */
const minScore = 1;

function chooseBest(scores: ReadonlyMap<Kind, number>): Kind {
  let best: Kind = 'term';
  let bestScore = minScore;
  for (const [kind, score] of scores) {
    if (score > bestScore) {
      best = kind;
      bestScore = score;
    }
  }
  return best;
}
