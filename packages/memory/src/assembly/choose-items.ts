// Phase 1: what lingers. Everything in mind is weighed, and the budget is filled by weight.

import type { EventId } from '../events/event.ts';
import type { ItemEntry } from '../ledger/wake-ledger.ts';
import { renderItemContent, renderItemLead } from '../render/render-item.ts';
import { renderSection } from '../render/render-section.ts';
import { computeWorkingMemoryMaximum } from '../wake/budgets.ts';
import type { WakeLine } from '../wake/wake-package.ts';
import type { ItemId, WeighedItem, WorkingItem } from '../working-memory/item.ts';
import { announceFading, announcementTokens } from './announce-fading.ts';
import { cutText } from './cut-text.ts';
import { fillByScore, removeUntilFits } from './fill-by-score.ts';
import { isFadingPin, rankItems, type WeightedItem } from './rank-items.ts';
import { nameVoice, type Waking } from './waking.ts';

export interface ChosenItems {
  /** From the oldest on. */
  readonly lines: readonly WakeLine[];
  readonly tokens: number;
  /** How full working memory is: 0 to 1. */
  readonly pressure: number;
  /** All that are in, and the best of those that are not. */
  readonly entries: readonly ItemEntry[];
  readonly notListed: number;
  /** The texts that are shown, as they were written. */
  readonly contents: readonly string[];
}

interface RenderedItem extends WeightedItem {
  readonly line: WakeLine;
  readonly content: string;
  readonly tokens: number;
}

/** Of those that stay out, so many are listed; `why` works out the others from what is stored. */
const leftListed = 40;
/** No item may take more of working memory than this share: one long text must not push out everything else. */
const largestShare = 0.25;
/** Texts are read in batches: most items are never looked at. */
const batch = 48;

export function chooseItems(waking: Waking): ChosenItems {
  const maximum = computeWorkingMemoryMaximum(waking.budgets);
  const weighed = rankItems(waking);
  const candidates = weighed.filter((one) => one.score >= waking.profile.threshold);
  const announced = maximum > 2 * announcementTokens && candidates.some((one) => isFadingPin(one, waking));
  const room = maximum - (announced ? announcementTokens : 0);
  const rendering = openRendering(candidates, waking, Math.floor(maximum * largestShare));
  const { chosen } = fillByScore(candidates, {
    maximum: room - waking.tokens.count(renderSection('lingering', [{ text: '', isSecret: false }])),
    measure: (one, index) => rendering.read(one, index)?.tokens ?? Number.POSITIVE_INFINITY,
  });
  const rendered = chosen.flatMap((one) => rendering.find(one) ?? []);
  const { kept, tokens } = removeUntilFits(rendered, {
    maximum: room,
    measureAll: (items) => waking.tokens.count(renderSection('lingering', sortLines(items))),
  });
  const lines = [...sortLines(kept), ...(announced ? announce(candidates, kept, waking) : [])];
  const total = announced ? waking.tokens.count(renderSection('lingering', lines)) : tokens;
  return {
    lines,
    tokens: total,
    pressure: maximum === 0 ? 0 : total / maximum,
    contents: kept.map((one) => one.content),
    ...listEntries(weighed, kept, waking),
  };
}

interface Rendering {
  /** Undefined for an item that is gone, or of which not even the beginning fits. */
  read(one: WeightedItem, index: number): RenderedItem | undefined;
  /** One that was read before. */
  find(one: WeightedItem): RenderedItem | undefined;
}

function openRendering(candidates: readonly WeightedItem[], waking: Waking, largest: number): Rendering {
  const rendered = new Map<ItemId, RenderedItem | undefined>();
  const readFrom = (start: number) => {
    const part = candidates.slice(start, start + batch);
    const contents = waking.stores.items.readContents(part.map(({ item }) => item.id));
    const voices = waking.stores.wakes.readVoices(part.map(({ item }) => item.eventId));
    for (const one of part) {
      const item = contents.get(one.item.id);
      rendered.set(one.item.id, item && renderOne(one, { item, voices, waking, largest }));
    }
  };
  return {
    read(one, index) {
      if (!rendered.has(one.item.id)) readFrom(index);
      return rendered.get(one.item.id);
    },
    find: (one) => rendered.get(one.item.id),
  };
}

interface Reading {
  readonly item: WorkingItem;
  readonly voices: ReadonlyMap<EventId, string>;
  readonly waking: Waking;
  readonly largest: number;
}

function renderOne(one: WeightedItem, { item, voices, waking, largest }: Reading): RenderedItem | undefined {
  const lead = renderItemLead(item, {
    nowMs: waking.moment.nowMs,
    by: nameVoice(waking.voices, voices.get(item.eventId) ?? ''),
    isFading: isFadingPin(one, waking),
  });
  const { text, tokens } = cutText(`\n${lead}${renderItemContent(item)}`, {
    maximum: largest,
    mark: ` … [cut: the rest is in event ${item.eventId}]`,
    tokens: waking.tokens,
  });
  if (text === '') return undefined;
  return {
    ...one,
    line: { text: text.slice(1), isSecret: item.kind === 'secret' },
    content: item.content,
    tokens,
  };
}

function sortLines(items: readonly RenderedItem[]): readonly WakeLine[] {
  return [...items]
    .sort((one, other) => one.item.createdAtMs - other.item.createdAtMs || one.item.id - other.item.id)
    .map(({ line }) => line);
}

function announce(
  candidates: readonly WeightedItem[],
  kept: readonly RenderedItem[],
  waking: Waking,
): readonly WakeLine[] {
  const shown = new Set(kept.map(({ item }) => item.id));
  const fading = candidates.filter((one) => isFadingPin(one, waking) && !shown.has(one.item.id));
  return announceFading(fading, waking);
}

/** Those that are in weigh most, so that few of the others are looked at. */
function listEntries(
  weighed: readonly WeightedItem[],
  kept: readonly RenderedItem[],
  { profile }: Waking,
): Pick<ChosenItems, 'entries' | 'notListed'> {
  const shown = new Map(kept.map(({ item, tokens }) => [item.id, tokens]));
  const entries: ItemEntry[] = [];
  let toFind = kept.length;
  let toList = leftListed;
  for (const { item, score } of weighed) {
    if (toFind === 0 && toList === 0) break;
    const tokens = shown.get(item.id);
    if (tokens !== undefined) toFind -= 1;
    else if (toList > 0) toList -= 1;
    else continue;
    const left = tokens === undefined ? findReason(score, profile) : undefined;
    entries.push({ id: item.id, score, tokens: tokens ?? 0, left, subject: buildSubject(item) });
  }
  return { entries, notListed: weighed.length - entries.length };
}

function findReason(score: number, { threshold }: Waking['profile']): ItemEntry['left'] {
  return score >= threshold ? 'no-room' : 'faded';
}

function buildSubject(item: WeighedItem): ItemEntry['subject'] {
  const { kind, createdAtMs, refreshedAtMs, refreshedTurn, dueAtMs, isKept } = item;
  return { kind, createdAtMs, refreshedAtMs, refreshedTurn, dueAtMs, isKept };
}
