// Evidence gate: accepts words as evidence only if they are in a post that was read, and name the entry.

import { findExactQuote } from '@terrarium/kernel/find-exact-quote';
import type { PostId, Span } from '../corpus/corpus.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import { isEnglishProse } from '../reader/is-english-prose.ts';
import type { CitablePost, CitableText, EvidenceClaim } from './citable-text.ts';
import { hasDerivedName } from './derived-name.ts';
import type { Evidence } from './entry.ts';
import { hasAnyName } from './is-naming.ts';
import { isPointing } from './is-pointing.ts';
import { isRetold } from './is-retold.ts';
import { isSamePlace } from './is-same-place.ts';
import { hasSameWords, listClosePassages, listReadings } from './locate-quote.ts';
import { renderNames, renderPlace, renderQuote } from './render-citation.ts';
import { buildSurfaceIndex } from './surface-index.ts';
import { splitWords } from './text-words.ts';
import { hasWordOfNarrator } from './word-for.ts';

export interface EvidenceVerdict {
  /** First come the quotes with the name, then quotes without it that lean on them. */
  readonly accepted: readonly Evidence[];
  readonly notes: readonly string[];
  /** Why claims were refused and what to do instead, in words for the model. */
  readonly refusals: readonly string[];
  /** Those of the refusals that are about sentences which the definition repeats. */
  readonly missed: readonly string[];
  /** Passages of the story that were cited but refused, because the name is not in them. */
  readonly strayed: readonly Evidence[];
  /** Whether a passage of the story was found for each claim. */
  readonly isFound: boolean;
}

type Outcome =
  | { readonly evidence: Evidence; readonly note?: string }
  /**
   * A refused claim. If it cites a passage of the story without the name, `nameless` is this passage: it is judged
   * again together with the quotes that have the name.
   */
  | {
      readonly refusal: string;
      readonly hint?: string;
      /** A hint at sentences that name the entry. The model gets it only if no other claim names the entry. */
      readonly naming?: string;
      readonly nameless?: Passage;
      /** The passage that the model meant, if the model did not send its exact words. */
      readonly meant?: Passage | undefined;
    };

type Refused = Exclude<Outcome, { readonly evidence: Evidence }>;

interface Case {
  readonly names: readonly string[];
  readonly text: CitableText;
  /** Whether the entry already has a quote with its name. */
  readonly isNamed: boolean;
  hasName(passage: string): boolean;
  /** Returns false if no sentence of the text can have the name. This is quicker than judging each sentence. */
  canHaveName(text: string): boolean;
}

// A passage with at least this similarity is taken for the one that the model meant: small models change a word or two
// in a sentence.
const snapSimilarity = 0.85;
// At most this many sentences before a quote are added to it to include a name of the entry.
const maxSentencesBefore = 2;
const mostPlaces = 3;

/**
 * Judges every claim for an entry with these names, and keeps repeated evidence once. A quote without the name may be
 * accepted because of a quote with the name, from another claim or from `stands`, the quotes that the entry already
 * has. Usually it then points back (he, it) and is in the same or a neighbouring post.
 */
export function checkEvidence(
  claims: readonly EvidenceClaim[],
  names: readonly string[],
  text: CitableText,
  stands: readonly Evidence[] = [],
): EvidenceVerdict {
  const index = buildSurfaceIndex();
  index.set(1, names);
  const derivable = text.derivable ?? { names: [] };
  const hasName = (passage: string) =>
    index.countMentions(passage).size > 0 || hasDerivedName(passage, derivable);
  const canHaveName = (whole: string) => derivable.names.length > 0 || index.canOccur(splitWords(whole));
  const standing = stands.filter(({ quote }) => hasName(quote));
  const theCase: Case = { names, text, isNamed: standing.length > 0, hasName, canHaveName };
  const outcomes = claims.map((claim) => checkClaim(claim, theCase));
  const naming = outcomes.flatMap((outcome) => ('evidence' in outcome ? [outcome.evidence] : []));
  const leantOn = [...naming, ...standing];
  const leaning: Evidence[] = [];
  const refused: Refused[] = [];
  for (const outcome of outcomes) {
    if ('evidence' in outcome) continue;
    const { nameless } = outcome;
    if (nameless !== undefined && isBeside(nameless, leantOn, theCase)) leaning.push(toEvidence(nameless));
    else refused.push(outcome);
  }
  const notes = outcomes.flatMap((outcome) => ('evidence' in outcome ? (outcome.note ?? []) : []));
  const refusals = renderRefusals(refused, naming.length === 0);
  const isMissed = ({ nameless }: Refused) =>
    nameless !== undefined && isRepeated(nameless, leantOn, theCase);
  const strayed = refused.flatMap(({ nameless, meant = nameless }) => meant ?? []);
  return {
    accepted: filterPlaces([...naming, ...leaning]),
    notes,
    refusals,
    missed: refusals.filter((_, at) => refused.slice(at, at + 1).some(isMissed)),
    strayed: strayed.map(toEvidence),
    isFound: strayed.length === refused.length,
  };
}

