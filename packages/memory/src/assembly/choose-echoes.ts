// Echoes: earlier moments that bear on the message, as many as fit, in the order in which they were.

import type { Echo } from '../echoes/find-echoes.ts';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { neutraliseLine, neutraliseText } from '../render/neutralise-text.ts';
import { renderAge } from '../render/render-age.ts';
import { renderSection } from '../render/render-section.ts';
import type { EchoEntry } from '../wakes/wake-ledger.ts';
import { cutText } from './cut-text.ts';
import { dropUntilFits, fillByScore } from './fill-by-score.ts';
import { findToldAtMs } from './find-told-at.ts';
import type { WakeLine } from './wake-package.ts';
import { nameVoice, type Waking } from './waking.ts';

export interface ChosenEchoes {
  readonly lines: readonly WakeLine[];
  readonly tokens: number;
  readonly entries: readonly EchoEntry[];
  readonly contents: readonly string[];
}

interface RenderedMoment extends Echo {
  readonly line: WakeLine;
  readonly tokens: number;
}

/** No moment may take more of the section than this share. */
const largestShare = 0.6;

/** `moments` are in order of rank, the best first; those `inView` are not shown twice. */
export function chooseEchoes(
  waking: Waking,
  moments: readonly Echo[],
  inView: ReadonlySet<EventId>,
): ChosenEchoes {
  const { tokens, budgets } = waking;
  const fresh = moments.filter(({ event }) => !inView.has(event.id) && !event.isParroted);
  const rendered = fresh.flatMap((moment) => renderMoment(moment, waking));
  const { chosen } = fillByScore(rendered, {
    maximum: budgets.echoes - tokens.count(renderSection('echoes', [{ text: '', isSecret: false }])),
    measure: (one) => one.tokens,
  });
  const { kept, tokens: used } = dropUntilFits(chosen, {
    maximum: budgets.echoes,
    measureAll: (some) => tokens.count(renderSection('echoes', orderLines(some))),
  });
  const shown = new Map(kept.map((one) => [one.event.id, one.tokens]));
  return {
    lines: orderLines(kept),
    tokens: used,
    entries: moments.map(({ event, score, because }) => ({
      id: event.id,
      score,
      because,
      tokens: shown.get(event.id) ?? 0,
      left: shown.has(event.id) ? undefined : findReason(event, inView),
    })),
    contents: kept.map(({ shownText }) => shownText),
  };
}

function renderMoment(moment: Echo, waking: Waking): readonly RenderedMoment[] {
  const { event, shownText } = moment;
  const name = neutraliseLine(nameVoice(waking.voices, event.voice));
  const lead = `(${renderAge(waking.moment.nowMs - findToldAtMs(event, waking.profile))}) ${name}: `;
  const { text, tokens } = cutText(`\n${lead}${neutraliseText(shownText)}`, {
    maximum: Math.floor(waking.budgets.echoes * largestShare),
    mark: ` … [cut: the rest is in event ${event.id}]`,
    tokens: waking.tokens,
  });
  return text === '' ? [] : [{ ...moment, line: { text: text.slice(1), isSecret: false }, tokens }];
}

function orderLines(moments: readonly RenderedMoment[]): readonly WakeLine[] {
  return [...moments]
    .sort((one, other) => one.event.atMs - other.event.atMs || one.event.id - other.event.id)
    .map(({ line }) => line);
}

function findReason(event: MemoryEvent, inView: ReadonlySet<EventId>): EchoEntry['left'] {
  if (inView.has(event.id)) return 'in-view';
  return event.isParroted ? 'parroted' : 'no-room';
}
