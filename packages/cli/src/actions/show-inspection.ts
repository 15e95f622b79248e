// Inspects an entry and its quotes, a scene, a thread, a post, a snapshot, texts kept apart, or words on hold.

import {
  type EntryAccount,
  findSceneAccount,
  type HeldAccount,
  listEntryAccounts,
  listHeldAccounts,
  listPostAccounts,
  listSimilarTerms,
  listThreadAccounts,
  readSnapshotAccount,
} from '@terrarium/annotator/accounts';
import type { WorldView } from '@terrarium/annotator/open-world-view';
import { requireOneThread } from '@terrarium/annotator/resolve-moment';
import { nameWorldPart } from '@terrarium/annotator/world';
import { chooseKnownSnapshot } from '@terrarium/composition/choose-known-snapshot';
import { renderCommand } from '@terrarium/composition/render-command';
import { readFromPlace, type Standing } from '@terrarium/composition/standing';
import { UsageError } from '@terrarium/kernel/errors';
import type { Printer } from '../screen/printer.ts';
import { renderCount, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { StandingOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderEntryAccount } from '../views/render-entry-account.ts';
import { renderHeldTerms } from '../views/render-held-terms.ts';
import { renderPostAccount } from '../views/render-post-account.ts';
import { renderSceneAccount } from '../views/render-scene-account.ts';
import { renderSnapshotAccount } from '../views/render-snapshots.ts';
import { renderThreadAccount } from '../views/render-thread-account.ts';
import { type InspectedInWorld, isNumber, parseInspected } from './parse-inspected.ts';
import { showApart } from './show-apart.ts';

/** What was found: written for a program, or in lines for a person. */
interface Found {
  write(printer: Printer): void;
  readonly lines: readonly string[];
}

interface Wanted {
  readonly options: StandingOptions;
  readonly width: number;
}

export async function showInspection(
  shell: Shell,
  what: readonly string[],
  options: StandingOptions,
): Promise<void> {
  const wish = what.length === 0 ? undefined : parseInspected(what);
  if (wish?.kind === 'apart') {
    showApart(shell, options);
    return;
  }
  await readFromPlace(shell, options, (standing) => {
    const found = describeWanted(standing, wish, { options, width: shell.printer.width });
    if (options.json === true) found.write(shell.printer);
    else shell.printer.writeLines(...found.lines);
  });
}

function describeWanted(standing: Standing, wish: InspectedInWorld | undefined, wanted: Wanted): Found {
  const { view } = standing;
  if (wish === undefined) return listWhatThereIs(view, wanted.options.corpus);
  switch (wish.kind) {
    case 'entry':
      return describeEntry(view, wish.name, wanted);
    case 'held':
      return describeHeld(listHeldAccounts(view), wanted);
    case 'scene':
      return describeScene(view, wish.number, wanted);
    case 'thread':
      return describeThread(view, wish.number, wanted);
    case 'chapter':
      return describeChapter(standing, wish.number, wanted);
    case 'post':
      return describePost(view, wish.number, wanted);
    case 'snapshot':
      return describeSnapshot(standing, wish.number);
  }
}

function describeEntry(view: WorldView, name: string, wanted: Wanted): Found {
  const { width } = wanted;
  const { corpus } = wanted.options;
  const accounts = filterAccounts(view, listEntryAccounts(view, name), corpus);
  if (accounts.length > 0) {
    const living = accounts.find(({ entry }) => entry !== undefined);
    const lines = accounts.flatMap((account: EntryAccount, at) => [
      ...(at === 0 ? [] : ['']),
      ...renderEntryAccount(account, width, isLater(living, account) ? living : undefined),
    ]);
    return { write: (printer) => printer.writeJson('entryAccounts', accounts), lines };
  }
  const held = listHeldAccounts(view, name);
  if (held.length > 0) return describeHeld(held, wanted);
  const number = isNumber(name) ? Number(name.replace('#', '')) : undefined;
  const hasPost = number !== undefined && listPostAccounts(view, number).length > 0;
  if (hasPost) return describePost(view, number, wanted);
  const similar =
    corpus === undefined
      ? listSimilarTerms(view, name)
      : view.stores.glossary.search({ query: name, corpus, limit: 4 }).map(({ term }) => term);
  throw new UsageError({
    code: 'cli.no-entry',
    happened: `The glossary has no entry "${name}"${corpus === undefined ? '' : ` that occurs in ${corpus}`}.`,
    todo:
      similar.length === 0
        ? 'Look for the right one with "terrarium search" and a word of its name or its definition.'
        : `There is: ${similar.join(', ')}.`,
  });
}

/** Whether `gone` was deleted, and `living`, an entry of the same name, was made after it. */
function isLater(living: EntryAccount | undefined, gone: EntryAccount): boolean {
  return living !== undefined && living.id > gone.id && gone.entry === undefined;
}

/** Keeps the entries that occur in the corpus, with only the quotes from it. Deleted entries are always kept. */
function filterAccounts(
  view: WorldView,
  accounts: readonly EntryAccount[],
  corpus: string | undefined,
): readonly EntryAccount[] {
  if (corpus === undefined) return accounts;
  const own = new Set(view.stores.glossary.listIdsOfCorpus(corpus));
  return accounts
    .filter(({ id, entry }) => entry === undefined || own.has(id))
    .map((account) => ({
      ...account,
      quotes: account.quotes.filter(({ evidence }) => evidence.corpus === corpus),
    }));
}

function describeHeld(held: readonly HeldAccount[], { width }: Wanted): Found {
  return {
    write: (printer) => printer.writeJson('heldTerms', held),
    lines: renderHeldTerms(held, width),
  };
}

function describeScene(view: WorldView, id: number, { width }: Wanted): Found {
  const account = findSceneAccount(view, id);
  if (account !== undefined)
    return {
      write: (printer) => printer.writeJson('sceneAccount', account),
      lines: renderSceneAccount(account, width),
    };
  const { total } = view.stores.ledger.countScenes();
  throw new UsageError({
    code: 'cli.no-scene',
    happened: `There is no scene ${id}.`,
    todo: total === 0 ? 'None is read yet: run "terrarium read".' : `Scenes are numbered from 1 to ${total}.`,
  });
}

function describeThread(view: WorldView, id: number, { options, width }: Wanted): Found {
  const accounts = listThreadAccounts(view, id, options.corpus);
  if (accounts.length > 0) {
    return {
      write: (printer) => printer.writeJson('threadAccounts', accounts),
      lines: accounts.flatMap((account) => renderThreadAccount(account, width)),
    };
  }
  const ids = [...view.corpora.values()].flatMap((corpus) =>
    [...corpus.iterateThreads()].map((one) => one.id),
  );
  const known = ids.slice(0, 12).join(', ');
  throw new UsageError({
    code: 'cli.no-thread',
    happened: `There is no thread ${id}${options.corpus === undefined ? '' : ` in ${options.corpus}`}.`,
    todo: `Threads are: ${known}${ids.length > 12 ? ', …' : ''}.`,
  });
}

/** A chapter is found by the number in its title, just as the place `chapter:2` is. */
function describeChapter({ annotator, view }: Standing, number: number, wanted: Wanted): Found {
  const { options } = wanted;
  const place = { kind: 'chapter', side: 'after', number, title: '', corpus: options.corpus } as const;
  const { corpus, thread } = requireOneThread(annotator, place, () => (one) => {
    const known = view.corpora.get(one.corpus.name)?.iterateThreads() ?? [];
    return [...known].some(({ id }) => id === one.thread.id);
  });
  return describeThread(view, thread.id, { ...wanted, options: { ...options, corpus: corpus.name } });
}

function describePost(view: WorldView, id: number, { options, width }: Wanted): Found {
  const accounts = listPostAccounts(view, id, options.corpus);
  if (accounts.length > 0) {
    return {
      write: (printer) => printer.writeJson('postAccounts', accounts),
      lines: accounts.flatMap((account) => renderPostAccount(account, width)),
    };
  }
  throw new UsageError({
    code: 'cli.no-post',
    happened: `There is no post ${id}${options.corpus === undefined ? '' : ` in ${options.corpus}`}.`,
    todo: '"inspect TERM" shows quotes with their posts, and "inspect scene N" the posts of a scene.',
  });
}

function describeSnapshot(standing: Standing, id: number): Found {
  const { annotator } = standing;
  const account = readSnapshotAccount(annotator, chooseKnownSnapshot(standing, id));
  return {
    write: (printer) => printer.writeJson('snapshotAccount', account),
    lines: renderSnapshotAccount(account, annotator.world.dir),
  };
}

function listWhatThereIs(view: WorldView, corpus: string | undefined): Found {
  const { total } = view.stores.ledger.countScenes();
  const entries = view.stores.glossary.countEntries({ corpus });
  const { dir } = view.world;
  const world = nameWorldPart(view.world, corpus);
  const corpora = [...view.corpora.values()].filter(({ name }) => corpus === undefined || name === corpus);
  const threads = corpora.reduce((sum, one) => sum + [...one.iterateThreads()].length, 0);
  const lines = [
    `${paint(world, 'bold')}: ${renderCount(entries, 'entry', 'entries')}, ${renderCount(total, 'scene')}, ${renderCount(threads, 'thread')}.`,
    '',
    `  ${renderCommand('inspect entry TERM', dir)}`,
    `  ${renderCommand(`inspect scene N`, dir)}   ${paint(`1 to ${renderNumber(total)}`, 'dim')}`,
    `  ${renderCommand('inspect thread N', dir)}`,
    `  ${renderCommand('inspect post N', dir)}`,
    `  ${renderCommand('inspect snapshot N', dir)}`,
    `  ${renderCommand('inspect held', dir)}   ${paint('words on hold, which are not entries yet', 'dim')}`,
    `  ${renderCommand('inspect apart', dir)}   ${paint('text of the files that is not read as story', 'dim')}`,
  ];
  const value = { world, entries, scenes: total, threads };
  return { write: (printer) => printer.writeJson('worldOverview', value), lines };
}
