// Renders what a message would bring to mind (no answer is asked for), or all that is remembered about a person.

import { splitTerms } from '@terrarium/kernel/split-terms';
import type { Fragment } from '@terrarium/memory/fragment';
import type { KnownFact } from '@terrarium/memory/known-fact';
import type { WakeLine, WakePackage } from '@terrarium/memory/wake-package';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { type FactsScreen, renderFacts } from './render-facts.ts';

/**
 * The sections of the wake that are shown whole; from the latest messages, only those related to the message
 * are shown.
 */
const shown: ReadonlySet<string> = new Set(['lingering', 'recalled', 'known', 'echoes']);

/**
 * Renders what is related to the newest message, without secrets and without the sections that only a model
 * needs.
 */
export function renderBrought(wake: WakePackage, width: number): readonly string[] {
  const brought = wake.sections.filter(({ name }) => shown.has(name)).flatMap((section) => section.lines);
  const all = [...brought, ...listBearing(wake, brought)];
  const lines = all.filter(({ isSecret }) => !isSecret);
  const secrets = all.length - lines.length;
  if (all.length === 0) return [paint('(Nothing comes to mind.)', 'dim')];
  return [
    paint('What comes to mind:', 'dim'),
    ...lines.flatMap(({ text }) =>
      text.split('\n').flatMap((line) => wrapText(line, { width, indent: '    ', first: '  ' })),
    ),
    ...(secrets === 0 ? [] : [paint(`  (${renderCount(secrets, 'secret')}, not shown here)`, 'dim')]),
  ];
}

const mostBearing = 3;
const asking = /[?？؟]|^\s*(?:who|what|when|where|which|why|how|tell me)\b/iu;
/** If there are more messages than this, a word that occurs in more than `commonShare` of them says little. */
const fewSaid = 8;
const commonShare = 0.25;

/**
 * Lists at most `mostBearing` of the person's recent messages that share words with a question, the newest last. Does
 * so only if some words of the question do not occur in what came to mind.
 */
function listBearing({ sections, message }: WakePackage, brought: readonly WakeLine[]): readonly WakeLine[] {
  if (message === undefined || !asking.test(message.text)) return [];
  const name = `${message.from}: `;
  const recent = sections.find((section) => section.name === 'recent')?.lines ?? [];
  const said = recent
    .filter(({ text, isSecret }) => !isSecret && text.startsWith(name) && !/[?？؟]\s*$/u.test(text))
    .map((line) => ({ line, terms: splitTerms(line.text.slice(name.length)).counts }));
  const isTelling = (term: string) =>
    said.length <= fewSaid || said.filter(({ terms }) => terms.has(term)).length <= commonShare * said.length;
  const asked = [...splitTerms(message.text).counts.keys()].filter(isTelling);
  const isThere = (words: string) => brought.some(({ text }) => text.includes(words));
  const told = splitTerms(brought.map(({ text }) => text).join('\n')).counts;
  if (asked.every((term) => told.has(term))) return [];
  const best = said
    .map(({ line, terms }, at) => ({ line, at, shared: asked.filter((term) => terms.has(term)).length }))
    .filter(({ line, shared }) => shared > 0 && !isThere(line.text.slice(name.length)))
    .sort((one, other) => other.shared - one.shared || other.at - one.at)
    .slice(0, mostBearing)
    .sort((one, other) => one.at - other.at);
  return best.length === 0
    ? []
    : [{ text: '— said not long before —', isSecret: false }, ...best.map(({ line }) => line)];
}

export interface Remembered {
  readonly facts: readonly KnownFact[];
  readonly fragments: readonly Fragment[];
}

/** Renders the facts about the person, and the fragments compiled from the talk. */
export function renderRemembered(
  { facts, fragments }: Remembered,
  screen: Omit<FactsScreen, 'isPart'>,
): readonly string[] {
  const { width } = screen;
  return [
    ...renderFacts(facts, { ...screen, isPart: false }),
    ...(fragments.length === 0 ? [] : ['', paint('Fragments, compiled from the talk', 'bold')]),
    ...fragments.flatMap(({ key, ambient, recognition }) =>
      wrapText(`${key}: ${recognition || ambient}`, { width, indent: '    ', first: '  ' }),
    ),
  ];
}