function readWords({ post, span }: Passage): string {
  return post.body.slice(span.start, span.end);
}

/**
 * Says what is wrong with each claim. A hint at what would be accepted is given only once, even if it applies to
 * several claims.
 */
function renderRefusals(refused: readonly Refused[], isNameless: boolean): readonly string[] {
  const said = new Set<string>();
  return refused.map(({ refusal, naming, hint = isNameless ? naming : undefined }) => {
    if (hint === undefined || said.has(hint)) return refusal;
    said.add(hint);
    return `${refusal} ${hint}`;
  });
}

function filterPlaces(pieces: readonly Evidence[]): readonly Evidence[] {
  return pieces.filter((piece, at) => pieces.findIndex((other) => isSamePlace(other, piece)) === at);
}

/**
 * Whether a passage without the name may count because of a quote with the name. Usually, the quote is in the same or a
 * neighbouring post, and the passage points back. The quote may be in any post of the story if the entry says `I` in
 * the passage, or if the definition repeats the passage and the passage has a pronoun for the entry.
 */
function isBeside(passage: Passage, leantOn: readonly Evidence[], theCase: Case): boolean {
  const inStory = leantOn.filter(({ corpus }) => corpus === passage.post.corpus);
  if (inStory.length === 0) return false;
  if (isOwnWord(passage, theCase)) return true;
  const isNear = inStory.some(({ postId }) => isNeighbour(postId, passage.post, theCase));
  const words = readWords(passage);
  if (isNear && isPointing(words, passage.post.body)) return true;
  const { retelling } = theCase.text;
  return (
    retelling !== undefined &&
    isRepeated(passage, inStory, theCase) &&
    (isNear || retelling.hasPronounFor(words)) &&
    !retelling.namesAnother(words)
  );
}

/** Only in English is it known which words tell something: `que` and `la` are shared by any two Spanish sentences. */
function isRepeated(passage: Passage, quotes: readonly Evidence[], { text: { retelling } }: Case): boolean {
  return (
    retelling !== undefined &&
    isEnglishProse(passage.post.body) &&
    isRetold(
      readWords(passage),
      retelling.definition,
      quotes.map(({ quote }) => quote),
    )
  );
}

function isOwnWord({ post, span }: Passage, { text }: Case): boolean {
  return text.isTold?.(post) === true && hasWordOfNarrator(post.body, span);
}

function isNeighbour(postId: PostId, post: CitablePost, { text }: Case): boolean {
  if (postId === post.postId) return true;
  const at = text.scene.findIndex((one) => one.postId === post.postId);
  const other = text.scene.findIndex((one) => one.postId === postId);
  return at >= 0 && other >= 0 && Math.abs(at - other) === 1;
}

function toEvidence(passage: Passage): Evidence {
  const { post, span, isSnapped } = passage;
  const { corpus, postId } = post;
  const { start, end } = span;
  return { corpus, postId, start, end, quote: readWords(passage), isSnapped };
}

function checkClaim(claim: EvidenceClaim, theCase: Case): Outcome {
  const named = findNamedPost(claim, theCase.text);
  if (claim.quote !== undefined && claim.quote.trim() !== '') {
    const outcome = checkQuote(claim, named, theCase);
    if ('evidence' in outcome || claim.label === undefined) return outcome;
  }
  if (claim.label === undefined) return { refusal: 'Evidence needs a quote or a sentence label.' };
  if (named === undefined) return { refusal: renderUnknownPost(claim.postId, theCase.text) };
  return checkLabel(claim.label, named, theCase);
}

function findNamedPost(claim: EvidenceClaim, text: CitableText): CitablePost | undefined {
  const { postId } = claim;
  if (postId === undefined) return text.scene.length === 1 ? text.scene[0] : undefined;
  return text.scene.find((post) => post.postId === postId) ?? text.findEarlier(postId);
}

