// Lists the labels, such as `LAURA:`, of speakers who play an entry's character; a label counts as a name of the entry.

import { kindTags } from '../glossary/entry.ts';
import { normaliseName, stripSuffix } from '../glossary/term-forms.ts';
import type { Naming } from './check-names.ts';
import type { ToolContext } from './tool-context.ts';

/** Returns, for example, `LAURA:` for `Jester` if a person said that Laura plays Jester. */
export function listSpeakerLabels({ corpora, position }: ToolContext, naming: Naming): readonly string[] {
  const kind = naming.tags.find((tag) => kindTags.has(tag));
  if (kind !== undefined && kind !== 'character') return [];
  const names = new Set([naming.term, ...naming.aliases].map((name) => normaliseName(stripSuffix(name))));
  const speakers = corpora.get(position.corpus)?.speakers ?? [];
  return speakers
    .filter(({ character }) => names.has(normaliseName(character)))
    .map(({ label }) => `${label}:`);
}
