// Names items held in mind by kind and words, to match the tags of a reply with them.

import { parseModifier } from '../tags/parse-modifier.ts';
import type { WorkingTag } from '../tags/tag.ts';
import { normalise } from '../working-memory/normal-form.ts';

export function nameHeld(kind: WorkingTag, content: string): string {
  const modifier = kind === 'pin' ? parseModifier(kind, content) : undefined;
  const words = modifier?.deed === 'keep' ? modifier.rest : content;
  return `${kind}\n${normalise(words)}`;
}
