// Renders the glossary as a V3 lorebook, for programs that read character cards, with the source of each entry.

import { listContextWords } from '../../glossary/term-forms.ts';
import type { GatheredGlossary } from '../export-glossary.ts';
import type { ExportedEntry } from '../exported-glossary.ts';
import { collectHomonyms, renderLoreContent, renderLoreTitle } from './lore-entry.ts';
import { isCommonName, isInnerName, listLoreKeys } from './lore-keys.ts';
import { buildBookProvenance, buildProvenance } from './lore-provenance.ts';

const orderStep = 10;

/** Chunks of the file, one entry at a time. */
export function* renderLorebook(source: GatheredGlossary): Generator<string> {
  const { world, entries } = source.glossary;
  const head = {
    spec: 'lorebook_v3',
    data: { name: world, extensions: { terrarium: buildBookProvenance(source.glossary) } },
  };
  const groups = collectHomonyms(entries);
  yield `${JSON.stringify(head, undefined, 2).slice(0, -'\n  }\n}'.length)},\n    "entries": [`;
  let separator = '\n';
  for (const [rank, entry] of entries.entries()) {
    const value = buildEntry(entry, { source, rank, group: groups.get(entry.id) ?? '' });
    yield `${separator}      ${JSON.stringify(value, undefined, 2).replaceAll('\n', '\n      ')}`;
    separator = ',\n';
  }
  yield entries.length === 0 ? ']\n  }\n}\n' : '\n    ]\n  }\n}\n';
}

interface Place {
  readonly source: GatheredGlossary;
  readonly group: string;
  /** Index in the order of salience; 0 has the highest salience. */
  readonly rank: number;
}

function buildEntry(entry: ExportedEntry, { source, group, rank }: Place) {
  const keys = listLoreKeys(entry, source.ownNames?.get(entry.id));
  const context = listContextWords(entry.term);
  const order = (source.glossary.entries.length - rank) * orderStep;
  const isCommon = keys.some(isCommonName);
  return {
    keys,
    content: renderLoreContent(entry),
    extensions: {
      position: 0,
      probability: 100,
      useProbability: true,
      display_index: rank,
      group,
      group_override: group !== '',
      case_sensitive: isCommon ? true : null,
      match_whole_words: keys.some((key) => isCommonName(key) || isInnerName(key)) ? true : null,
      terrarium: buildProvenance(entry, source),
    },
    enabled: true,
    insertion_order: order,
    case_sensitive: isCommon,
    use_regex: false,
    constant: false,
    name: renderLoreTitle(entry),
    priority: order,
    id: entry.id,
    comment: renderLoreTitle(entry),
    selective: context.length > 0,
    secondary_keys: context,
    position: 'before_char',
  };
}
