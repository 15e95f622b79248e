// Writes a proposed term with the capitals that the story gives it.

import { stripSuffix } from '../glossary/term-forms.ts';
import type { ToolContext } from './tool-context.ts';

/**
 * Spells the term as the scene does inside sentences: `Matvey` for `matvey` or `MATVEY`. At the beginning of a
 * sentence, any word has a capital. The term stays unchanged if the scene also has it in this form, or if inside
 * sentences the scene has no spelling of it, several spellings, or one all in capitals.
 */
export function writeAsStory(term: string, { scenePosts }: Pick<ToolContext, 'scenePosts'>): string {
  const name = stripSuffix(term);
  const texts = scenePosts.map(({ body, span }) => body.slice(span.start, span.end));
  if (name === '' || texts.some((text) => listPlaces(text, name).some(({ form }) => form === name)))
    return term;
  const forms = new Set(
    texts.flatMap((text) =>
      listPlaces(text, name)
        .filter(({ start }) => isInsideSentence(text, start))
        .map(({ form }) => form),
    ),
  );
  const [only, other] = forms;
  const isSure = only !== undefined && other === undefined && only !== only.toUpperCase();
  return isSure ? term.replace(name, () => only) : term;
}

/**
 * Returns the term with a small first letter if the scene also has this form: `jeddak` as well as `Jeddak of Ptarth`.
 */
export function findSmallForm(
  term: string,
  { scenePosts }: Pick<ToolContext, 'scenePosts'>,
): string | undefined {
  const name = stripSuffix(term);
  const small = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
  const isWritten = scenePosts.some(({ body, span }) =>
    listPlaces(body.slice(span.start, span.end), name).some(({ form }) => form === small),
  );
  return small !== name && isWritten ? small : undefined;
}

interface Place {
  readonly start: number;
  readonly form: string;
}

/** Lists the places at which a text has the name as whole words, in any case. */
function listPlaces(text: string, name: string): readonly Place[] {
  const folded = text.toLowerCase();
  const wanted = name.toLowerCase();
  // A letter whose lower case has another length would shift all places after it.
  if (folded.length !== text.length || wanted.length !== name.length) return [];
  const places: Place[] = [];
  for (let start = folded.indexOf(wanted); start !== -1; start = folded.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    const isWhole = !isLetter(text.charAt(start - 1)) && !isLetter(text.charAt(end));
    if (isWhole) places.push({ start, form: text.slice(start, end) });
  }
  return places;
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** Whether a word or a comma comes before the place. */
function isInsideSentence(text: string, start: number): boolean {
  return /[\p{L}\p{N},] $/u.test(text.slice(Math.max(0, start - 4), start));
}
