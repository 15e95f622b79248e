// Definition: chooses the one to three statements of the story that best say what an entry is.

import { isClassWord, isPersonWord } from './class-words.ts';
import type { NameRange } from './clause.ts';
import { stripEllipses, toCapital } from './cut-statement.ts';
import { isListed, toSingular } from './lexicon.ts';
import { listSpans, minSpanWords, tellingScore } from './list-spans.ts';
import { type Token, tagText } from './tag-text.ts';

/** A statement for a definition: a stretch of a post, word for word, or the statement that somebody tells the story. */
export interface Statement {
  readonly text: string;
  readonly words: number;
  readonly score: number;
  readonly classWord: string;
  /** Where the statement is in the newest scene; undefined for a statement of the entry's present definition. */
  readonly source: { readonly postId: number; readonly label: string } | undefined;
}

/** Three statements are enough to say what something is; more of them would retell the story. */
const maxStatements = 3;
/** A definition with more words cannot be read at a glance. */
const maxWords = 60;
/**
 * A further statement is added only if its score, times the share of its words that are new, reaches this share of the
 * first statement's score. A weaker statement would only hide the good one.
 */
const furtherShare = 0.3;
/**
 * Once a chosen statement says what the thing is, only statements with at least this score are added, because they
 * certainly say something about it.
 */
const surelyTelling = 3.5;

/** Whether a statement with this score says what the thing is; with a lower score, it only mentions the thing. */
export function isTelling(score: number): boolean {
  return score >= tellingScore;
}

/** The statement that somebody tells the story: no sentence of the story says this in its own words. */
const narratorText = 'Tells the story as “I”.';
/** A score that hardly any sentence of the story reaches, so that this statement comes first. */
const narratorScore = 8;

/** Makes the statement that somebody is the “I” of the story; `source` is the sentence that shows it. */
export function buildNarratorStatement(source: Statement['source']): Statement {
  const words = narratorText.split(' ').length;
  return { text: narratorText, words, score: narratorScore, classWord: 'narrator', source };
}

export function isOfNarrator({ text }: Statement): boolean {
  return text === narratorText;
}

/**
 * Chooses the best statement, and then those that add most, as long as they are good enough and fit into a definition.
 * A statement adds more, the higher its score is and the more of its words are new.
 */
export function chooseStatements(candidates: readonly Statement[]): readonly Statement[] {
  const chosen: Statement[] = [];
  const said = new Set<string>();
  let words = 0;
  let least = Number.NEGATIVE_INFINITY;
  let rest = candidates.filter((candidate) => candidate.words >= minSpanWords);
  // The statement that somebody tells the story is not counted among the `maxStatements`.
  const most = candidates.some(isOfNarrator) ? maxStatements + 1 : maxStatements;
  while (chosen.length < most && rest.length > 0) {
    const best = findBest(rest, said);
    if (best === undefined || best.worth < least || (chosen.length > 0 && best.worth <= 0)) break;
    if (chosen.length === 0) least = best.worth * furtherShare;
    rest = rest.filter(
      (candidate) =>
        candidate !== best.statement &&
        words + best.statement.words + candidate.words <= maxWords &&
        isFurther(candidate, best.statement),
    );
    chosen.push(best.statement);
    words += best.statement.words;
    for (const word of listTellingWords(best.statement.text)) said.add(word);
  }
  return chosen;
}

/**
 * Whether the candidate may follow a chosen statement: a statement that says what a thing is should not be padded with
 * mere mentions.
 */
function isFurther(candidate: Statement, chosen: Statement): boolean {
  if (!isTelling(chosen.score)) return true;
  const isSame = toSingular(candidate.classWord) === toSingular(chosen.classWord);
  const isThing = isClassWord(candidate.classWord) && !isPersonWord(candidate.classWord);
  return candidate.score >= surelyTelling && !(isSame && !isThing && candidate.words > maxSameWords);
}

/**
 * A further statement that puts somebody into the same class has at most this many words: a longer one tells what they
 * did.
 */
const maxSameWords = 9;

function findBest(
  candidates: readonly Statement[],
  said: ReadonlySet<string>,
): { statement: Statement; worth: number } | undefined {
  let best: { statement: Statement; worth: number } | undefined;
  for (const statement of candidates) {
    const worth = statement.score * computeNewShare(statement.text, said);
    if (best === undefined || worth > best.worth) best = { statement, worth };
  }
  return best;
}

function computeNewShare(text: string, said: ReadonlySet<string>): number {
  if (said.size === 0) return 1;
  const words = listTellingWords(text);
  return words.length === 0 ? 0 : words.filter((word) => !said.has(word)).length / words.length;
}

/**
 * Whether `statements` make a clearly better definition than `others`: only they say what the thing is or, if both or
 * neither do, their score is higher by the factor and the amount in `by` together.
 */
