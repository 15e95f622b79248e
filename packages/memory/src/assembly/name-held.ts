// Names the items in mind by their kind and words, so that the tags of a reply can be matched with them.

import { parseModifier } from '../tags/parse-modifier.ts';
import type { WorkingTag } from '../tags/tag.ts';
import { normalise } from '../working-memory/normal-form.ts';

export function nameHeld(kind: WorkingTag, content: string): string {
  const modifier = kind === 'pin' ? parseModifier(kind, content) : undefined;
  const words = modifier?.deed === 'keep' ? modifier.rest : content;
  return `${kind}\n${normalise(words)}`;
}