function checkQuote(claim: EvidenceClaim, named: CitablePost | undefined, theCase: Case): Outcome {
  const others = theCase.text.scene.filter((post) => post !== named);
  const posts = named === undefined ? others : [named, ...others];
  if (posts.length === 0) return { refusal: renderUnknownPost(claim.postId, theCase.text) };
  const readings = listReadings(claim.quote ?? '');
  for (const post of posts) {
    for (const reading of readings) {
      const span = findExactQuote(post.body, reading, post.span);
      if (span !== undefined) return checkSpan({ post, span, isSnapped: false }, claim, theCase);
    }
  }
  return resolveCloseQuote(claim, { named, posts, readings }, theCase);
}

interface Passage {
  readonly post: CitablePost;
  readonly span: Span;
  readonly isSnapped: boolean;
}

interface QuoteSearch {
  readonly named: CitablePost | undefined;
  readonly posts: readonly CitablePost[];
  readonly readings: readonly string[];
}

function resolveCloseQuote(claim: EvidenceClaim, search: QuoteSearch, theCase: Case): Outcome {
  const wanted = search.readings.at(-1) ?? '';
  const passages = search.posts.flatMap((post) =>
    listClosePassages(post.body, wanted, post.span).map((passage) => ({ post, ...passage })),
  );
  const same = passages.filter((passage) =>
    hasSameWords(passage.post.body.slice(passage.start, passage.end), wanted),
  );
  const bearing = passages.filter(
    (passage) =>
      passage.similarity >= snapSimilarity && completeSpan(passage.post, passage, theCase) !== undefined,
  );
  const near = same.length > 0 ? same : bearing;
  const inNamed = near.filter((passage) => passage.post === search.named);
  const meant = inNamed.length > 0 ? inNamed : near;
  const [only, second] = meant;
  if (only !== undefined && second === undefined) {
    return checkSpan({ post: only.post, span: only, isSnapped: true }, claim, theCase);
  }
  if (only !== undefined) {
    const places = meant.slice(0, 3).map((passage) => renderPlace(passage.post, passage));
    return {
      refusal: `The quote is close to several passages: ${places.join('; ')}. Copy the one you mean.`,
    };
  }
  const closest = passages.sort((a, b) => b.similarity - a.similarity)[0];
  return refuseAbsent(wanted, closest, theCase);
}

type ClosePassage = ReturnType<typeof listClosePassages>[number] & { readonly post: CitablePost };

function refuseAbsent(wanted: string, closest: ClosePassage | undefined, theCase: Case): Outcome {
  const refusal = `The quote ${renderQuote(wanted)} is not in the posts read.`;
  if (closest === undefined || closest.similarity < 0.3)
    return { refusal, naming: listBearingSentences(theCase) };
  const { post, similarity } = closest;
  return {
    refusal,
    hint: `Closest passage: ${renderPlace(post, closest)}. Copy its words or give its label.`,
    meant: similarity < snapSimilarity ? undefined : { post, span: closest, isSnapped: true },
  };
}

function checkLabel(
  label: { readonly first: number; readonly last: number },
  named: CitablePost,
  theCase: Case,
): Outcome {
  const sentences = listSentenceLabels(named.body, named.span);
  const first = sentences.find((sentence) => sentence.label === label.first);
  const last = sentences.find((sentence) => sentence.label === Math.max(label.first, label.last));
  if (first === undefined || last === undefined) {
    const missing = first === undefined ? label.first : label.last;
    const range = `${sentences[0]?.label ?? 0} to ${sentences.at(-1)?.label ?? 0}`;
    return { refusal: `Post ${named.postId} has no sentence [${missing}]: its labels are ${range}.` };
  }
  const passage = { post: named, span: { start: first.start, end: last.end }, isSnapped: false };
  return checkSpan(passage, {}, theCase);
}

/** Accepts a passage that names the entry, if need be together with sentences before it; refuses any other passage. */
function checkSpan(passage: Passage, claim: EvidenceClaim, theCase: Case): Outcome {
  const span = completeSpan(passage.post, passage.span, theCase);
  if (span === undefined) return refuseNameless(passage, theCase);
  const { postId } = passage.post;
  const isWidened = span.start !== passage.span.start || span.end !== passage.span.end;
  const isSnapped = passage.isSnapped || (isWidened && claim.quote !== undefined);
  const evidence = toEvidence({ post: passage.post, span, isSnapped });
  const note =
    claim.postId !== undefined && claim.postId !== postId ? `The quote is in post ${postId}.` : undefined;
  return note === undefined ? { evidence } : { evidence, note };
}

