// Asks for more, once in a scene: about words on hold, refused parts of calls, and names without an entry.

import type { Span } from '../corpus/corpus.ts';
import { extractNames } from '../glossary/extract-names.ts';
import { readFirstWords } from '../glossary/first-words.ts';
import { isUsedAsNoun } from '../glossary/is-used-as-noun.ts';
import { listRelatedForms } from '../glossary/related-forms.ts';
import { normaliseName } from '../glossary/term-forms.ts';
import { isUnspaced } from '../glossary/text-words.ts';
import { renderMoreRequest } from '../prompts/prompts.ts';
import { isListed } from '../reader/lexicon.ts';
import { computeRatio } from './count-window.ts';
import { type Run, readScenePages, recordStep } from './run.ts';

/** At most this many names of a scene are looked up. */
const mostNames = 40;
/** In a language that gives every noun a capital, this many words are looked up, to sort out the common nouns. */
const mostNouns = 400;
/** If fewer names are missing, the model may have left them out on purpose. */
const leastMissing = 3;
const mostShown = 12;

/** Returns whether the model was asked. */
export function askForMore(run: Run): boolean {
  const { session, settings, limits } = run;
  const { reply, isAskedAgain, rounds } = session.progress;
  const calls = reply?.purpose === 'scene' ? (reply.calls ?? []) : [];
  const isDue = settings.asksForMore && !isAskedAgain && rounds < settings.maxToolRounds;
  const hasRoom = session.window.tokens * computeRatio(run) < limits.emergency;
  if (!isDue || !hasRoom) return false;
  const hasOnlyCreated = calls.length > 0 && calls.every(({ name }) => name === 'glossary_create');
  const missing = hasOnlyCreated ? listMissing(run) : [];
  const names = missing.length < leastMissing ? [] : missing.slice(0, mostShown);
  const isCalled = reply?.channel === 'tools';
  const open = { names, hasHeld: isCalled && reply.hasHeld, hasPartial: isCalled && reply.hasPartial };
  if (names.length === 0 && !open.hasHeld && !open.hasPartial) return false;
  const content = renderMoreRequest(open);
  recordStep(run, () => ({
    body: { kind: 'asked-again' },
    messages: [{ message: { role: 'user', content } }],
  }));
  return true;
}

/**
 * Lists names that are neither entries nor on hold, and that occur at least twice in the scene outside of names of
 * entries. `Prince` in `Prince of Helium` does not count, nor does `Martian` if there is an entry for `Mars`, nor a
 * common noun in a language that gives every noun a capital.
 */
function listMissing(run: Run): readonly string[] {
  const { glossary } = run.stores;
  const { texts } = readScenePages(run);
  const isKnown = (name: string) => glossary.listMatches(name).length > 0 || glossary.isHeld(name);
  const isDerived = (name: string) =>
    listRelatedForms(normaliseName(name), true).some((form) => glossary.listByName(form).length > 0);
  const rest = texts.map((text) => removeSpans(text, glossary.listMatches(text))).join('\n');
  const hasNouns = !readFirstWords(run.corpus).hasNameCapitals;
  const isNoun = (name: string) =>
    hasNouns &&
    (isListed('genderedTitles', name.toLowerCase()) || texts.some((text) => isUsedAsNoun(name, text)));
  return extractNames(texts, hasNouns ? mostNouns : mostNames)
    .filter((name) => isRecurring(name, rest) && !isOfCalendar(name) && !isNoun(name))
    .filter((name) => !isKnown(name) && !isDerived(name));
}

/**
 * Whether the text has the name at least twice. In scripts with blanks between words, only whole words count: `Baboon`
 * is not `Baboo`.
 */
function isRecurring(name: string, text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(name); at >= 0 && count < 2; at = text.indexOf(name, at + name.length)) {
    const isWhole = isUnspaced(name) || (!isLetter(text[at - 1]) && !isLetter(text[at + name.length]));
    if (isWhole) count += 1;
  }
  return count === 2;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);
}

function isOfCalendar(name: string): boolean {
  return normaliseName(name)
    .split(' ')
    .every((word) => isListed('calendar', word));
}

function removeSpans(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    pieces.push(text.slice(end, span.start));
    end = span.end;
  }
  return [...pieces, text.slice(end)].join(' ');
}
