// Compares a changed note of a vault with what it said when it was exported, and finds the fields that a person changed.

import { nameTag } from '../export/vault/name-file.ts';
import { computeDigest, type ParsedNote, stripBackslashes } from '../export/vault/parse-note.ts';
import type { ShownNote } from '../export/vault/vault-folder.ts';
import { normaliseShown, stripBrackets } from '../export/vault/vault-note.ts';
import { markedPattern, splitMarked } from '../export/wiki/client/link-names.js';
import type { GlossaryEntry } from '../glossary/entry.ts';
import { kindTags } from '../glossary/entry.ts';
import { normaliseTags } from '../tools/check-names.ts';

type Base = Pick<GlossaryEntry, 'term' | 'aliases' | 'definition' | 'tags' | 'status'>;

/** The fields that a note changes; the others are left out. */
export interface NoteChanges {
  readonly term?: string;
  readonly aliases?: string[];
  readonly definition?: string;
  readonly tags?: string[];
  readonly status?: GlossaryEntry['status'];
}

export interface NoteInput {
  readonly note: ParsedNote;
  readonly shown: ShownNote;
  /** The entry as it was when the note was exported. */
  readonly base: Base;
  /** The title that a new name of the file gives to the note; undefined if the file has its old name. */
  readonly fileTitle: string | undefined;
  readonly findLinked: FindLinked;
}

/**
 * Finds the entry to which a link leads, and the name to write for it in a definition: the words of the link, if they
 * name it. Undefined if it leads to no entry, or to several.
 */
export type FindLinked = (
  target: string,
  words: string,
) => { readonly id: number; readonly name: string } | undefined;

export function compareNote(input: NoteInput): NoteChanges {
  return {
    ...compareTitle(input),
    ...compareAliases(input),
    ...compareTags(input),
    ...compareDefinition(input),
  };
}

/** What stands in a note besides the fields that can be taken in, and did not stand there when it was exported. */
export function listOwnParts({ note, shown }: Pick<NoteInput, 'note' | 'shown'>): readonly string[] {
  const own = Object.keys(note.properties).filter((key) => note.properties[key] !== shown.properties[key]);
  return [
    ...own.map((key) => `the property "${key}"`),
    ...(note.body === shown.body
      ? []
      : ['the text below the definition (relations, quotes, and what was added)']),
  ];
}

function compareTitle({ note: { title }, shown, fileTitle }: NoteInput): NoteChanges {
  if (title !== undefined && title !== shown.title) return { term: title };
  return fileTitle === undefined ? {} : { term: fileTitle };
}

function compareAliases({ note, shown, base }: NoteInput): NoteChanges {
  const removed = new Set(listMissing(shown.aliases, note.aliases));
  const added = listMissing(note.aliases, shown.aliases);
  const kept = base.aliases.filter((alias) => !removed.has(stripBrackets(alias.trim())));
  if (added.length === 0 && kept.length === base.aliases.length) return {};
  return { aliases: [...kept, ...added] };
}

const statusPattern = /^status\/(?<status>tentative|confirmed)$/u;

function compareTags({ note, shown, base }: NoteInput): NoteChanges {
  const removed = new Set(listMissing(shown.tags, note.tags));
  const added = listMissing(note.tags, shown.tags);
  const status = added.flatMap((tag) => statusPattern.exec(tag)?.groups?.['status'] ?? [])[0];
  const tags = added.filter((tag) => !statusPattern.test(tag));
  const isKindSaid = normaliseTags(tags).some((tag) => kindTags.has(tag));
  const kept = base.tags.filter(
    (tag) => !removed.has(nameTag(tag) ?? '') && !(isKindSaid && kindTags.has(tag)),
  );
  const isChanged = tags.length > 0 || kept.length < base.tags.length;
  return {
    ...(status === 'tentative' || status === 'confirmed' ? { status } : {}),
    ...(isChanged ? { tags: [...kept, ...tags] } : {}),
  };
}

function listMissing(items: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return [...new Set(items.filter((item) => !known.has(item)))];
}

function compareDefinition({ note, shown, base, findLinked }: NoteInput): NoteChanges {
  if (computeDigest(note.definition) === shown.definition) return {};
  const before = { definition: base.definition, links: shown.links };
  return { definition: parseDefinition(note.definition, before, findLinked) };
}

/** What has a meaning in a definition: an escaped sign, a link of either form, or words in bold. */
const meaningful =
  /\\[\s\S]|!?\[\[(?<target>[^[\]|\n]+)(?:\|(?<shown>[^[\]\n]*))?\]\]|!?\[(?<words>[^[\]\n]*)\]\((?<address>[^()\n]*)\)|\*\*(?<bold>[^*\n]+)\*\*/gu;

interface ExportedDefinition {
  readonly definition: string;
  /** The links in the note of this definition, as they were written there. */
  readonly links: readonly string[];
}

/**
 * The definition that a note's Markdown means. A name that the export linked or made bold is written as it was before;
 * any other link to an entry becomes `[[Term]]`, or `[[Term|words]]`.
 */
function parseDefinition(
  markdown: string,
  { definition, links }: ExportedDefinition,
  findLinked: FindLinked,
): string {
  const marks = new Map(
    Array.from(definition.matchAll(markedPattern), ([whole]) => [
      normaliseShown(splitMarked(whole.slice(2, -2)).shown),
      whole,
    ]),
  );
  const exported = links.map((link): Link => {
    const { name: target, shown: written } = splitMarked(link.slice(2, -2));
    return { target, written };
  });
  const findMark = (words: string) => marks.get(normaliseShown(words));
  const parseLink = ({ target, written }: Link): string => {
    const shown = stripBackslashes(written).trim();
    const linked = findLinked(target, shown);
    const isSame = (one: Link) => one.written === written && findLinked(one.target, shown)?.id === linked?.id;
    if (exported.some(isSame)) return findMark(shown) ?? shown;
    if (linked === undefined) return shown;
    return linked.name === shown ? `[[${shown}]]` : `[[${linked.name}|${shown}]]`;
  };
  const parse = (text: string): string =>
    text.replace(meaningful, (...found) => {
      const whole = String(found[0]);
      const { target, shown, words, address, bold }: Groups = found.at(-1);
      if (target !== undefined) return parseLink({ target, written: shown ?? nameTarget(target) });
      if (words !== undefined) return parseLink({ target: address ?? '', written: words });
      if (bold !== undefined) return findMark(stripBackslashes(bold)) ?? `**${parse(bold)}**`;
      return stripBackslashes(whole);
    });
  return parse(markdown).replace(/\s+/gu, ' ').trim();
}

interface Link {
  readonly target: string;
  /** The words that the link shows, in Markdown. */
  readonly written: string;
}

/** The name of the note to which a link leads. */
export function nameTarget(target: string): string {
  const [path = ''] = target.split('#');
  return (path.split('/').at(-1) ?? '').replace(/\.md$/iu, '').trim();
}

type Groups = Readonly<Partial<Record<'target' | 'shown' | 'words' | 'address' | 'bold', string>>>;
