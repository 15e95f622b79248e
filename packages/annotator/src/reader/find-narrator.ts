// Finds who tells a scene as “I”: who gives their own name, or whom others call by name when they speak to the “I”.

import type { Links } from './circle.ts';
import type { Candidate, GatheredScene, Place, TaggedSentence } from './collect-candidates.ts';
import { detectAddress } from './detect-address.ts';
import { isListed, isPlainWord } from './lexicon.ts';
import { hideSpeeches } from './list-speeches.ts';
import type { Mention } from './mention.ts';
import { detectGenderOfGiven } from './name-parts.ts';
import type { KnownEntry } from './parse-scene-window.ts';

export interface Narrator {
  /** The keys of the candidates by which the narrator is called. */
  readonly keys: readonly string[];
  /** The sentence that shows best that this is the narrator's name. */
  readonly sentence: number;
}

/**
 * A scene is told by an “I” if its narration has at least this many words such as `I` and `my`, and if these are at
 * least this share of its words.
 */
const fewestWords = 10;
const leastShare = 0.012;
/** A name needs at least this score to be the narrator's; if the name is also an English word, it needs more. */
const fewestSigns = 2;
const fewestWordSigns = 3;
/**
 * A place where the narrator gives their own name counts as much as this many places where others call the narrator by
 * it.
 */
const ownWeight = 3;
/**
 * For each place where the narration uses a name for somebody else, this many places must show that it is the
 * narrator's.
 */
const otherWeight = 4;

interface Context {
  readonly scene: GatheredScene;
  readonly paragraphs: readonly Paragraph[];
  /** For each sentence, the number of its paragraph. */
  readonly numbers: readonly number[];
}

/** Undefined if the scene is not told by an “I”, or if it is uncertain what the narrator is called. */
export function findNarrator(
  scene: GatheredScene,
  known: readonly KnownEntry[],
  links: Links,
  former: readonly string[],
): Narrator | undefined {
  if (!isToldByI(scene.sentences)) return undefined;
  const context = collectParagraphs(scene);
  const groups = Map.groupBy(scene.candidates.values(), ({ key }) => links.get(key) ?? key);
  const judged = [...groups].map(([link, members]) => countSigns(context, link, members));
  const shown = judged.filter(({ own, heard, others }) => own + heard > others * otherWeight);
  const [best, ...rest] = shown.toSorted((one, other) => scoreName(other) - scoreName(one));
  if (best === undefined || scoreName(best) < countNeeded(best) || isToldOf(best, former)) return undefined;
  const also = rest.filter((other) => isPartOfName(best, other, known));
  const rivals = rest.filter((other) => !also.includes(other));
  if (rivals.some((other) => scoreName(other) * 2 > scoreName(best))) return undefined;
  return { keys: [best, ...also].flatMap(({ keys }) => keys), sentence: best.sentence };
}

function countNeeded({ names }: Judged): number {
  const isWord = names.every((name) => {
    const words = name.toLowerCase().split(' ');
    return detectGenderOfGiven(words[0] ?? '') === 'unknown' && words.some(isPlainWord);
  });
  return isWord ? fewestWordSigns : fewestSigns;
}

function isToldByI(sentences: readonly TaggedSentence[]): boolean {
  let words = 0;
  let own = 0;
  for (const { tokens, spoken } of sentences) {
    tokens.forEach(({ lower, pos }, at) => {
      if (spoken[at] === true || pos === 'PUNCT') return;
      words++;
      if (/^(?:i|me|my|myself)$/.test(lower)) own++;
    });
  }
  return own >= fewestWords && own >= words * leastShare;
}

/**
 * What the narration of a paragraph says about the narrator (that “I” speaks, or that somebody does something to
 * “me”), and whether the speech in it addresses somebody, by `you`.
 */
interface Paragraph {
  isSpeaker: boolean;
  isHearer: boolean;
  isToSomebody: boolean;
}

function collectParagraphs(scene: GatheredScene): Context {
  const paragraphs: Paragraph[] = [];
  const numbers = scene.sentences.map((sentence, index) => {
    const isNew = sentence.isParagraphStart || sentence.postId !== scene.sentences[index - 1]?.postId;
    if (isNew || paragraphs.length === 0)
      paragraphs.push({ isSpeaker: false, isHearer: false, isToSomebody: false });
    const paragraph = paragraphs.at(-1);
    if (paragraph !== undefined) {
      paragraph.isSpeaker ||= isSpokenByI(sentence);
      paragraph.isHearer ||= sentence.tokens.some(
        ({ lower }, at) => sentence.spoken[at] !== true && /^(?:me|my)$/.test(lower),
      );
      paragraph.isToSomebody ||= sentence.tokens.some(
        ({ lower }, at) =>
          sentence.spoken[at] === true && /^(?:you|your|yours|ye|thou|thee|thy)$/.test(lower),
      );
    }
    return paragraphs.length - 1;
  });
  return { scene, paragraphs, numbers };
}

