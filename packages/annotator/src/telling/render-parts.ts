// Renders parts of the story for a model that sums them up, and the request to write some of them again, with the reason.

import { readFileSync } from 'node:fs';
import { hashPrompt } from '@terrarium/kernel/hash-prompt';
import type { Message } from '@terrarium/kernel/language-model';
import { charactersPerWord, isInCharacters } from '../inspect/recap-length.ts';
import { renderContent, renderElement } from '../prompts/render-element.ts';

/** A part of the story that is shown to a model; the first part has the label p1. */
export interface ShownPart {
  readonly threadTitle: string | undefined;
  /** The name of the character who tells the part and says `I` in it; undefined if the glossary names none. */
  readonly teller?: string | undefined;
  /** A model may use about this many words to sum up the part; in Chinese and Japanese, two characters are one word. */
  readonly words: number;
  readonly text: string;
}

/** Why a part has to be written again: it is missing, or has words that nobody has read yet. */
export interface PartFault {
  readonly at: number;
  /** The words that nobody has read yet; empty if the part is missing. */
  readonly unread: readonly string[];
}

const instructions = readFileSync(new URL('./telling.md', import.meta.url), 'utf8').trimEnd();

/** Digest of the texts with which a model is asked. */
export const tellingVersion = hashPrompt([
  new URL('./', import.meta.url),
  new URL('../prompts/render-element.ts', import.meta.url),
]);

export function renderParts(parts: readonly ShownPart[]): readonly Message[] {
  const shown = parts.map(({ threadTitle, teller, words, text }, at) => {
    const length = isInCharacters(text) ? { characters: words * charactersPerWord } : { words };
    const attributes = { label: `p${at + 1}`, thread: threadTitle, teller, ...length };
    return renderElement('part', attributes, renderContent(text));
  });
  return [
    { role: 'system', content: instructions },
    { role: 'user', content: shown.join('\n') },
  ];
}

export function renderFaults(faults: readonly PartFault[]): string {
  const lines = faults.map(({ at, unread }) => {
    const names = unread.map((word) => `"${renderContent(word)}"`).join(', ');
    const why = unread.length === 0 ? 'is missing' : `uses names that are in nothing read so far: ${names}`;
    return `- [p${at + 1}] ${why}.`;
  });
  return ['Write these parts once more, each after its label, and no others:', ...lines].join('\n');
}
