// Kind: what sort of thing a name stands for, from its own words and the words around it.

import type { Statement } from './choose-definition.ts';
import type { Mention } from './find-mentions.ts';
import type { Candidate, GatheredScene } from './gather-candidates.ts';
import { isEnglish, isListed, singularize, type WordList } from './lexicon.ts';
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

const speechVerbs = new Set(
  'said says asked replied cried answered exclaimed whispered shouted murmured muttered laughed returned continued observed added nodded smiled looked stood turned sat rose came went walked'.split(
    ' ',
  ),
);
const placePrepositions = new Set(
  'in at to from toward towards into near through throughout within across upon of beyond'.split(' '),
);

/** A name's own last word is the surest sign; one word of the definition weighs less, one preposition least. */
const ownWordWeight = 6;
const definitionWeight = 2;
const contextWeight = 1;

const nameLists: readonly (readonly [WordList, Kind])[] = [
  ['placeSuffixes', 'location'],
  ['placePrefixes', 'location'],
  ['groupWords', 'faction'],
  ['groupNouns', 'faction'],
  ['eventWords', 'event'],
  ['creatureWords', 'creature'],
  ['itemWords', 'item'],
];
const definitionLists: readonly (readonly [WordList, Kind])[] = [
  ['personWords', 'character'],
  ['placeWords', 'location'],
  ['groupNouns', 'faction'],
  ['creatureWords', 'creature'],
  ['itemWords', 'item'],
];

/** The kind with the most evidence; `term` when there is next to none. */
export function classifyKind(
  candidate: Candidate,
  scene: GatheredScene,
  statements: readonly Statement[],
): Kind {
  const scores = new Map<Kind, number>();
  const add = (kind: Kind, weight: number) => scores.set(kind, (scores.get(kind) ?? 0) + weight);
  addOwnWords(candidate, add);
  for (const place of candidate.places) {
    addContext(scene.sentences[place.sentence]?.tokens ?? [], place.mention, add);
  }
  addStatements(statements, add);
  if (candidate.titles.size > 0) add('character', ownWordWeight);
  if (candidate.lower > 0) {
    scores.delete('location');
    if (isRank(candidate, scene)) add('title', ownWordWeight);
    if (scores.has('character')) {
      add('creature', 0);
      scores.delete('character');
    }
  }
  return pickBest(scores);
}

type Add = (kind: Kind, weight: number) => void;

function addOwnWords(candidate: Candidate, add: Add): void {
  const words = candidate.key.split(' ');
  if (words.length < 2) return;
  if (words.length === 2 && words.every((word) => !isEnglish(word))) add('character', ownWordWeight / 2);
  const of = words.indexOf('of');
  const head = (of > 0 ? words[of - 1] : words.at(-1)) ?? '';
  for (const [list, kind] of nameLists) {
    if (isListed(list, head)) add(kind, ownWordWeight);
  }
}

function addContext(tokens: readonly Token[], mention: Mention, add: Add): void {
  const before = tokens[mention.from - 1]?.lower ?? '';
  const after = tokens[mention.to];
  if (placePrepositions.has(before)) add('location', before === 'of' ? contextWeight / 3 : contextWeight);
  if (isSpeaker(tokens, mention)) add('character', contextWeight * 2);
  if (/^(?:VERB|AUX)$/.test(after?.pos ?? '')) add('character', contextWeight / 2);
  if (/^['’]s$/.test(after?.lower ?? '')) add('character', contextWeight / 2);
  if (before === 'the' && /s$/.test(mention.text) && mention.to - mention.from === 1)
    add('faction', contextWeight);
}

function isSpeaker(tokens: readonly Token[], mention: Mention): boolean {
  return [tokens[mention.from - 1], tokens[mention.to]].some((token) => speechVerbs.has(token?.lower ?? ''));
}

function addStatements(statements: readonly Statement[], add: Add): void {
  for (const { classWord, score } of statements) {
    if (classWord === '') continue;
    for (const [list, kind] of definitionLists) {
      if (isListed(list, classWord) || isListed(list, singularize(classWord)))
        add(kind, definitionWeight * (score / 5));
    }
    if (isListed('titles', classWord)) add('character', definitionWeight * (score / 5));
  }
}

/** Offices are held in several places, and by somebody named right before. */
const minOffices = 2;

/**
 * Whether the scene uses the word as a rank: in lower case right before names (`jeddak Tal Hajus`), or as an office
 * behind names and of several places (`Tardos Mors, Jeddak of Helium`).
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
  /** What it is a rank of; empty when nothing says so. */
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

/** Below this, the evidence is accident. */
const minScore = 1.5;

function pickBest(scores: ReadonlyMap<Kind, number>): Kind {
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
