// Composes the part of ambient.md that the built-in writer keeps: a line for each fragment that matters; the rest is left alone.

import type { FragmentText } from '../fragments/fragment.ts';
import { closingMark, openingMark } from '../wake/ambient-marks.ts';
import type { Draft } from './draft.ts';
import type { Operation } from './operation.ts';

const mostLines = 12;

/** The rewriting, or nothing when the page says it already. */
export function buildAmbient({ fragments, ambient = '' }: Draft): readonly Operation[] {
  if (fragments.size === 0) return [];
  const lines = chooseFragments([...fragments.values()]).map(
    ({ key, ambient: line }) => `- [${key}] ${line.replace(/\s+/g, ' ').replaceAll('-->', '→')}`,
  );
  const text = replacePart(ambient, [openingMark, ...lines, closingMark].join('\n')).trim();
  if (text === ambient.trim()) return [];
  return [{ do: 'rewrite-ambient', text, because: 'the list of what is known was made anew' }];
}

/** Those with most behind them, by key. */
function chooseFragments(fragments: readonly FragmentText[]): readonly FragmentText[] {
  return fragments
    .toSorted((one, other) => other.sources.length - one.sources.length || (one.key < other.key ? -1 : 1))
    .slice(0, mostLines)
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** What stands outside of the marks stays as it is. */
function replacePart(text: string, part: string): string {
  const start = text.indexOf(openingMark);
  const end = text.indexOf(closingMark, start);
  if (start < 0 || end < 0) return `${text.trimEnd()}${text.trim() === '' ? '' : '\n\n'}${part}`;
  return `${text.slice(0, start)}${part}${text.slice(end + closingMark.length)}`;
}
