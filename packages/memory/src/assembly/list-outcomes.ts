// Lists outcomes: the items that the last messages and commands ended, and the items that they named but that were not found.

import { renderDueDate } from '../events/render-moment.ts';
import { isAskingToForget } from '../facts/is-asking-to-forget.ts';
import { renderFactName } from '../facts/known-fact.ts';
import type { WakeLine } from '../ledger/wake-package.ts';
import { escapeTagsInLine } from '../render/escape-tags-in-block.ts';
import { listTold } from '../tags/nested-parts.ts';
import { parseResponse } from '../tags/parse-message.ts';
import { parseModifier } from '../tags/parse-modifier.ts';
import type { WorkingTag } from '../tags/tag.ts';
import { chooseItem } from '../working-memory/choose-item.ts';
import { chooseNamedFact } from '../working-memory/choose-named-fact.ts';
import { describeItem, renderQuotedDue } from '../working-memory/describe-item.ts';
import { parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { ItemChange, WorkingItem } from '../working-memory/item.ts';
import { normalise } from '../working-memory/normal-form.ts';
import { findSettling, isSettling } from '../working-memory/recurring-plans.ts';
import { removeUntilFits } from './token-budget.ts';
import type { CurrentMessage, Waking } from './waking.ts';

export interface Outcomes {
  readonly lines: readonly WakeLine[];
  /** The contents in these lines that came from memory. */
  readonly contents: readonly string[];
}

/** At most this many lines tell about one exchange, besides the line that says how many further ones there are. */
const mostLines = 8;
const mostTokens = 300;
/** Tokens kept free for the line that says how many further lines there are. */
const tokensOfMore = 10;
const charactersShown = 80;

/**
 * Lists the outcomes of the replies since the previous message, of the message itself, and of the person's
 * corrections meanwhile.
 */
export function listOutcomes(waking: Waking, current: CurrentMessage): Outcomes {
  const since = current.event === undefined ? waking.moment.turn : waking.moment.turn - 1;
  const ended = readEnded(waking, { current, since });
  const told = ended.map((one) => renderEnded(one, waking));
  const missed = readCommands(waking, { current, since })
    .filter((command) => !ended.some((one) => isMeant(command, one)))
    .map((command) => renderMissed(command, waking));
  const lines = [...listUnforgotten(current), ...told, ...missed];
  const countAll = (some: readonly WakeLine[]) =>
    waking.tokens.count(some.map(({ text }) => `\n${text}`).join(''));
  const { kept } = removeUntilFits(lines.slice(0, mostLines), {
    maximum: mostTokens - tokensOfMore,
    measureAll: countAll,
  });
  const more = lines.length - kept.length;
  return {
    lines: more > 0 ? [...kept, buildLine(`And ${more} more.`)] : kept,
    contents: ended.map(({ shown }) => shown),
  };
}

/**
 * If the person asks to forget something, reminds the model that its answer forgets nothing. Without this line, models
 * say that something is forgotten although it is not.
 */
function listUnforgotten({ event, text = '' }: CurrentMessage): readonly WakeLine[] {
  if (event?.side !== 'user' || !isAskingToForget(text)) return [];
  return [
    buildLine(
      'You were asked to forget something. Nothing is forgotten by what you answer: say so, and that the person can have a moment forgotten for good, under ⋯ beside it in the browser or by /forget in the terminal.',
    ),
  ];
}

interface Reach {
  readonly current: CurrentMessage;
  /** The turn of the replies whose outcomes are listed. */
  readonly since: number;
}

interface Ended {
  readonly item: WorkingItem;
  /** The words in which the item is shown. A command may have named the item by its stored words too. */
  readonly shown: string;
  readonly change: ItemChange;
}

/**
 * Reads each item that a reply, the current message or a correction has ended, with the last such change.
 * Leaves out items that are back in mind.
 */
function readEnded({ stores }: Waking, { current, since }: Reach): readonly Ended[] {
  const changes = stores.items.readEndings(since);
  const events = stores.events.readAll(changes.flatMap(({ eventId }) => eventId ?? []));
  const newest = new Map(
    changes
      .filter(({ eventId }) => {
        const event = eventId && events.get(eventId);
        return event === undefined || event.side === 'companion' || event.id === current.event?.id;
      })
      .map((change) => [change.itemId, change]),
  );
  const items = stores.items.readContents([...newest.keys()]);
  return [...newest.values()].flatMap((change) => {
    const item = items.get(change.itemId);
    if (item === undefined || item.content === '' || item.status !== change.toStatus) return [];
    const isUndone = isSettling(change) && !findSettling(item, stores.items.readChanges(item.id));
    return isUndone ? [] : [{ item, shown: describeItem(stores.items, item), change }];
  });
}

interface Command {
  readonly tag: WorkingTag;
  readonly content: string;
  /** The words that say which item is meant. */
  readonly rest: string;
}

/**
 * Reads the commands in the replies and in the message, except those in secrets: if the secret that is to be dropped is
 * not found, the tag counts as a new secret.
 */
function readCommands({ stores, voices, wallMs }: Waking, { current, since }: Reach): readonly Command[] {
  const replies = stores.wakes
    .readReplies({ turn: since, untilMs: wallMs })
    .flatMap((text) => parseResponse(text, { voices }).spans);
  const message = current.event === undefined ? [] : stores.events.readSpans(current.event.id);
  return [...replies, ...message].flatMap(listTold).flatMap(({ tag, content }) => {
    const modifier = tag === 'secret' ? undefined : parseModifier(tag, content);
    // A text that began like a command but named no plan may have been kept as a plan itself.
    const isHeld = () => tag === 'plan' && stores.items.findActive('plan', normalise(content)) !== undefined;
    const isCommand = modifier !== undefined && modifier.deed !== 'keep' && !isHeld();
    return isCommand ? [{ tag, content, rest: modifier.rest }] : [];
  });
}

function isMeant({ tag, rest }: Command, { item }: Ended): boolean {
  if (tag === 'pin' && item.kind === 'fact') return chooseNamedFact(rest, [item]).outcome === 'found';
  return item.kind === tag && chooseItem(rest, [item]).outcome === 'found';
}

function renderEnded({ item, shown, change }: Ended, { moment, timeZone }: Waking): WakeLine {
  const { kind, status, dueAtMs } = item;
  const what = `${kind} ${quoteWords(shown)}`;
  if (isSettling(change) && dueAtMs !== undefined)
    return buildLine(
      `Done for this time: ${what}; due again ${renderDueDate(dueAtMs, { nowMs: moment.nowMs, timeZone })}.`,
    );
  if (kind === 'fact') return buildLine(`No longer so: ${quoteWords(nameHeldFact(item))}.`);
  if (kind === 'secret')
    return { text: `${status === 'resolved' ? 'Told' : 'Dropped'}: ${what}.`, isSecret: true };
  return buildLine(`${status === 'resolved' ? 'Done' : 'Dropped'}: ${what}.`);
}

function nameHeldFact(item: WorkingItem): string {
  return `${renderFactName(parseFactSubject(item.subject ?? ''))}: ${findFactValue(item)}`;
}

function renderMissed({ tag, content, rest }: Command, { stores, moment, timeZone }: Waking): WakeLine {
  const quoteItem = (item: WorkingItem) => {
    const due = renderQuotedDue(item, { nowMs: moment.nowMs, timeZone });
    const words = quoteWords(describeItem(stores.items, item));
    return due === '' ? words : `${words} ${escapeTagsInLine(due)}`;
  };
  const match = chooseItem(rest, stores.items.readActiveOf(tag));
  const nearest = match.outcome === 'missed' ? match.nearest : [];
  const near = nearest.length === 0 ? '' : ` The nearest: ${nearest.map(quoteItem).join(', ')}.`;
  return buildLine(
    `${quoteWords(content)} changed nothing: it matches no ${tag} in mind, or more than one.${near}`,
  );
}

function quoteWords(text: string): string {
  const line = escapeTagsInLine(text.slice(0, 4 * charactersShown));
  return `"${line.length > charactersShown ? `${line.slice(0, charactersShown).toWellFormed().trimEnd()}…` : line}"`;
}

function buildLine(text: string): WakeLine {
  return { text, isSecret: false };
}