export function isClearlyBetter(
  statements: readonly Statement[],
  others: readonly Statement[],
  by: { readonly factor: number; readonly amount: number },
): boolean {
  const tellsMore = hasTelling(statements);
  if (tellsMore !== hasTelling(others)) return tellsMore;
  return scoreStatements(statements) > scoreStatements(others) * by.factor + by.amount;
}

function hasTelling(statements: readonly Statement[]): boolean {
  return statements.some(({ score }) => isTelling(score));
}

/** The score of a whole definition: if some of its statements say what the thing is, only these count. */
function scoreStatements(statements: readonly Statement[]): number {
  const telling = statements.filter(({ score }) => isTelling(score));
  const said = new Set<string>();
  let total = 0;
  for (const statement of telling.length > 0 ? telling : statements) {
    total += statement.score * computeNewShare(statement.text, said);
    for (const word of listTellingWords(statement.text)) said.add(word);
  }
  return total;
}

/** The words that carry meaning, each once, in lower case and in the singular. */
export function listTellingWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  return [...new Set(words.filter((word) => !isListed('functionWords', word)).map(toSingular))];
}

/**
 * Renders the definition as text. Statements get what they lack, such as an end mark, the other mark of a pair of
 * quotation marks or, after the first statement, a capital.
 */
export function renderDefinition(statements: readonly Statement[]): string {
  const texts = statements.map(({ text }) => completeLastMark(completeSentence(completeFirstMark(text))));
  return texts.map((text, index) => (index === 0 ? text : toCapital(text))).join(' ');
}

function completeSentence(text: string): string {
  const whole = text.replace(/ ["“]$|“$/u, '').replace(/(?<![\s,;:–—-])[\s,;:–—-]+(?=["”]?$)/u, '');
  return /[.!?…]["”’')]?$/.test(whole) ? whole : `${whole}.`;
}

/** Quotation marks, except a mark right after a digit, which may stand for inches. */
const quotationMark = /(?<!\d)["“”]/gu;

/** If the first quotation mark closes a speech, adds the opening mark at the start of the text: `“Come,” said N`. */
function completeFirstMark(text: string): string {
  const [first] = text.matchAll(quotationMark);
  if (first === undefined) return text;
  if (first[0] === '”') return `“${text}`;
  return first[0] === '"' && /\S$/u.test(text.slice(0, first.index)) ? `"${text}` : text;
}

function completeLastMark(text: string): string {
  const marks = [...text.matchAll(quotationMark)].map(([mark]) => mark);
  if (marks.at(-1) === '“') return `${text}”`;
  return marks.at(-1) === '"' && marks.length % 2 === 1 ? `${text}"` : text;
}

/** Splits the definition of an entry into its statements, and scores them by the same rules as new statements. */
export function parseDefinition(definition: string, names: readonly string[]): readonly Statement[] {
  return splitStatements(definition).map((text) => scoreStatement(text, names));
}

const abbreviations = /(?:^|[\s…])(?:Mr|Mrs|Ms|Dr|St|Capt|Col|Gen|Lt|Rev|Prof|Jr|Sr|Mme|Mlle|[A-Z])\.$/;

function splitStatements(definition: string): readonly string[] {
  const parts: string[] = [];
  let current = '';
  for (const piece of definition.split(/(?<=[.!?…]["”’')]?)\s+/)) {
    current = current === '' ? piece : `${current} ${piece}`;
    if (abbreviations.test(current)) continue;
    parts.push(current);
    current = '';
  }
  if (current !== '') parts.push(current);
  return parts;
}

function scoreStatement(text: string, names: readonly string[]): Statement {
  if (text === narratorText) return buildNarratorStatement(undefined);
  const told = stripEllipses(text);
  const tokens = tagText(told);
  const named = listNameRanges(tokens, names);
  const best = listSpans(tokens, named.length === 0 ? listPronounRanges(tokens) : named)[0];
  const words = told.split(/\s+/).length;
  return { text, words, score: best?.score ?? 0, classWord: best?.classWord ?? '', source: undefined };
}

/**
 * Returns the range of the first word if this is a pronoun that may mean the name: in a definition, `He was a lawyer`
 * may follow a sentence with the name.
 */
function listPronounRanges([first]: readonly Token[]): readonly NameRange[] {
  return /^(?:he|she)$/.test(first?.lower ?? '') ? [{ from: 0, to: 1 }] : [];
}

/** Where any of the names occurs in the tokens, in the singular or plural, in upper or lower case. */
export function listNameRanges(tokens: readonly Token[], names: readonly string[]): readonly NameRange[] {
  const wanted = names
    .map((name) => tagText(name).map((token) => toSingular(token.lower)))
    .filter((words) => words.length > 0);
  const ranges: NameRange[] = [];
  for (let from = 0; from < tokens.length; from++) {
    const hit = wanted.find((words) =>
      words.every((word, step) => toSingular(tokens[from + step]?.lower ?? '') === word),
    );
    if (hit !== undefined) ranges.push({ from, to: from + hit.length });
  }
  return ranges;
}
