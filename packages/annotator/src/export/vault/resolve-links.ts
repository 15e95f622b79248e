// Resolves the links between notes: by term, by term without suffix, by alias; what leads nowhere is listed.

import { escapeMarkdown } from '@terrarium/kernel/foreign-text';
import { normaliseName, normaliseTerm, stripSuffix } from '../../glossary/term-forms.ts';
import type { DefinitionParts } from '../escape-definition.ts';
import type { ExportedEntry } from '../exported-glossary.ts';
import { indexNames, markedPattern, splitNames } from '../wiki/client/link-names.js';
import { escapeNote } from './render-note.ts';

export interface Linker {
  /** A link to what a definition names; undefined where there is no such entry, which is then listed. */
  link(name: string, from: string): string | undefined;
  linkEntry(entry: ExportedEntry): string;
  /** Links what the prose between a definition's links names; the rest of it is rendered by `prose`. */
  linkProse(entry: ExportedEntry, prose: DefinitionParts['prose']): DefinitionParts['prose'];
  /** Names that lead nowhere, with the entries that use them, in order. */
  listDangling(): readonly (readonly [name: string, from: readonly string[]])[];
}

/** Of several with the same name the first wins: entries come most prominent first. */
export function buildLinker(entries: readonly ExportedEntry[], notes: ReadonlyMap<number, string>): Linker {
  const targets = new Map<string, ExportedEntry>();
  const keys: ((entry: ExportedEntry) => readonly string[])[] = [
    ({ term }) => [normaliseTerm(term)],
    ({ term }) => [normaliseName(stripSuffix(term))],
    ({ aliases }) => aliases.map(normaliseName),
  ];
  for (const list of keys) {
    for (const entry of entries) {
      for (const key of list(entry)) if (key !== '' && !targets.has(key)) targets.set(key, entry);
    }
  }
  const find = (name: string) => targets.get(normaliseTerm(name)) ?? targets.get(normaliseName(name));
  const names = indexNames(entries);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const dangling = new Map<string, Set<string>>();
  const render = ({ id }: ExportedEntry, shown: string) =>
    `[[${notes.get(id)}|${escapeNote(escapeMarkdown(normaliseShown(shown)))}]]`;
  return {
    link(name, from) {
      const target = find(name);
      if (target !== undefined) return render(target, name);
      dangling.set(name, (dangling.get(name) ?? new Set()).add(from));
      return undefined;
    },
    linkEntry: (entry) => render(entry, entry.term),
    linkProse({ id: own, definition }, prose) {
      const marked = Array.from(definition.matchAll(markedPattern), ([, name = '']) => find(name.trim())?.id);
      const passed = new Set([own, ...marked.filter((id) => id !== undefined)]);
      return (text, startsLine) =>
        splitNames(names, text, passed)
          .map((piece, at, pieces) => {
            const target = piece.id === undefined ? undefined : byId.get(piece.id);
            if (target !== undefined) return render(target, piece.text);
            return prose(piece.text, at === 0 ? startsLine : pieces[at - 1]?.text.endsWith('\n') === true);
          })
          .join('');
    },
    listDangling: () =>
      [...dangling]
        .map(([name, from]) => [name, [...from]] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  };
}

/** What would end a link early is left out of what it shows. */
function normaliseShown(text: string): string {
  const shown = text.replace(/[[\]|\\\s]+/gu, ' ').trim();
  return shown === '' ? '?' : shown;
}
