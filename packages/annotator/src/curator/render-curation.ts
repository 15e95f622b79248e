// Renders what a curator is asked: the task, and a dossier for each entry.

import type { PostId } from '../corpus/corpus.ts';
import type { EntryId } from '../glossary/entry.ts';
import { renderCurationTask } from '../prompts/prompts.ts';
import { renderContent, renderElement } from '../prompts/render-element.ts';

export interface CuratorDossier {
  readonly entryId: EntryId;
  readonly term: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  readonly definition: string;
  /** What the reading model asks for: `CONFIRM`, or `MERGE 4`. */
  readonly wishes?: readonly string[];
  /** Quotes that stand above the question. */
  readonly above: readonly AboveQuote[];
  readonly evidence: readonly { readonly postId: PostId; readonly quote: string }[];
  /** How often, in how many posts and in how many threads the entry has been named so far. */
  readonly mentions: number;
  readonly posts: number;
  readonly threads: number;
  /** The text that first names the entry, and a little of the story around it. */
  readonly firstAppearance: { readonly postId: PostId; readonly text: string } | undefined;
  /** Relations to other entries; first those that are stored with this entry. */
  readonly relations: readonly DossierRelation[];
  /** Entries that may be the same thing. */
  readonly similar: readonly SimilarEntry[];
}

/** A quote, given as the labels of its sentences. */
export interface AboveQuote {
  readonly postId: PostId;
  readonly first: number;
  readonly last: number;
}

export interface DossierRelation {
  /** How the relation reads from the side of the dossier's entry: "child of". */
  readonly wording: string;
  readonly to: Pick<SimilarEntry, 'id' | 'term'>;
  readonly postId: PostId;
}

export interface SimilarEntry {
  readonly id: EntryId;
  readonly term: string;
  readonly aliases: readonly string[];
  /** Empty if the entry has a dossier of its own in the same question. */
  readonly definition: string;
  readonly mentions: number;
}

/** The question about a batch of entries. */
export function renderCurationRequest(dossiers: readonly CuratorDossier[]): string {
  const rendered = dossiers.map(renderDossier).join('\n');
  const shown = renderElement('curation_request', { entries: dossiers.length }, `\n${rendered}\n`);
  return `${shown}\n${renderCurationTask({
    above: dossiers.some(({ above }) => above.length > 0),
    evidence: dossiers.some(({ evidence }) => evidence.length > 0),
    first_named: dossiers.some(({ firstAppearance }) => firstAppearance !== undefined),
    relations: dossiers.some(({ relations }) => relations.length > 0),
    similar: dossiers.some(({ similar }) => similar.length > 0),
    wish: dossiers.some(({ wishes = [] }) => wishes.length > 0),
  })}`;
}

/** The question for decisions that are still missing, when a reply was not clear or was cut off. */
export function renderCurationFault(faults: readonly string[], asked: readonly EntryId[]): string {
  const lines = faults.map(renderContent).join('\n');
  return `${renderElement('curation_refused', {}, `\n${lines}\n`)}\nAnswer with a JSON list of one decision for each of these entries, and for no others: ${asked.join(', ')}.`;
}

export function renderDossier(dossier: CuratorDossier): string {
  const { entryId, term, aliases, tags, mentions, posts, threads, firstAppearance } = dossier;
  const attributes = {
    id: entryId,
    term,
    aliases: aliases.length === 0 ? undefined : aliases.join('|'),
    tags: tags.length === 0 ? undefined : tags.join(','),
    mentions,
    posts,
    threads,
    above: dossier.above.length === 0 ? undefined : dossier.above.map(renderPlace).join('; '),
    wish: (dossier.wishes ?? []).join(', ') || undefined,
  };
  const parts = [
    renderElement('definition', {}, renderContent(dossier.definition)),
    ...dossier.evidence.map(({ postId, quote }) =>
      renderElement('evidence', { post: postId }, renderContent(quote)),
    ),
    ...(firstAppearance === undefined
      ? []
      : [
          renderElement('first_named', { post: firstAppearance.postId }, renderContent(firstAppearance.text)),
        ]),
    ...(dossier.relations.length === 0 ? [] : [renderRelations(dossier.relations)]),
    ...dossier.similar.map(renderSimilar),
  ];
  return renderElement('dossier', attributes, `\n${parts.join('\n')}\n`);
}

function renderPlace({ postId, first, last }: AboveQuote): string {
  return `${postId} [${first}]${last === first ? '' : `-[${last}]`}`;
}

function renderRelations(relations: readonly DossierRelation[]): string {
  const said = relations.map(({ wording, to, postId }) => `${wording} ${to.id} ${to.term} (post ${postId})`);
  return renderElement('relations', {}, renderContent(said.join('; ')));
}

function renderSimilar({ id, term, aliases, definition, mentions }: SimilarEntry): string {
  const names = aliases.length === 0 ? undefined : aliases.join('|');
  return renderElement('similar', { id, term, aliases: names, mentions }, renderContent(definition));
}
