// Adds an entry on a person's behalf: a name, what it is, and the words of the story that support it.

import type { UsageError } from '@terrarium/kernel/errors';
import { findExactQuote } from '@terrarium/kernel/find-exact-quote';
import { buildBodyReader } from '../export/open-glossary-for.ts';
import type { EntryDraft } from '../glossary/change-entries.ts';
import type { CitablePost } from '../glossary/citable-text.ts';
import { openCorrectionStore } from '../glossary/correction-store.ts';
import type { Evidence, GlossaryEntry } from '../glossary/entry.ts';
import { checkEvidence } from '../glossary/evidence-gate.ts';
import { hasAnyName } from '../glossary/is-naming.ts';
import { isSamePlace } from '../glossary/is-same-place.ts';
import { openReadingStore } from '../glossary/reading-store.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { describePlace, readReaderPlace } from '../moments/reader-place.ts';
import { resolveEdit } from './entry-edit.ts';
import { buildSource, refuse, type Wish, write } from './person-source.ts';
import { cutWords, listReadPosts, maxSearched, suggestQuotes } from './read-posts.ts';

export interface NewEntry {
  readonly term: string;
  readonly definition: string;
  /** Words of the story that name the thing. */
  readonly quotes: readonly string[];
  readonly aliases?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly kind?: string | undefined;
  readonly status?: GlossaryEntry['status'] | undefined;
}

/**
 * Adds the entry. Its quotes are found in what was read, up to the reader's place. Throws `UsageError` if a quote is
 * not found or names something else, or if the term is taken.
 */
export function addEntry(annotator: Annotator, entry: NewEntry, wish: Wish): GlossaryEntry {
  return write(annotator, () => {
    const reading = openReadingStore(annotator.connection, buildBodyReader(annotator));
    const draft = buildDraft(annotator, entry);
    const corrections = openCorrectionStore(annotator.connection);
    const scenes = draft.evidence
      .flatMap((piece) => reading.findPartOfQuote(piece) ?? [])
      .map((part) => corrections.findSceneOfPart(part) ?? 0);
    const founding = { scene: Math.max(0, ...scenes), missing: 'its quote had not been read yet' };
    return annotator.stores.glossary.create(draft, buildSource(annotator, wish, founding));
  });
}

function buildDraft(annotator: Annotator, entry: NewEntry): EntryDraft {
  const { term, definition, tags, kind, status = 'confirmed' } = entry;
  const bare = { term: term.replace(/\s+/gu, ' ').trim(), aliases: [], evidence: [], tags: [] };
  const said = resolveEdit(bare, { term, definition, addedAliases: entry.aliases, tags, kind, status });
  const { aliases = [] } = said;
  const names = listSurfaces({ term: bare.term, aliases });
  const place = readReaderPlace(annotator.world);
  const evidence = findEvidence(listReadPosts(annotator, names), { ...entry, names, place });
  const told = said.definition ?? definition;
  return { term: bare.term, aliases, definition: told, status, tags: said.tags ?? [], evidence };
}

interface Sought extends Pick<NewEntry, 'term' | 'quotes'> {
  readonly names: readonly string[];
  readonly place: string | undefined;
}

function findEvidence(posts: readonly CitablePost[], sought: Sought): readonly Evidence[] {
  const { term, quotes, names } = sought;
  if (posts.length === 0) throw refuseUnnamed(sought);
  if (quotes.length === 0) {
    throw refuse(
      'An entry needs a quote from the story, and none was given.',
      suggestQuotes(posts, (sentence) => hasAnyName(sentence, names)),
    );
  }
  const found = quotes.map((quote) => {
    const exact = posts.find(({ body, span }) => findExactQuote(body, quote, span) !== undefined);
    const scene = exact === undefined ? posts.slice(0, maxSearched) : [exact];
    const { accepted } = checkEvidence([{ quote }], names, { scene, findEarlier: () => undefined });
    const [piece] = accepted;
    if (piece !== undefined) return piece;
    throw refuse(
      `The quote “${cutWords(quote)}” is not in a post that names "${term}", or does not contain that name.`,
      suggestQuotes(posts, (sentence) => hasAnyName(sentence, names)),
    );
  });
  return found.filter((piece, at) => found.findIndex((one) => isSamePlace(one, piece)) === at);
}

/** The error does not say whether the name comes later: that would give away what is unread. */
function refuseUnnamed({ term, place }: Sought): UsageError {
  const asSpelled = 'Write the name as the story does, or use --alias to add the name that the story uses';
  if (place === undefined) return refuse(`Nothing that was read so far names "${term}".`, `${asSpelled}.`);
  return refuse(
    `Nothing up to your place (${describePlace(place)}) names "${term}".`,
    `${asSpelled}. If it comes later in the story, set a later place first, or run "terrarium place end".`,
  );
}
