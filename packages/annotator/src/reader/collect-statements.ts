// Collects what the newest scene says about a candidate, each statement with its sentence.

import type { Statement } from './choose-definition.ts';
import { computeClauseStart, computeStop, maxSpanWords } from './clause.ts';
import type { GatheredScene, Place, TaggedSentence } from './collect-candidates.ts';
import { completeWords, cutStatement } from './cut-statement.ts';
import { isListed } from './lexicon.ts';
import { listFollowers } from './list-followers.ts';
import type { SceneIdentity } from './list-identities.ts';
import { listSpans, minSpanWords, type Span } from './list-spans.ts';
import type { Evidence, ReaderCall, UpdateCall } from './reader-call.ts';

/** If a scene mentions a candidate in more sentences, the rest are skipped: they would only cost time. */
const maxSentences = 40;
/** If a sentence mentions a candidate more often, the other mentions are skipped: they would only cost time. */
const maxMentions = 4;

export function collectStatements(scene: GatheredScene, places: readonly Place[]): readonly Statement[] {
  const bySentence = new Map<number, Place[]>();
  for (const place of places) {
    const list = bySentence.get(place.sentence) ?? [];
    list.push(place);
    bySentence.set(place.sentence, list);
  }
  return [...bySentence].slice(0, maxSentences).flatMap(([index, list]) => {
    const sentence = scene.sentences[index];
    if (sentence === undefined) return [];
    const spans = listSpans(
      sentence.tokens,
      list.slice(0, maxMentions).map(({ mention }) => ({ from: mention.head, to: mention.to })),
    );
    const statements = spans.map((span) => buildStatement(sentence, span));
    const longer = spans.slice(0, 1).flatMap((span) => describeFurther(scene, index, span));
    const further = list.slice(-1).flatMap((place) => listFollowers(scene, place));
    return [...statements, ...longer, ...further];
  });
}

/** The sentence after a definition counts as further description only if the definition has at least this score. */
const describedScore = 4;
/** The maximum number of words of a definition including its description. */
const maxDescriptionWords = 56;
/** The description raises the score of its definition by this. */
const descriptionBonus = 1;
const goesOn =
  /^(?:(?:It|They|Its|Their|These|This|Each)\b|(?:\p{L}+ ){1,5}(?:it|they) (?:is|are|was|were|has|have|had)\b)/u;

/** Joins a definition and the sentence that continues it: `… a thoat. It stands ten feet high at the shoulder …`. */
function describeFurther(scene: GatheredScene, index: number, span: Span): readonly Statement[] {
  const sentence = scene.sentences[index];
  const next = scene.sentences[index + 1];
  if (sentence === undefined || next === undefined || !isDescribedBy(sentence, next, span)) return [];
  const first = cutStatement(sentence, { ...span, end: sentence.text.length });
  const text = `${first} ${next.text.replace(/\s+/g, ' ')}`;
  const words = text.split(' ').length;
  if (words > maxDescriptionWords) return [];
  const source = { postId: sentence.postId, label: `${sentence.label}-${next.label}` };
  return [{ text, words, score: span.score + descriptionBonus, classWord: span.classWord, source }];
}

function isDescribedBy(sentence: TaggedSentence, next: TaggedSentence, span: Span): boolean {
  if (span.score < describedScore || next.isParagraphStart || next.postId !== sentence.postId) return false;
  return span.classWord !== '' && !isListed('personWords', span.classWord) && goesOn.test(next.text);
}

function buildStatement(sentence: TaggedSentence, span: Span): Statement {
  return {
    text: cutStatement(sentence, span),
    words: span.words,
    score: span.score,
    classWord: span.classWord,
    source: { postId: sentence.postId, label: sentence.label },
  };
}

/**
 * Makes the statement for a name about which the scene says nothing better: its clause, or as much of the sentence as
 * a statement may have.
 */
export function quoteSentence(scene: GatheredScene, place: Place): readonly Statement[] {
  const sentence = scene.sentences[place.sentence];
  if (sentence === undefined) return [];
  const { tokens } = sentence;
  const { from, to } = place.mention;
  const clause = { from: computeClauseStart(tokens, from, false), to: computeStop(tokens, to, false) };
  const isClause = clause.to - clause.from >= minSpanWords && clause.to - clause.from <= maxSpanWords;
  const range = isClause
    ? clause
    : { from: Math.max(0, from - maxSpanWords / 2), to: Math.min(tokens.length, to + maxSpanWords / 2) };
  const first = tokens.slice(range.from, from).findIndex(({ pos }) => pos !== 'PUNCT');
  const words = completeWords(tokens, { from: first < 0 ? from : range.from + first, to: range.to });
  const [start, end] = [tokens[words.from]?.start, tokens[words.to - 1]?.end];
  if (start === undefined || end === undefined) return [];
  const text = cutStatement(sentence, { start, end, isPhraseStart: false, isPhraseEnd: false });
  return [
    {
      text,
      words: text.split(' ').length,
      score: 0,
      classWord: '',
      source: { postId: sentence.postId, label: sentence.label },
    },
  ];
}

/** For the id of each entry: the sentences that say that the entry is the same as another one. */
type Reveals = ReadonlyMap<number, readonly Evidence[]>;

/** `entryOf` maps the key of a candidate to the id of its entry. */
export function collectReveals(
  scene: GatheredScene,
  entryOf: ReadonlyMap<string, number>,
  identities: readonly SceneIdentity[],
): Reveals {
  const reveals = new Map<number, readonly Evidence[]>();
  for (const { names, sentence } of identities) {
    const ids = new Set(names.flatMap((name) => entryOf.get(name) ?? []));
    const shown = scene.sentences[sentence];
    if (ids.size < 2 || shown === undefined) continue;
    const quote = { post_id: shown.postId, label: shown.label };
    for (const id of ids) reveals.set(id, [...(reveals.get(id) ?? []), quote]);
  }
  return reveals;
}

/**
 * Adds the sentences as evidence to the updates of their entries, and makes these entries tentative. Makes an update
 * for an entry that has none.
 */
export function addReveals(calls: readonly ReaderCall[], reveals: Reveals): readonly ReaderCall[] {
  const rest = new Map(reveals);
  const extended = calls.map((call) => {
    if (call.name !== 'glossary_update') return call;
    const evidence = rest.get(call.arguments.entry_id);
    rest.delete(call.arguments.entry_id);
    return evidence === undefined ? call : addEvidence(call, evidence);
  });
  const others = [...rest].map(
    ([id, evidence]): UpdateCall => ({
      name: 'glossary_update',
      arguments: { entry_id: id, evidence, status: 'tentative' },
    }),
  );
  return [...extended, ...others];
}

function addEvidence(call: UpdateCall, evidence: readonly Evidence[]): UpdateCall {
  return {
    ...call,
    arguments: {
      ...call.arguments,
      evidence: [...(call.arguments.evidence ?? []), ...evidence],
      status: 'tentative',
    },
  };
}
