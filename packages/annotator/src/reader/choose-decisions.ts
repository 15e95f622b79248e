// Curating without judgment: what the built-in reader decides about an entry, by counts and forms of words, and says so.

import {
  chooseStatements,
  listNameRanges,
  parseDefinition,
  renderDefinition,
  type Statement,
  scoreStatements,
} from './choose-definition.ts';
import { findDoubt, findLongerName } from './find-doubt.ts';
import { findMergeTarget } from './find-merge-target.ts';
import { listSpans } from './list-spans.ts';
import type { ShownDossier } from './parse-dossiers.ts';
import { tagText } from './tag-text.ts';

export interface Decision {
  readonly entry_id: number;
  readonly verdict: 'CONFIRM' | 'REJECT' | 'MERGE' | 'REVISE';
  readonly reason: string;
  readonly target_id?: number;
  readonly definition?: string;
  readonly evidence?: readonly { readonly post_id: number; readonly quote: string }[];
}

/** Decides about every entry of a question. */
export function chooseDecisions(dossiers: readonly ShownDossier[]): readonly Decision[] {
  return dossiers.map((dossier) => {
    const merge = findMergeTarget(dossier);
    return merge === undefined
      ? chooseDecision(dossier)
      : { entry_id: dossier.id, verdict: 'MERGE', target_id: merge.targetId, reason: merge.reason };
  });
}

/** From this worth on a sentence says what something is. */
const tellingScore = 3;
/** Named no more often and said nothing of: nobody would look it up. */
const fewMentions = 2;

function chooseDecision(dossier: ShownDossier): Decision {
  const present = parseDefinition(dossier.definition, [dossier.term, ...dossier.aliases]);
  const better = findBetter(dossier, present);
  if (better !== undefined)
    return buildRevision(dossier, better, 'this says what it is, which what stood there did not');
  const trimmed = findTrimmed(dossier, present);
  if (trimmed !== undefined) return buildRevision(dossier, trimmed, 'what only mentioned it is left out');
  const own = present.filter(({ text }) => findLongerName(dossier, text) === undefined);
  const best = Math.max(0, ...own.map(({ score }) => score));
  const doubt = best < tellingScore && dossier.mentions <= fewMentions ? findDoubt(dossier) : undefined;
  if (doubt !== undefined)
    return { entry_id: dossier.id, verdict: 'REJECT', reason: `${describeSpread(dossier)}, ${doubt}.` };
  const said = best >= tellingScore ? ', and its definition says what it is' : explainName(dossier);
  return { entry_id: dossier.id, verdict: 'CONFIRM', reason: `${describeSpread(dossier)}${said}.` };
}

/** What is said for an entry that nothing defines. */
function explainName({ mentions }: ShownDossier): string {
  return mentions <= fewMentions ? '; little is said of it, but it is a name of this story' : '';
}

function describeSpread({ mentions, posts, threads }: ShownDossier): string {
  const named = `Named ${countTimes(mentions)}`;
  if (mentions < 2) return named;
  const inPosts = posts === 1 ? ' in one post' : ` in ${posts} posts`;
  return `${named}${inPosts}${threads > 1 ? ` of ${threads} threads` : ''}`;
}

function countTimes(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${count} times`;
}

/** A revised definition must be clearly better. */
const betterBy = 1.2;
const betterByAtLeast = 1.5;

/** Statements for a new definition, each with the passage it stands in; undefined when what stands is good enough. */
function findBetter(dossier: ShownDossier, present: readonly Statement[]): readonly Statement[] | undefined {
  const names = [dossier.term, ...dossier.aliases];
  const fresh = dossier.passages
    .flatMap(({ text }) => readPassage(text, names))
    .filter(({ text }) => findLongerName(dossier, text) === undefined);
  const chosen = chooseStatements(fresh);
  const best = chosen[0]?.score ?? 0;
  if (best < definingScore || chosen.some(({ text }) => findPassage(dossier, text) === undefined))
    return undefined;
  const before = scoreStatements(present);
  return scoreStatements(chosen) > before * betterBy + betterByAtLeast ? chosen : undefined;
}

/** From this worth on a statement defines, and one under the other only happens to name the thing. */
const definingScore = 4.5;
const mentionScore = 2;

/** What is left of a definition without the sentences that only mention the thing. */
function findTrimmed(dossier: ShownDossier, present: readonly Statement[]): readonly Statement[] | undefined {
  const kept = present.filter(({ score }) => score >= mentionScore);
  const isDefined = kept.some(({ score }) => score >= definingScore);
  const isSourced = kept.every(({ text }) => findPassage(dossier, text) !== undefined);
  return isDefined && isSourced && kept.length < present.length ? kept : undefined;
}

/** Sentences of a passage that are whole: a shortened quote ends in the middle of one. */
function readPassage(text: string, names: readonly string[]): readonly Statement[] {
  const whole = text
    .split(/\n|…/)
    .flatMap((part) => part.split(/(?<=[.!?]["”’')]?)\s+(?=["“‘'(]?\p{Lu})/u))
    .filter((sentence) => /^["“‘'(]?\p{Lu}.*[.!?]["”’')]?$/u.test(sentence.trim()));
  return whole.flatMap((sentence) => readSentence(sentence.trim(), names));
}

function readSentence(sentence: string, names: readonly string[]): readonly Statement[] {
  const tokens = tagText(sentence);
  return listSpans(tokens, listNameRanges(tokens, names)).map(({ start, end, ...span }) => ({
    ...span,
    text: sentence.slice(start, end),
    source: undefined,
  }));
}

function findPassage(dossier: ShownDossier, statement: string): { readonly postId: number } | undefined {
  const wanted = normaliseStatement(statement);
  return dossier.passages.find(({ text }) => normaliseStatement(text).includes(wanted));
}

function normaliseStatement(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/(?<![.\s])[.\s]+$/, '')
    .toLowerCase();
}

function buildRevision(dossier: ShownDossier, statements: readonly Statement[], why: string): Decision {
  const evidence = statements.map(({ text }) => ({
    post_id: findPassage(dossier, text)?.postId ?? 0,
    quote: text.replace(/\.$/, ''),
  }));
  return {
    entry_id: dossier.id,
    verdict: 'REVISE',
    definition: renderDefinition(statements),
    evidence,
    reason: `${describeSpread(dossier)}; ${why}.`,
  };
}
