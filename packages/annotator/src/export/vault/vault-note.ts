// Renders vault notes: escapes their text, and links the entries that are named in it.

import { escapeMarkdown } from '@terrarium/kernel/foreign-text';
import { normaliseName, normaliseTerm, stripSuffix } from '../../glossary/term-forms.ts';
import type { CitedPost } from '../cited-posts.ts';
import type { GatheredGlossary } from '../export-glossary.ts';
import type { ExportedEntry } from '../exported-glossary.ts';
import type { DefinitionParts } from '../render-markdown.ts';
import { indexNames, markedPattern, splitNames } from '../wiki/client/link-names.js';

export interface Linker {
  /**
   * A link to an entry named in a definition. Undefined if there is no such entry; the name is then listed as leading
   * nowhere.
   */
  link(name: string, place: { readonly shown: string; readonly from: string }): string | undefined;
  linkEntry(entry: ExportedEntry): string;
  /** Returns a renderer of a definition's text that links the entries named in it and renders the rest with `prose`. */
  linkProse(entry: ExportedEntry, prose: DefinitionParts['prose']): DefinitionParts['prose'];
  /** Names that lead nowhere, each with the entries that use it, in order. */
  listDangling(): readonly (readonly [name: string, from: readonly string[]])[];
}

/**
 * If several entries share a name, links lead to one that has it as its term, else as its term without suffix, else as
 * an alias. Among equals, links lead to the first, so pass the most prominent entries first.
 */
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
    link(name, { shown, from }) {
      const target = find(name);
      if (target !== undefined) return render(target, shown);
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

export function normaliseShown(text: string): string {
  const shown = text.replace(/[[\]|\\\s]+/gu, ' ').trim();
  return shown === '' ? '?' : shown;
}

export interface VaultSource extends GatheredGlossary {
  /** Undefined for a post that is not available. */
  findPost(corpus: string, postId: number): CitedPost | undefined;
  readThreadTitle(corpus: string, threadId: number): string;
  /** Post ids are unique only within a corpus. */
  readonly isOneCorpus: boolean;
}

export interface VaultContext {
  readonly source: VaultSource;
  readonly notes: ReadonlyMap<number, string>;
  readonly linker: Linker;
}

export function renderNote(properties: string, blocks: readonly string[]): string {
  return `---\n${properties}---\n\n${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/**
 * Escapes characters that have a meaning in Obsidian but not in Markdown: comments, highlights, formulas, block names.
 */
export function escapeNote(markdown: string): string {
  return markdown.replace(/\\[\s\S]|[%=^$]/gu, (mark) => (mark.length > 1 ? mark : `\\${mark}`));
}

/** Text for a property. Even within quotation marks, Obsidian would show a text such as `[[Name]]` as a link. */
export function stripBrackets(text: string): string {
  return text.replace(/\[{2,}|\]{2,}/gu, (brackets) => brackets.slice(0, 1));
}