function refuseNameless(passage: Passage, theCase: Case): Outcome {
  const place = renderPlace(passage.post, passage.span);
  const near = theCase.text.scene.filter((one) => isNeighbour(one.postId, passage.post, theCase));
  const mayLean = theCase.text.mayLean !== false && isPointing(readWords(passage), passage.post.body);
  const beside = mayLean ? listBearingPlaces(near, theCase) : [];
  const would =
    beside.length > 0
      ? { hint: `Cite with it a sentence that does: ${beside.join('; ')}. Then both are taken.` }
      : { naming: listNamingSentences(passage, theCase) };
  const isSpeaker = hasAnyName(readWords(passage), theCase.names);
  const why = isSpeaker
    ? 'has the name only as the label of a speaker, which does not count as naming'
    : 'does not name';
  return {
    refusal: `${place} ${why} ${renderNames(theCase.names)}.`,
    ...would,
    nameless: passage,
  };
}

/** Tells the model which sentences name the entry and, if the entry is or may be the narrator, that `I` counts too. */
function listNamingSentences({ post, span }: Passage, theCase: Case): string {
  const {
    names: [term = ''],
    text,
    isNamed,
  } = theCase;
  const beside = isNamed ? '' : ' beside one that does';
  if (text.isTold?.(post) === true) {
    const own = `The entry is a narrator: a sentence with "I", outside of speech, is taken too${beside}.`;
    const isElsewhere = isNamed && listBearingPlaces(text.scene, theCase).length === 0;
    return isElsewhere ? own : `${listBearingSentences(theCase)} ${own}`;
  }
  const bearing = listBearingSentences(theCase);
  if (text.mayBeTagged !== true || !hasWordOfNarrator(post.body, span)) return bearing;
  return `${bearing} If "I" is ${renderNames([term])}, add the tag "narrator": then such a sentence is taken${beside}.`;
}

function completeSpan(post: CitablePost, span: Span, theCase: Case): Span | undefined {
  if (theCase.hasName(post.body.slice(span.start, span.end))) return { start: span.start, end: span.end };
  const sentences = listSentenceLabels(post.body, post.span);
  const first = sentences.findIndex((sentence) => sentence.end > span.start);
  const last = sentences.findLast((sentence) => sentence.start < span.end);
  const end = last?.end ?? span.end;
  for (let from = first; from >= Math.max(0, first - maxSentencesBefore); from -= 1) {
    const start = sentences[from]?.start ?? 0;
    if (theCase.hasName(post.body.slice(start, end))) return { start, end };
  }
  return undefined;
}

function listBearingSentences(theCase: Case): string {
  const inScene = listBearingPlaces(theCase.text.scene, theCase);
  if (inScene.length > 0) return `Sentences that do: ${inScene.join('; ')}.`;
  const earlier = listBearingPlaces(theCase.text.listBearing?.() ?? [], theCase);
  const names = renderNames(theCase.names);
  if (earlier.length > 0) {
    if (theCase.text.scene.length === 0) return `Sentences that do: ${earlier.join('; ')}.`;
    return `No post of this scene names ${names}. Earlier sentences that do: ${earlier.join('; ')}.`;
  }
  return `No post read so far names ${names}; write the name as the story does.`;
}

function listBearingPlaces(posts: readonly CitablePost[], theCase: Case): readonly string[] {
  const places: string[] = [];
  for (const post of posts) {
    if (!theCase.canHaveName(post.body.slice(post.span.start, post.span.end))) continue;
    for (const sentence of listSentenceLabels(post.body, post.span)) {
      if (!theCase.hasName(post.body.slice(sentence.start, sentence.end))) continue;
      places.push(renderPlace(post, sentence));
      if (places.length === mostPlaces) return places;
    }
  }
  return places;
}

function renderUnknownPost(postId: PostId | undefined, text: CitableText): string {
  const ids = text.scene.map((post) => post.postId).join(', ');
  const wrong =
    postId === undefined ? 'The evidence names no post.' : `Post ${postId} has not been read yet.`;
  return `${wrong} Posts of this scene: ${ids === '' ? 'none' : ids}.`;
}
