// Commands of a talk that correct the memory: done, drop, correct, revive, merge and forget.

import { buildCorrected, buildForgotten, buildRevived } from '@terrarium/composition/build-memory';
import { listHearers } from '@terrarium/composition/list-hearers';
import { UsageError } from '@terrarium/kernel/errors';
import type { Correction } from '@terrarium/memory/edit-items';
import { addShownWords } from '@terrarium/memory/forget';
import type { ItemId } from '@terrarium/memory/item';
import { renderCorrected, renderCorrectedFragments, renderRevived } from '../views/render-corrected.ts';
import { renderForgotten } from '../views/render-forgotten.ts';
import { renderHearers } from '../views/render-hearers.ts';
import type { ChatContext } from './chat-context.ts';

export function finishItem(context: ChatContext, deed: 'done' | 'drop', what: string): void {
  showCorrected(context, { do: deed, what });
}

function showCorrected(
  { shell: { printer }, companion, world, isJson, isTalk }: ChatContext,
  correction: Correction,
): void {
  const fragments = companion.editFragments(correction);
  const { mind, home, settings } = world;
  const of = mind.isWorlds ? undefined : mind.id;
  const screen = { width: printer.width, timeZone: settings.timeZone, dir: home, of, isTalk };
  if (fragments !== undefined) {
    if (isJson) printer.writeJson('correctedItems', buildCorrected([], fragments));
    else printer.writeLines(...renderCorrectedFragments(fragments, screen));
    return;
  }
  const items = companion.edit(correction);
  if (isJson) printer.writeJson('correctedItems', buildCorrected(items));
  else printer.writeLines(...renderCorrected(items, screen));
}

/**
 * Rewords an item or a fragment. `rest` is the item's number or the fragment's key in brackets, then the new
 * words.
 */
export function editItem(context: ChatContext, rest: string): void {
  const typed =
    /^(?<what>(?:(?:item|plan|fact)\s+)?#?\d+|\[[\p{L}\p{M}0-9-]+\])[\s:]\s*(?<text>\S.*)$/isu.exec(
      rest,
    )?.groups;
  if (typed === undefined) {
    throw new UsageError({
      code: 'memory.nothing-said',
      happened: '/correct needs the number of an item in mind, or a fragment in brackets, and its new words.',
      todo: 'Write it like /correct 12 buy lamp oil on Friday; or /correct [pier] a pier of oak; /search finds the number.',
    });
  }
  showCorrected(context, { do: 'edit', what: typed['what'] ?? '', text: typed['text'] ?? '' });
}

/** Brings back the item with a number, after it has left the mind. */
export function revive({ shell: { printer }, companion, isJson }: ChatContext, rest: string): void {
  const number = /^(?:\p{L}+\s+)?#?(\d{1,9})$/u.exec(rest)?.[1];
  const revived = number === undefined ? undefined : companion.revive(Number(number) as ItemId);
  if (revived === undefined) {
    throw new UsageError({
      code: 'memory.nothing-of-that-name',
      happened:
        number === undefined
          ? '/revive needs the number of an item that left the mind.'
          : `There is no item ${number} in this memory.`,
      todo: 'Write it like /revive 12; /search finds the number.',
    });
  }
  const value = buildRevived(revived);
  if (isJson) printer.writeJson('revivedItem', value);
  else printer.writeLines(...renderRevived(value, printer.width));
}

/** Merges items, or fragments, into the first one. */
export function mergeItems(context: ChatContext, rest: string): void {
  const what = rest.split(/[\s,]+/u).filter((one) => one !== '');
  if (what.length < 2) {
    throw new UsageError({
      code: 'memory.nothing-said',
      happened: '/merge needs two items or more, by their numbers, or two fragments.',
      todo: 'Write it like /merge 12 15 or /merge [pier] [jetty]: the others are merged into the first.',
    });
  }
  showCorrected(context, { do: 'merge', what });
}

const agreed = ' yes';
const every = /^all\s+/iu;

