// Strips the end of a summary if it is about the glossary: a recap is for readers of the story.

import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';

/** The line that a model is asked for, with the marks that a model may put around its first word. */
const ownLine = /\n[ \t*_#-]*glossary[*_]*[ \t]*:.*$/isu;
/**
 * Matches a word for a glossary in a language of Europe, or words on what was done with entries, such as `entries
 * were`.
 */
const ofGlossary =
  /\b(?:glossary|entr(?:y|ies) (?:was|were|is|are|has been|have been))\b|(?<!\p{L})(?:glossa(?:r|ir)|glos[aá]r|glossári|глоссари)/iu;

/** Returns the text unchanged if no sentence would be left. */
export function stripClosingNote(text: string): string {
  const story = text.replace(ownLine, '').trimEnd();
  if (story !== '' && story !== text.trimEnd()) return story;
  const last = listSentenceLabels(text).at(-1);
  if (last === undefined || !ofGlossary.test(text.slice(last.start, last.end))) return text;
  const rest = text.slice(0, last.start).trimEnd();
  return rest === '' ? text : rest;
}
