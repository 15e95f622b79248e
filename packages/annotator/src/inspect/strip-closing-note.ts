// Strips the last sentence of a summary if it is about the glossary: a recap is for readers of the story.

import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';

const ofGlossary = /\b(?:glossary|entr(?:y|ies) (?:was|were|is|are|has been|have been))\b/iu;

/** Returns the text unchanged if no sentence would be left. */
export function stripClosingNote(text: string): string {
  const last = listSentenceLabels(text).at(-1);
  if (last === undefined || !ofGlossary.test(text.slice(last.start, last.end))) return text;
  const rest = text.slice(0, last.start).trimEnd();
  return rest === '' ? text : rest;
}
