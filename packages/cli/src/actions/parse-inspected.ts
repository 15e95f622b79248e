// Parses what somebody wants to look at: an entry by its name, a scene, thread, post or snapshot by its number, or a list.

import { UsageError } from '@terrarium/kernel/errors';

export type Inspected = InspectedInWorld | { readonly kind: 'apart' };

/** What a person can inspect in a world that has been read. */
export type InspectedInWorld =
  | { readonly kind: 'entry'; readonly name: string }
  | { readonly kind: 'held' }
  | { readonly kind: 'scene' | 'thread' | 'chapter' | 'post' | 'snapshot'; readonly number: number };

type Numbered = Exclude<Extract<Inspected, { readonly number: number }>['kind'], 'chapter'>;

/**
 * The words may come as one argument or as several. Throws `UsageError` if the number after a kind such as `scene` is
 * missing, or if other arguments stand in its place.
 */
export function parseInspected(words: readonly string[]): Inspected {
  // A place is written with a colon, such as `chapter:2`, so this form is accepted too.
  const text = words
    .join(' ')
    .trim()
    .replace(/^(scene|thread|chapter|post|snapshot):(?=#?\d{1,15}$)/iu, '$1 ');
  if (text === 'apart' || text === 'held') return { kind: text };
  const [first = ''] = text.split(/\s+/u, 1);
  const rest = text.slice(first.length).trim();
  const kind = resolveKind(first, rest);
  if (kind === 'entry' && rest !== '') return { kind, name: rest };
  if (kind === 'chapter' && isNumber(rest)) return { kind, number: parseNumber(rest) };
  // Several words in one argument are the name of an entry, such as "post office of Vell", unless they are a kind and a
  // number.
  if (!isNumbered(kind) || (words.length === 1 && rest !== '' && !isNumber(rest))) {
    return { kind: 'entry', name: text };
  }
  if (isNumber(rest)) return { kind, number: parseNumber(rest) };
  throw new UsageError({
    code: 'cli.no-number',
    happened:
      rest === '' ? `The number of the ${kind} is missing.` : `"${rest}" is not the number of a ${kind}.`,
    todo: `Write it like "inspect ${kind} 3"; an entry of that name is "inspect entry ${quoteName(text)}".`,
  });
}

/**
 * Before a number, the first word is a kind even in capitals or in the plural: `Scenes 3`. Before a word, it stays as
 * it is, because it may be the beginning of a name.
 */
function resolveKind(first: string, rest: string): string {
  if (!isNumber(rest)) return first;
  return first.toLowerCase().replace(/s$/u, '');
}

function parseNumber(text: string): number {
  return Number(text.replace('#', ''));
}

function quoteName(text: string): string {
  return text.includes(' ') ? `'${text}'` : text;
}

function isNumbered(kind: string): kind is Numbered {
  return kind === 'scene' || kind === 'thread' || kind === 'post' || kind === 'snapshot';
}

export function isNumber(text: string): boolean {
  return /^#?\d{1,15}$/u.test(text);
}
