// Finds signs that a glossary is going wrong; this is cheap enough to do during a run.

import { listContested } from '../glossary/confirmation-wish.ts';
import { detectLikeness } from '../glossary/duplicates.ts';
import type { EntryId } from '../glossary/entry.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { openSceneLog } from './scene-log-store.ts';

export interface Quality {
  /** Undefined before the first post was read. */
  readonly entriesPerThousandPosts: number | undefined;
  /** How much of the text sent with the newest scenes consists of entries; undefined before the first scene. */
  readonly entriesShare: number | undefined;
  /** The share of entries that have a quote. */
  readonly evidenceShare: number | undefined;
  /** Tentative entries that are named in at most one post. */
  readonly junkSuspects: readonly string[];
  /** Pairs with similar names that nobody has marked as different. */
  readonly duplicateSuspects: readonly (readonly [string, string])[];
  /** Tentative entries about which a curator could not decide. */
  readonly undecided: readonly string[];
  /** How many proposals of models contradict what a person wrote. */
  readonly proposals: number;
}

type Read = Pick<Annotator, 'stores' | 'connection'>;

export function readQuality(annotator: Read): Quality {
  const { glossary, journal } = annotator.stores;
  const entries = [...glossary.iterateEntries()];
  const posts = journal.readTotals().postsProcessed;
  const cited = entries.filter(({ evidence }) => evidence.length > 0).length;
  const isRare = ({ id }: { readonly id: EntryId }) => glossary.readSpread(id).posts <= 1;
  return {
    entriesPerThousandPosts: posts === 0 ? undefined : (entries.length / posts) * 1_000,
    entriesShare: measureEntriesShare(annotator),
    evidenceShare: entries.length === 0 ? undefined : cited / entries.length,
    junkSuspects: entries
      .filter((entry) => entry.status === 'tentative' && isRare(entry))
      .map(({ term }) => term),
    duplicateSuspects: listDuplicates(annotator),
    undecided: listUndecided(annotator),
    proposals: listContested(glossary).length,
  };
}

function listUndecided({ stores: { curation, glossary } }: Read): readonly string[] {
  const newest = new Map(curation.list().map(({ entryId, outcome }) => [entryId, outcome]));
  const undecided = [...newest].flatMap(([id, outcome]) => (outcome === 'UNDECIDED' ? [id] : []));
  return glossary
    .read(undecided)
    .filter(({ status }) => status === 'tentative')
    .map(({ term }) => term);
}

function listDuplicates({ stores: { glossary } }: Read): Quality['duplicateSuspects'] {
  return [...glossary.iterateNames()].flatMap((entry) =>
    glossary
      .listLike(listSurfaces(entry))
      .filter((other) => other.id > entry.id && detectLikeness(entry, other) !== undefined)
      .filter((other) => !glossary.isKeptApart(entry.id, other.id))
      .map((other) => [entry.term, other.term] as const),
  );
}

/** At most this many of the newest scenes are measured. */
const measuredScenes = 20;
const entriesElement = /<known_entries>.*?<\/known_entries>/gsu;

function measureEntriesShare({ connection, stores: { ledger } }: Read): number | undefined {
  const log = openSceneLog(connection);
  const scenes = ledger.readScenes('committed').slice(-measuredScenes);
  const texts = scenes
    .flatMap(({ id }) => log.readConversations(id))
    .flatMap(({ messages }) => messages)
    .flatMap((message) => (message.role === 'user' ? [message.content] : []));
  const all = texts.reduce((sum, text) => sum + text.length, 0);
  const entries = texts.flatMap((text) => text.match(entriesElement) ?? []);
  return all === 0 ? undefined : entries.reduce((sum, text) => sum + text.length, 0) / all;
}
