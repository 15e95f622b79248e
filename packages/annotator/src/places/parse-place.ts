// Parses where somebody stands in a story, as people write it: "after chapter:212", "thread:3", "before The Long Night".

import type { Refusal } from '@terrarium/kernel/errors';

/** A place in what was read: a mark in the journal, a post, or a thread by number, chapter or title. */
export type Place = MarkPlace | PostPlace | ThreadPlace;

export interface MarkPlace {
  readonly kind: 'snapshot' | 'revision';
  readonly number: number;
}

/** Whether what stands there is still to be read. */
export type Side = 'before' | 'after';

export interface PostPlace {
  readonly kind: 'post';
  readonly side: Side;
  readonly number: number;
  /** Where several corpora have one. */
  readonly corpus: string | undefined;
}

export interface ThreadPlace {
  readonly kind: 'thread' | 'chapter' | 'title';
  readonly side: Side;
  /** Of the thread, or of the chapter that its title names. */
  readonly number: number;
  /** Empty unless it was asked for by title. */
  readonly title: string;
  readonly corpus: string | undefined;
}

const longest = 300;
const numbered =
  /^(?<kind>thread|post|chapter|snapshot|revision)[\s:#]+(?<number>\d{1,15})(?:@(?<corpus>\S+))?$/iu;

/** `[before|after] thread:N | post:ID | chapter:N | snapshot:ID | revision:N | TITLE`, each but the last two with `@CORPUS`. */
export function parsePlace(text: string): { readonly ok: true; readonly place: Place } | Refusal {
  const trimmed = text.trim();
  const said = /^(before|after)\s+(\S.*)$/isu.exec(trimmed);
  const side = said?.[1]?.toLowerCase() === 'before' ? 'before' : 'after';
  const rest = said?.[2]?.trim() ?? trimmed;
  if (rest === '' || rest.length > longest) {
    return {
      ok: false,
      say: 'Say a place like thread:3, post:4711, chapter:212, snapshot:5, revision:120 or a title.',
    };
  }
  return {
    ok: true,
    place: parseNumbered(rest, side) ?? { kind: 'title', side, number: 0, title: rest, corpus: undefined },
  };
}

function parseNumbered(text: string, side: Side): Place | undefined {
  const match = numbered.exec(text)?.groups;
  if (match === undefined) return undefined;
  const number = Number(match['number']);
  const corpus = match['corpus'];
  const kind = match['kind']?.toLowerCase();
  if (kind === 'snapshot') return { kind, number };
  if (kind === 'revision') return { kind, number: side === 'before' ? number - 1 : number };
  if (kind === 'post') return { kind, side, number, corpus };
  return { kind: kind === 'thread' ? kind : 'chapter', side, number, title: '', corpus };
}
