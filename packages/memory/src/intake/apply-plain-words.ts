// Applies what the person asks or tells in plain words: reminders, feelings, and what is to be remembered.

import type { MemoryEvent } from '../events/event.ts';
import { findDueDate } from '../events/find-due-date.ts';
import { showSpans } from '../events/show-event.ts';
import type { FactStore } from '../facts/fact-store.ts';
import { listKnownPeople } from '../facts/list-known-people.ts';
import { readFeeling } from '../facts/read-feelings.ts';
import { readRemembering } from '../facts/read-remembering.ts';
import { readReminders } from '../facts/read-reminders.ts';
import { withMeant } from '../facts/with-meant.ts';
import type { ParsedMessage } from '../tags/tag.ts';
import type { Applied, Effect } from '../working-memory/applied.ts';
import { addItem, applySpan, type Telling } from '../working-memory/apply-span.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { replaceTime } from './replace-time.ts';

interface Stores {
  readonly workingMemory: WorkingMemoryStore;
  readonly facts: FactStore;
}

/** A message, and what its tags did. */
export interface Heard {
  readonly event: MemoryEvent;
  readonly message: ParsedMessage;
  readonly applied: Applied;
}

interface PlainWords extends Heard {
  readonly facts: readonly Effect[];
  /** The sentences that moved a plan. */
  readonly moved: readonly string[];
}

interface PlainOptions {
  /** The present time. */
  readonly nowMs: number;
  /** Whether the message comes from an import. */
  readonly isImported: boolean;
  /** Whether the message was addressed to somebody else, who does what it asks for. */
  readonly isOverheard: boolean;
}

/** Holds in mind what the person asks or tells in plain words, unless they said it to somebody else. */
export function applyPlainWords(
  stores: Stores,
  heard: PlainWords,
  telling: Telling,
  options: PlainOptions,
): readonly Effect[] {
  if (options.isOverheard) return [];
  const { workingMemory: store } = stores;
  return [
    ...applyReminders(stores, heard, telling, options),
    ...applyFeeling(store, heard, telling),
    ...applyRemembering(store, heard, telling),
  ];
}

/**
 * Holds in mind what the person asks in plain words to be reminded of, and what they must or will do later. Does
 * nothing if a tag of the message concerns a plan. In an import, leaves out reminders without a future date.
 */
function applyReminders(
  { workingMemory: store, facts }: Stores,
  { event, message, applied, moved }: Heard & { readonly moved: readonly string[] },
  telling: Telling,
  { nowMs, isImported }: PlainOptions,
): readonly Effect[] {
  if (!event.isShown || applied.effects.some(({ item }) => item.kind === 'plan')) return [];
  const said = showSpans(message.spans.filter(({ tag }) => tag === 'say'));
  const plans = readReminders(said, telling.writing)
    .filter((content) => event.text.includes(content))
    .filter((content) => !moved.some((sentence) => sentence.includes(content)));
  const people = listKnownPeople(facts, event.voice);
  const isWanted = (dueAtMs: number | undefined) => dueAtMs !== undefined && dueAtMs > nowMs;
  const made = plans
    .filter((content) => !isImported || isWanted(findDueDate(content, telling.writing)?.dueAtMs))
    .map((content) => {
      const meant = withMeant(content, said, people);
      const [due, changed] = [content, meant].map((one) => findDueDate(one, telling.writing)?.dueAtMs);
      // A name such as June is no date.
      return due === changed ? meant : content;
    })
    .flatMap((content) => addItem(store, { tag: 'plan', content }, telling).effects);
  return replaceTime(store, said, { made, telling });
}

/** Holds in mind how the person says that they feel, if the message is told now and no tag of it already says so. */
function applyFeeling(
  store: WorkingMemoryStore,
  { event, message, applied }: Heard,
  telling: Telling,
): readonly Effect[] {
  const isTold = applied.effects.some(({ item }) => item.kind === 'feeling');
  if (!event.isShown || isTold || telling.isPresent !== true) return [];
  const feeling = readFeeling(showSpans(message.spans.filter(({ tag }) => tag === 'say')));
  if (feeling === undefined || !event.text.includes(feeling)) return [];
  return applySpan(store, { tag: 'feeling', content: feeling }, telling).effects;
}

/**
 * Holds as a pin what the person asks, in plain words, to be kept in mind. Does so only if the message is told now, no
 * tag of it pins anything, and no fact was read from the same words.
 */
function applyRemembering(
  store: WorkingMemoryStore,
  { event, message, applied, facts }: Heard & { readonly facts: readonly Effect[] },
  telling: Telling,
): readonly Effect[] {
  const isTold = applied.effects.some(({ item }) => item.kind === 'pin');
  if (!event.isShown || isTold || telling.isPresent !== true) return [];
  const isFact = (content: string) =>
    facts.some(({ item }) => item.content.includes(content) || content.includes(item.content));
  return readRemembering(showSpans(message.spans.filter(({ tag }) => tag === 'say')))
    .filter((content) => event.text.includes(content) && !isFact(content))
    .flatMap((content) => addItem(store, { tag: 'pin', content }, telling).effects);
}
