// Lists what would go when something is forgotten, each line with the reason and without the words of a secret.

import type { EventId } from '../events/event.ts';
import { renderFactName } from '../facts/known-fact.ts';
import { tiers } from '../fragments/fragment.ts';
import type { Target } from '../inspect/presence.ts';
import { cutSecrets } from '../tags/secrets.ts';
import { parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { normalise } from '../working-memory/normal-form.ts';
import type { Going } from './collect-going.ts';
import { type GoingMoment, readGone } from './going-moment.ts';
import { betweenSentences, splitClauses } from './own-words.ts';
import type { RedactedText } from './redact-rows.ts';

export interface GoingLine {
  /** A name such as `moment 34`, `part of moment 5`, `plan 12` or `[pier]`. */
  readonly name: string;
  readonly text: string;
  readonly because: string;
}

const hidden = '(a secret is not shown here)';
const named = 'you chose it';
/** The maximum number of lines of one fragment that are listed; further lines are only counted. */
const mostLines = 12;

export function listGoingLines(
  { going, texts }: { readonly going: Going; readonly texts: readonly RedactedText[] },
  targets: readonly Target[],
): readonly GoingLine[] {
  const { moments, items } = going;
  const isNamed = (id: number) => targets.some((target) => 'item' in target && target.item === id);
  const namedKeys = new Set(targets.flatMap((target) => ('fragment' in target ? [target.fragment] : [])));
  return [
    ...moments.map((moment) => (moment.isWhole ? buildMoment(moment) : buildPart(moment, items))),
    ...items.map((item) =>
      buildItem(item, { isNamed: isNamed(item.id), moments, answered: going.answering.get(item.id) }),
    ),
    ...texts.flatMap((text) => buildFragment(text, namedKeys.has(text.before.key))),
  ];
}

function buildMoment({ event }: GoingMoment): GoingLine {
  return { name: `moment ${event.id}`, text: normaliseBlanks(showWords(event.text)), because: named };
}

function showWords(text: string): string {
  return cutSecrets(text, hidden).replace(/<\/?[a-z]+>/gu, ' ');
}

/**
 * Builds the line for a moment that stays in part. Its text is what goes, such as the chosen sentences and the parts
 * from which items came.
 */
function buildPart(
  { event, rest, sentences, thinking = '' }: GoingMoment,
  items: readonly WorkingItem[],
): GoingLine {
  const isFurther = ({ content }: WorkingItem) =>
    event.text.includes(content) && !rest.text.includes(content) && !sentences.includes(content);
  const told = items.filter(isFurther);
  const names = told.map(({ kind, id }) => `${kind} ${id}`).join(', ');
  const isThought = thinking !== '' && told.length === 0;
  const came = isThought
    ? 'it was thought in an answer'
    : `${names === '' ? 'what is forgotten' : names} came from this part`;
  const chosen = [sentences, thinking].filter((text) => text !== '').map(showWords);
  const words = [...chosen, ...told.map(showContent)];
  return {
    name: `part of moment ${event.id}`,
    text: normaliseBlanks(words.join(' … ')),
    because: sentences === '' ? came : named,
  };
}

interface ItemReasons {
  readonly isNamed: boolean;
  readonly moments: readonly GoingMoment[];
  /** The moment in whose answer it was held in mind. */
  readonly answered: EventId | undefined;
}

function buildItem(item: WorkingItem, { isNamed, moments, answered }: ItemReasons): GoingLine {
  const moment = moments.find((one) => readGone(one) !== '' && one.event.id === item.eventId);
  const unsaid =
    answered === undefined
      ? 'no remaining message says it'
      : `it was held in mind in the answer to moment ${answered}`;
  const told = moment === undefined ? unsaid : `it was told in moment ${moment.event.id}`;
  return {
    name: `${item.kind} ${item.id}`,
    text: normaliseBlanks(item.kind === 'fact' ? showFact(item) : showContent(item)),
    because: isNamed ? named : told,
  };
}

/** One sentence may tell several facts, so each is shown as what it is: "home: Bristol". */
function showFact(item: WorkingItem): string {
  return `${renderFactName(parseFactSubject(item.subject ?? ''))}: ${findFactValue(item)}`;
}

function showContent({ kind, content }: WorkingItem): string {
  return kind === 'secret' ? hidden : content;
}

function buildFragment({ before, after }: RedactedText, isNamed: boolean): readonly GoingLine[] {
  const name = `[${before.key}]`;
  if (after === undefined) {
    const because = isNamed ? named : 'nothing else that was said supports it';
    return [{ name, text: normaliseBlanks(before.ambient || before.recognition), because }];
  }
  const kept = new Set(tiers.flatMap((tier) => listSentences(after[tier])));
  const keptClauses = new Set([...kept].flatMap(splitClauses).map(normalise));
  const listGone = (sentence: string): readonly string[] => {
    const clauses = splitClauses(sentence);
    const gone = clauses.filter((one) => !keptClauses.has(normalise(one)));
    return gone.length === clauses.length ? [sentence] : gone;
  };
  const gone = new Set(
    tiers
      .flatMap((tier) => listSentences(before[tier]))
      .filter((one) => !kept.has(one))
      .flatMap(listGone),
  );
  const lines = [...gone]
    .slice(0, mostLines)
    .map((text) => ({ name, text, because: 'it is based on what is forgotten' }));
  const more = gone.size - lines.length;
  return more > 0
    ? [...lines, { name, text: `and ${more} more lines`, because: 'they are based on what is forgotten' }]
    : lines;
}

function listSentences(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => line.split(betweenSentences))
    .map(normaliseBlanks)
    .filter((one) => one !== '');
}

function normaliseBlanks(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