/** Whether the narration of the sentence says that “I” speaks: `said I`, `I asked`, `I then answered`. */
function isSpokenByI({ tokens, spoken }: TaggedSentence): boolean {
  return tokens.some(({ lower }, at) => {
    if (lower !== 'i' || spoken[at] === true) return false;
    const behind = tokens.slice(at + 1, at + 3).filter(({ pos }) => pos !== 'ADV');
    return [tokens[at - 1], behind[0]].some((token) => isListed('speechVerbs', token?.lower ?? ''));
  });
}

interface Judged {
  readonly link: string;
  readonly keys: readonly string[];
  /** The name in its spellings in the text, without titles. */
  readonly names: readonly string[];
  /**
   * How often the narrator gives the name as their own, how often somebody calls the narrator by it, and how often the
   * narration uses it for somebody else.
   */
  readonly own: number;
  readonly heard: number;
  readonly others: number;
  readonly sentence: number;
}

function scoreName({ own, heard, others }: Judged): number {
  return own * ownWeight + heard - others;
}

function countSigns(context: Context, link: string, members: readonly Candidate[]): Judged {
  const places = members.flatMap((member) => member.places);
  const signs = places.map((place) => ({ place, sign: detectSign(context, place) }));
  const count = (wanted: Sign) => signs.filter(({ sign }) => sign === wanted).length;
  const shown = signs.find(({ sign }) => sign === 'own') ?? signs.find(({ sign }) => sign === 'heard');
  return {
    link,
    keys: members.map(({ key }) => key),
    names: [...new Set(places.map(({ mention }) => mention.text))],
    own: count('own'),
    heard: count('heard'),
    others: count('other'),
    sentence: shown?.place.sentence ?? -1,
  };
}

type Sign = 'own' | 'heard' | 'other' | 'none';

function detectSign({ scene, paragraphs, numbers }: Context, { sentence, mention }: Place): Sign {
  const said = scene.sentences[sentence];
  const number = numbers[sentence] ?? 0;
  const paragraph = paragraphs[number];
  if (said === undefined || paragraph === undefined || mention.kind !== 'name') return 'none';
  const isSpoken = said.spoken[mention.head] === true;
  if (isSelfNamed(said, mention) && (!isSpoken || paragraph.isSpeaker)) return 'own';
  if (!isSpoken) return 'other';
  if (detectAddress(said, mention) === 'none' || !paragraph.isToSomebody) return 'none';
  if (paragraph.isSpeaker) return 'other';
  const beside = [paragraphs[number - 1], paragraphs[number + 1]];
  return paragraph.isHearer || beside.some((other) => other?.isSpeaker === true) ? 'heard' : 'none';
}

/**
 * Whether the words beside the name show that it is the name of the “I”: `my name is N`, `they called me N`, `I am N`,
 * `I, N, saw`, but not `I am N’s brother`.
 */
function isSelfNamed({ tokens, spoken }: TaggedSentence, { head, to }: Mention): boolean {
  if (
    spoken[head - 1] !== spoken[head] ||
    (tokens[head - 1]?.pos === 'PUNCT' && tokens[head - 2]?.lower !== 'i') ||
    /^['’]s?$/u.test(tokens[to]?.lower ?? '')
  )
    return false;
  const before = tokens
    .slice(Math.max(0, head - 4), head)
    .map(({ lower }) => lower)
    .join(' ');
  if (/(?<!\p{L})i ,$/u.test(before))
    return tokens[to]?.text === ',' && !isListed('speechVerbs', tokens[head - 3]?.lower ?? '');
  return (
    /(?<!\p{L})my (?:\p{L}+ )?name (?:is|was|being)$/u.test(before) ||
    /(?<!\p{L})(?:call|calls|called|named|christened) (?:me|myself)$/u.test(before) ||
    /(?<!\p{L})i (?:am|['’]m)$/u.test(before)
  );
}

/** Whether the narration of earlier scenes uses the name so often that it is hardly the narrator's. */
function isToldOf({ names, own, heard }: Judged, former: readonly string[]): boolean {
  const told = former.map((text) => hideSpeeches(stripLabels(text)));
  const count = names.reduce(
    (sum, name) => sum + told.reduce((total, text) => total + text.split(name).length - 1, 0),
    0,
  );
  return count * otherWeight > own + heard;
}

/** The words of a scene without the labels of its sentences, with a blank line before each paragraph. */
function stripLabels(text: string): string {
  return text.replaceAll(/(?:^|\n)\[\d+\] /gu, '\n\n').replaceAll(/ \[\d+\] /gu, ' ');
}

/**
 * Whether the other name is a part of the narrator's full name, and nobody else is known by it: `Hawkins` of Jim
 * Hawkins.
 */
function isPartOfName(best: Judged, other: Judged, known: readonly KnownEntry[]): boolean {
  if (other.others > 0 || other.link.startsWith('#')) return false;
  const entry = known.find(({ id }) => best.link === `#${id}`);
  const own = entry === undefined ? [] : [entry.term, ...entry.aliases];
  const full = [...best.names, ...own].map(splitName).filter(({ length }) => length > 1);
  return other.names.every((name) =>
    full.some((words) => splitName(name).every((word) => words.includes(word))),
  );
}

function splitName(name: string): readonly string[] {
  return name.toLowerCase().split(' ');
}
