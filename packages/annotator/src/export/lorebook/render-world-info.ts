// Renders the glossary as a lorebook in SillyTavern's World Info format, with the source of each entry.

import { listContextWords } from '../../glossary/term-forms.ts';
import type { GatheredGlossary } from '../export-glossary.ts';
import type { ExportedEntry } from '../exported-glossary.ts';
import { collectHomonyms, renderLoreContent, renderLoreTitle } from './lore-entry.ts';
import { collectLongerNames, type LongerNames, listLoreKeys, renderWorldInfoKey } from './lore-keys.ts';
import { buildBookProvenance, buildProvenance } from './lore-provenance.ts';

/**
 * Entries later in a prompt weigh more and are kept first when the budget is small, so the main characters come last.
 */
const orderStep = 10;

/** All other fields of an entry, with SillyTavern's defaults; null stands for the person's own setting. */
const template = {
  constant: false,
  vectorized: false,
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

/** Chunks of the file, one entry at a time, indented by four spaces, as in SillyTavern's own files. */
export function* renderWorldInfo(source: GatheredGlossary): Generator<string> {
  const { entries } = source.glossary;
  const groups = collectHomonyms(entries);
  const longer = collectLongerNames(entries, source.ownNames);
  const book = { extensions: { terrarium: buildBookProvenance(source.glossary) } };
  yield `${JSON.stringify(book, undefined, 4).slice(0, -2)},\n    "entries": {`;
  let separator = '\n';
  for (const [rank, entry] of entries.entries()) {
    const group = groups.get(entry.id) ?? '';
    const value = buildEntry(entry, { source, group, rank, longer });
    const text = JSON.stringify(value, undefined, 4).replaceAll('\n', '\n        ');
    yield `${separator}        "${entry.id}": ${text}`;
    separator = ',\n';
  }
  yield entries.length === 0 ? '}\n}\n' : '\n    }\n}\n';
}

interface Place {
  readonly source: GatheredGlossary;
  readonly group: string;
  /** Index in the order of salience; 0 has the highest salience. */
  readonly rank: number;
  readonly longer: LongerNames;
}

function buildEntry(entry: ExportedEntry, { source, group, rank, longer }: Place) {
  const context = listContextWords(entry.term);
  return {
    uid: entry.id,
    key: listLoreKeys(entry, source.ownNames?.get(entry.id)).map((name) =>
      renderWorldInfoKey(name, longer.get(name)),
    ),
    keysecondary: context,
    comment: renderLoreTitle(entry),
    content: renderLoreContent(entry),
    order: (source.glossary.entries.length - rank) * orderStep,
    ...template,
    selective: context.length > 0,
    group,
    groupOverride: group !== '',
    displayIndex: rank,
    extensions: { terrarium: buildProvenance(entry, source) },
  };
}
