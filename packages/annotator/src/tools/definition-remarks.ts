// Definition remarks: what a model is told about a new definition that is accepted.

import type { GlossaryEntry } from '../glossary/entry.ts';
import { listLinks } from '../glossary/list-links.ts';
import { listLostNames } from '../glossary/narrowing.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import { renderContent } from '../prompts/render-element.ts';
import { isListed } from '../reader/lexicon.ts';
import { renderLengthRemark } from './render-answer.ts';
import type { ToolContext } from './tool-context.ts';

/**
 * Tells the model which names the new definition has lost. The month or day of a date may be lost, unless it is also
 * the name of an entry, such as a woman called May. `said` is the new definition, with all names of the entries to
 * which it links.
 */
function listLosses(old: string, said: string, { glossary }: ToolContext): readonly string[] {
  const isOfDate = (name: string) =>
    isListed('calendar', name.toLowerCase()) && glossary.listByName(name).length === 0;
  const lost = listLostNames(old, said).filter((name) => !isOfDate(name));
  if (lost.length === 0) return [];
  const names = renderContent(lost.slice(0, 8).join(', '));
  return [
    `The definition no longer mentions ${names}. If what it said about that is still true, send the definition again with it; otherwise do nothing.`,
  ];
}

interface NewDefinition {
  readonly definition: string;
  readonly context: ToolContext;
}

/** Lists what the model is told about a new definition that is accepted. */
export function listRemarks(
  { replaces }: { readonly replaces?: boolean | undefined },
  former: GlossaryEntry,
  { definition, context }: NewDefinition,
): readonly string[] {
  const linked = listLinks(definition).flatMap((name) => context.glossary.listByName(name));
  const said = [definition, ...linked.flatMap(listSurfaces)].join(' ');
  const losses = replaces === true ? [] : listLosses(former.definition, said, context);
  return [...losses, ...renderLengthRemark(definition, context)];
}
