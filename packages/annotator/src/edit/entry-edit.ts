// Resolves the changes that a person asks for in one entry, and checks them before anything is written.

import { UsageError } from '@terrarium/kernel/errors';
import type { EntryChanges } from '../glossary/change-entries.ts';
import { type GlossaryEntry, kindTags } from '../glossary/entry.ts';
import { filterQuotes } from '../glossary/filter-quotes.ts';
import { unexplained } from '../glossary/salience.ts';
import { describeShape, listSurfaces, normaliseName, stripSuffix } from '../glossary/term-forms.ts';
import { maxDefinitionCharacters, maxTermCharacters, normaliseTags } from '../tools/check-names.ts';

/** Omitted fields stay as they are. */
export interface EntryEdit {
  /** The new term; the old one becomes an alias. */
  readonly term?: string | undefined;
  /** Whether the old term was a mistake: it then becomes an alias only if a quote needs it. */
  readonly isPutBack?: boolean | undefined;
  readonly definition?: string | undefined;
  readonly addedAliases?: readonly string[] | undefined;
  readonly removedAliases?: readonly string[] | undefined;
  /** The complete new list of tags. */
  readonly tags?: readonly string[] | undefined;
  /** The kind of thing that the entry is. It replaces every kind that the entry had; other tags stay. */
  readonly kind?: string | undefined;
  readonly status?: GlossaryEntry['status'] | undefined;
  /** What the entry is to others, such as "serves Arla". */
  readonly related?: readonly string[] | undefined;
  /** Relations to remove: the entry does not have them, or no longer has them. */
  readonly unrelated?: readonly string[] | undefined;
  /** Words of the story that show how the entry is related to other entries. */
  readonly quotes?: readonly string[] | undefined;
}

type EditedEntry = Pick<GlossaryEntry, 'term' | 'aliases' | 'evidence' | 'tags'>;

/** The changed fields of an edit. Throws `UsageError` if a change is not allowed. */
export function resolveEdit(entry: EditedEntry, edit: EntryEdit): EntryChanges {
  const term = normaliseText(edit.term, { what: 'A name', longest: maxTermCharacters });
  const definition = normaliseText(edit.definition, {
    what: 'A definition',
    longest: maxDefinitionCharacters,
  });
  if (term !== undefined && normaliseName(stripSuffix(term)) === '') {
    throw refuse(`"${term}" is not a name.`, 'A name needs a letter or a digit.');
  }
  const { aliases, evidence } = resolveNames(entry, { ...edit, term });
  if (evidence.length === 0 && entry.evidence.length > 0) {
    throw refuse(
      `No quote of "${entry.term}" would contain its name any more.`,
      'The name that occurs in the quotes must remain an alias.',
    );
  }
  return { term, definition, aliases, evidence, tags: resolveTags(entry, edit), status: edit.status };
}

type Names = Pick<EditedEntry, 'aliases' | 'evidence'>;

function resolveNames(entry: EditedEntry, edit: EntryEdit): Names {
  const kept = chooseNames(entry, edit);
  if (edit.isPutBack !== true) return kept;
  const removedAliases = [...(edit.removedAliases ?? []), entry.term, stripSuffix(entry.term)];
  const dropped = chooseNames(entry, { ...edit, removedAliases });
  return dropped.evidence.length < kept.evidence.length ? kept : dropped;
}

/** The aliases after an edit, and the quotes in which the entry still has a name. */
function chooseNames(entry: EditedEntry, edit: EntryEdit): Names {
  const aliases = normaliseAliases(entry, edit);
  const named = listSurfaces({ term: edit.term ?? entry.term, aliases });
  return { aliases, evidence: filterQuotes(entry.evidence, { before: listSurfaces(entry), after: named }) };
}

function resolveTags(entry: EditedEntry, edit: EntryEdit): readonly string[] | undefined {
  const tags = resolveOtherTags(entry, edit);
  if (edit.kind === undefined) return tags;
  return [parseKind(edit.kind), ...(tags ?? entry.tags).filter((tag) => !kindTags.has(tag))];
}

/** The tags to set; undefined for no change. An entry that a person defines loses the tag `unexplained`. */
function resolveOtherTags({ tags }: EditedEntry, edit: EntryEdit): readonly string[] | undefined {
  if (edit.tags !== undefined) return normaliseTags(edit.tags.map((tag) => tag.trim()));
  if (edit.definition === undefined || !tags.includes(unexplained)) return undefined;
  return tags.filter((tag) => tag !== unexplained);
}

/**
 * The kind that a person means, even if they use another word for the kind. Throws `UsageError` if there is no such
 * kind.
 */
export function parseKind(text: string): string {
  const said = text.replace(/\s+/gu, ' ').trim();
  const kind = normaliseTags([said])[0] ?? '';
  if (kindTags.has(kind)) return kind;
  throw refuse(`"${said}" is not a kind of entry.`, `The kinds are ${[...kindTags].join(', ')}.`);
}

interface TextRule {
  readonly what: string;
  readonly longest: number;
}

function normaliseText(text: string | undefined, { what, longest }: TextRule): string | undefined {
  if (text === undefined) return undefined;
  const settled = text.replace(/\s+/gu, ' ').trim();
  if (settled === '') throw refuse(`${what} cannot be empty.`, 'Give a text for it.');
  if (settled.length > longest) {
    throw refuse(
      `${what} has at most ${longest} characters; this has ${settled.length}.`,
      'Make it shorter.',
    );
  }
  return settled;
}

function normaliseAliases(entry: EditedEntry, edit: EntryEdit): readonly string[] {
  const term = edit.term ?? entry.term;
  const own = describeShape(stripSuffix(term));
  const isRenamed = own !== describeShape(stripSuffix(entry.term));
  const removed = new Set((edit.removedAliases ?? []).map(describeShape));
  const wanted = [
    ...entry.aliases,
    ...(isRenamed ? [stripSuffix(entry.term)] : []),
    ...(edit.addedAliases ?? []),
  ];
  const taken = new Set([own]);
  return wanted.flatMap((one) => {
    const alias = one.trim();
    const shape = describeShape(alias);
    if (normaliseName(alias) === '' || alias.length > maxTermCharacters) {
      throw refuse(
        `"${alias}" is not a name.`,
        `An alias needs a letter or a digit, and may have at most ${maxTermCharacters} characters.`,
      );
    }
    if (taken.has(shape) || removed.has(shape)) return [];
    taken.add(shape);
    return [alias];
  });
}

function refuse(happened: string, todo: string): UsageError {
  return new UsageError({ code: 'edit.cannot-stand', happened, todo });
}
