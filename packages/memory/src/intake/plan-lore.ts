// Plans how a card's lore enters a memory: some texts are always in mind, the others become fragments with keys.

import type { Connection } from '@terrarium/kernel/open-database';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import { renderKey } from '../fragments/render-key.ts';
import { sizes } from '../maintenance/operation.ts';
import { escapeTagsInBlock, escapeTagsInLine } from '../render/escape-tags-in-block.ts';

/** An entry of lore. In a list, the most important entry comes last. */
export interface SheetLore {
  readonly name: string;
  readonly keys: readonly string[];
  readonly content: string;
  readonly isConstant: boolean;
  readonly isEnabled: boolean;
}

interface LoreFragment {
  readonly key: string;
  /** The names of the entry, as one text. */
  readonly names: string;
  readonly ambient: string;
  readonly recognition: string;
  readonly inventory: string;
}

export interface LorePlan {
  /** Texts that are always in mind, the most important first. */
  readonly constants: readonly string[];
  /** The most important fragment comes first. */
  readonly fragments: readonly LoreFragment[];
  readonly leftOut: LoreLeftOut;
}

/** How many entries were left out or shortened, for each reason. */
export interface LoreLeftOut {
  readonly disabled: number;
  /** Entries beyond the number that a memory takes. */
  readonly crowded: number;
  readonly shortened: number;
}

/**
 * At most this many fragments are made: deep maintenance reads every fragment, and the page names each, so a large
 * library would be too much.
 */
export const mostFragments = 200;
/**
 * Texts that are always in mind are sent with each message, so together they may have no more characters than
 * this.
 */
const constantCharacters = 4_000;
const mostNames = 5;
const longestNames = 80;

/** Entries that should always be in mind become fragments if there is no room for them. */
export function planLore(lore: readonly SheetLore[]): LorePlan {
  const enabled = lore.filter(({ isEnabled, content }) => isEnabled && content.trim() !== '').toReversed();
  const constants: string[] = [];
  const others: SheetLore[] = [];
  let left = constantCharacters;
  for (const entry of enabled) {
    const text = entry.isConstant ? escapeTagsInBlock(entry.content) : '';
    if (text === '' || text.length > left) others.push(entry);
    else {
      left -= text.length;
      constants.push(text);
    }
  }
  const taken = new Set<string>();
  const fragments = others.slice(0, mostFragments).map((entry) => buildFragment(entry, taken));
  return {
    constants,
    fragments,
    leftOut: {
      disabled: lore.filter(({ isEnabled }) => !isEnabled).length,
      crowded: others.length - fragments.length,
      shortened: others.slice(0, mostFragments).filter(({ content }) => content.length > sizes.inventory)
        .length,
    },
  };
}

function buildFragment({ name, keys, content }: SheetLore, taken: Set<string>): LoreFragment {
  const called = [name, ...keys].map(escapeTagsInLine).filter((one) => one !== '');
  const names = cut([...new Set(called)].slice(0, mostNames).join(', '), longestNames);
  const text = escapeTagsInBlock(content);
  const [line = ''] = text.split('\n', 1);
  return {
    key: chooseKey(called, taken),
    names,
    // The content of an entry with names is shown only if its key is recalled or the message mentions it.
    ambient: names === '' ? cut(line, longestNames) : names,
    recognition: cut(text, sizes.recognition),
    inventory: cut(text, sizes.inventory),
  };
}

/** The key made from the first name that has usable letters, with a number if the key is taken. */
function chooseKey(names: readonly string[], taken: Set<string>): string {
  const stem = names.map(renderKey).find((key) => key !== '') ?? 'lore';
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? stem : `${stem}-${number}`;
    if (taken.has(key)) continue;
    taken.add(key);
    return key;
  }
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}

export interface ImportedLore {
  readonly added: number;
  readonly known: number;
  /** Keys of existing fragments with other texts, which were kept. */
  readonly kept: readonly string[];
}

/**
 * Imports all of it or nothing. If called again, adds what is missing. The fragments have no sources, since
 * nobody said the lore in the talk.
 */
export function importLore(
  connection: Connection,
  lore: readonly LoreFragment[],
  atMs: number,
): ImportedLore {
  const fragments = openFragmentStore(connection);
  return connection
    .transaction(() => {
      const kept: string[] = [];
      let [added, known] = [0, 0];
      const unsaid = fragments.list().filter(({ sources }) => sources.length === 0);
      for (const { key, ambient, recognition, inventory } of lore) {
        const there =
          fragments.findByKey(key) ??
          unsaid.find((one) => one.ambient === ambient && one.inventory === inventory);
        if (there === undefined) {
          fragments.create({ key, ambient, recognition, inventory, sources: [] }, atMs);
          added += 1;
        } else if (there.inventory === inventory) known += 1;
        else kept.push(key);
      }
      return { added, known, kept };
    })
    .immediate();
}
