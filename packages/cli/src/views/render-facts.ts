// Renders facts about people: each with the words that state it, when they were said, and what was true before.

import { type KnownFact, renderFact } from '@terrarium/memory/known-fact';
import { renderNewer } from '@terrarium/memory/render-known-fact';
import { renderDay } from '@terrarium/memory/render-moment';
import type { Voices } from '@terrarium/memory/voices';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

export interface FactsScreen {
  readonly width: number;
  /** Whether the person asked for only some of the facts. */
  readonly isPart: boolean;
  readonly timeZone: string;
  readonly voices: Voices;
}

const none =
  'Nothing is known of anybody yet. What you say about yourself in plain words is held as a fact: "I live in Leeds", "I work as a nurse".';

export function renderFacts(
  facts: readonly KnownFact[],
  { width, isPart, timeZone, voices }: FactsScreen,
): readonly string[] {
  if (facts.length === 0) return wrapText(isPart ? 'No fact has these words.' : none, { width });
  const all = [...voices.user, ...voices.companion];
  return facts.flatMap((fact) => {
    const { item, voice } = fact;
    const name = all.find(({ id }) => id === voice)?.name ?? voice;
    const notes = listNotes(fact, timeZone).join(' · ');
    return [
      ...wrapText(`${renderFact(fact, name)} ${paint(`(${notes})`, 'dim')}`, {
        width,
        indent: '  ',
        first: '',
      }),
      ...wrapText(`"${item.content}"`, { width, indent: '  ' }).map((line) => paint(line, 'dim')),
    ];
  });
}

function listNotes(
  { item, toldAtMs, before, coming, newer }: KnownFact,
  timeZone: string,
): readonly string[] {
  return [
    `fact ${item.id}`,
    ...(item.status === 'active' ? [] : ['no longer so']),
    ...(toldAtMs === undefined
      ? []
      : [`${before === undefined ? 'told' : 'since'} ${renderDay(toldAtMs, timeZone)}`]),
    ...(before === undefined ? [] : [`before: ${before}`]),
    ...(coming === undefined ? [] : [`from ${renderDay(coming.fromMs, timeZone)}: ${coming.value}`]),
    ...(newer === undefined ? [] : [renderNewer(newer, timeZone)]),
  ];
}