/**
 * Says what would be removed, and removes it if `rest` ends with `yes`. Everything must then be named by its number or
 * key, and a sentence also by its words, unless it was shown just before: this cannot be undone, and words that a
 * person looks for may themselves end with "yes".
 */
export async function forget({ shell, companion, world, isJson }: ChatContext, rest: string): Promise<void> {
  const { printer } = shell;
  if (rest === '')
    throw new UsageError({
      code: 'memory.nothing-said',
      happened: '/forget needs what is to be forgotten.',
      todo: 'Write it like /forget moment 34, or with its words: /forget Oslo. What would go is shown first.',
    });
  const sure = rest.endsWith(agreed) ? rest.slice(0, -agreed.length).trim() : '';
  const named = splitNames(sure === '' ? rest : sure);
  const areExact = named.every((one) => isExact.test(one));
  const found = areExact ? named.map((one) => companion.find(one)) : findWords(companion, rest, sure);
  const targets = sure === '' ? found : addLookedAt(companion, found);
  const isForgotten = areExact && sure !== '' && targets.every(isNamedWhole);
  const forgotten = companion.forget(targets, { isPreview: !isForgotten });
  lookedAt.set(companion, isForgotten ? [] : addShownWords(targets, forgotten));
  const hearers = await listHearers(shell, world, forgotten);
  const deed = { isForgotten, areCopiesRemoved: false };
  if (isJson) printer.writeJson('forgottenMemory', buildForgotten(forgotten, { ...deed, hearers }));
  else {
    printer.writeLines(...renderForgotten(forgotten, { ...deed, width: printer.width }));
    printer.writeLines(...renderHearers(hearers, world.home, printer.width));
    const names = targets.map(nameExactly).join(', ');
    if (!isForgotten) printer.writeLines(`This cannot be undone. To forget it, type: /forget ${names} yes`);
  }
}

/**
 * What `/forget` without `yes` showed last in each talk: a sentence is forgotten only if it was shown with
 * its words.
 */
const lookedAt = new WeakMap<ChatContext['companion'], readonly Target[]>();

function addLookedAt(companion: ChatContext['companion'], targets: readonly Target[]): readonly Target[] {
  const looked = lookedAt.get(companion) ?? [];
  return targets.map(
    (target) => looked.find((one) => nameExactly(one) === nameExactly(target) && isNamedWhole(one)) ?? target,
  );
}

/** A sentence without its words is only shown, not forgotten: its number may mean another sentence by now. */
function isNamedWhole(target: Target): boolean {
  return !('event' in target) || target.sentence === undefined || target.words !== undefined;
}

/** The name of exactly one thing: a number, such as `12` or `moment 34`, or a key, such as `[pier]`. */
const isExact =
  /^(?:(?:item|plan|fact|moment)\s+)?#?\d+$|^moment\s+\d+ sentence \d+(?::\s.+)?$|^\[[\p{L}\p{M}0-9-]+\]$/iu;
/** A sentence with the words in which it was shown; these may have commas. */
const isWorded = /^moment\s+\d+ sentence \d+:\s/iu;

function splitNames(text: string): readonly string[] {
  return isWorded.test(text) ? [text] : text.split(',').map((one) => one.trim());
}

type Target = ReturnType<ChatContext['companion']['find']>;

/** Finds what all of the words name, or else what they name without a "yes" at their end. */
function findWords(companion: ChatContext['companion'], words: string, sure: string): readonly Target[] {
  const all = every.test(words) ? companion.findAll(words.replace(every, '')) : [];
  if (all.length > 0) return all.map(({ target }) => target);
  const advice = `or take them all together: /forget all ${words}`;
  try {
    return [companion.find(words, { advice, isHiddenToo: true })];
  } catch (error) {
    if (sure === '' || !(error instanceof UsageError)) throw error;
    return [companion.find(sure, { isHiddenToo: true })];
  }
}

export function nameExactly(target: Target): string {
  if ('item' in target) return `item ${target.item}`;
  if ('fragment' in target) return `[${target.fragment}]`;
  return `moment ${target.event}${target.sentence === undefined ? '' : ` sentence ${target.sentence}`}`;
}
