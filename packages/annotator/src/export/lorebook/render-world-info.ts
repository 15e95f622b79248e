// SillyTavern World Info: the glossary as a book of lore, with the source of each entry beside it.

import type { GatheredGlossary } from '../export-glossary.ts';
import type { ExportedEntry } from '../exported-glossary.ts';
import { renderLoreContent, renderLoreTitle } from './lore-content.ts';
import { collectHomonyms, listLoreKeys, renderWorldInfoKey } from './lore-keys.ts';
import { buildBookProvenance, buildProvenance } from './lore-provenance.ts';

/** Later in a prompt is stronger, and first to be kept where the budget is small: who carries the story comes last. */
const orderStep = 10;

/** Every field of an entry with the value SillyTavern gives it, so that nothing depends on the settings of a person. */
const template = {
  keysecondary: [],
  constant: false,
  vectorized: false,
  selective: false,
  selectiveLogic: 0,
  addMemo: true,
  position: 0,
  disable: false,
  ignoreBudget: false,
  excludeRecursion: false,
  preventRecursion: false,
  matchPersonaDescription: false,
  matchCharacterDescription: false,
  matchCharacterPersonality: false,
  matchCharacterDepthPrompt: false,
  matchScenario: false,
  matchCreatorNotes: false,
  delayUntilRecursion: 0,
  probability: 100,
  useProbability: true,
  depth: 4,
  outletName: '',
  groupWeight: 100,
  scanDepth: null,
  caseSensitive: null,
  matchWholeWords: null,
  useGroupScoring: null,
  automationId: '',
  role: 0,
  sticky: null,
  cooldown: null,
  delay: null,
  triggers: [],
} as const;

/** Chunks of the file, one entry at a time. Indented by four, as SillyTavern writes it. */
export function* renderWorldInfo(source: GatheredGlossary): Generator<string> {
  const { entries } = source.glossary;
  const groups = collectHomonyms(entries);
  const book = { extensions: { terrarium: buildBookProvenance(source.glossary) } };
  yield `${JSON.stringify(book, undefined, 4).slice(0, -2)},\n    "entries": {`;
  let separator = '\n';
  for (const [rank, entry] of entries.entries()) {
    const group = groups.get(entry.id) ?? '';
    const value = buildEntry(entry, { source, group, rank });
    const text = JSON.stringify(value, undefined, 4).replaceAll('\n', '\n        ');
    yield `${separator}        "${entry.id}": ${text}`;
    separator = ',\n';
  }
  yield entries.length === 0 ? '}\n}\n' : '\n    }\n}\n';
}

interface Place {
  readonly source: GatheredGlossary;
  readonly group: string;
  /** Counts from 0, most prominent first. */
  readonly rank: number;
}

function buildEntry(entry: ExportedEntry, { source, group, rank }: Place) {
  return {
    uid: entry.id,
    key: listLoreKeys(entry).map(renderWorldInfoKey),
    comment: renderLoreTitle(entry),
    content: renderLoreContent(entry),
    order: (source.glossary.entries.length - rank) * orderStep,
    ...template,
    group,
    groupOverride: group !== '',
    displayIndex: rank,
    extensions: { terrarium: buildProvenance(entry, source) },
  };
}
