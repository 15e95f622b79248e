// Declares the changes that an edited file asks for, so that they can be shown before they are made.

import type { Position } from '../corpus/corpus.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { RelationKind } from '../reader/relation-kinds.ts';
import type { NewEntry } from './add-entry.ts';
import type { EntryEdit } from './entry-edit.ts';

export interface ChangedField {
  readonly field: 'term' | 'aliases' | 'definition' | 'status' | 'tags' | 'evidence' | 'relations';
  readonly from: string;
  readonly to: string;
  /** Whether the glossary's field was also changed after the file was exported. */
  readonly isOvertaken: boolean;
}

interface InFile {
  /** The line on which the entry begins in the file, from 1. */
  readonly line: number;
  /** The note that asks for the edit, by its path in the vault; undefined in a file of entries. */
  readonly note?: string;
  /** The place up to which the note shows the story: the edit holds from there at the latest. */
  readonly by?: Position;
  readonly term: string;
  readonly changes: readonly ChangedField[];
}

/** The entry that an edit is about. It has no id yet if it is new. */
interface OfAny extends InFile {
  readonly id: EntryId | undefined;
}

interface OfKnown extends InFile {
  readonly id: EntryId;
}

/** A relation as it is stored with one of its two entries. */
export interface OwnRelation {
  readonly id: EntryId;
  readonly kind: RelationKind;
  readonly to: EntryId;
}

export type RelationEdit =
  | (OfAny & {
      readonly act: 'related';
      /** The entry that is to have the relation: its term, or its number after a `#`. */
      readonly from: string;
      readonly kind: RelationKind;
      readonly to: string;
      readonly quotes: readonly string[];
    })
  | (OfAny & { readonly act: 'unrelated'; readonly relations: readonly OwnRelation[] });

export type FileEdit =
  | RelationEdit
  | (OfKnown & { readonly act: 'revised'; readonly edit: EntryEdit })
  | (OfAny & { readonly act: 'added'; readonly id: undefined; readonly entry: NewEntry })
  | (OfKnown & { readonly act: 'deleted' | 'restored' })
  | (OfAny & { readonly act: 'merged' | 'apart'; readonly other: string });
