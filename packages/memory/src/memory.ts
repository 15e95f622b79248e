// Memory: what a caller can do with a companion's memory.
import type { Embedder } from '@terrarium/kernel/embedder';
import type { Clock } from '@terrarium/kernel/environment';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Migrated } from '@terrarium/kernel/open-database';
import type { WakeConfig } from './assembly/wake-config.ts';
import type { CorrectedFragments } from './correcting/edit-fragments.ts';
import type { CorrectedItem, Correction } from './correcting/edit-items.ts';
import type { MovedTalk, Telling, UndoOptions } from './correcting/set-aside.ts';
import type { FillOptions, VectorCount } from './echoes/fill-vectors.ts';
import type { SearchSpan, SpanWords } from './events/resolve-search-span.ts';
import type { FactsQuery, KnownFact } from './facts/known-fact.ts';
import type { ForgetRequest, Forgotten } from './forgetting/forget.ts';
import type { Fragment } from './fragments/fragment.ts';
import type { Recalled } from './fragments/recall.ts';
import type { MemoryAudit } from './inspect/finding.ts';
import type { Presence, Target } from './inspect/presence.ts';
import type { Recap } from './inspect/recap.ts';
import type { ItemResult, SearchBounds, SearchResult } from './inspect/search.ts';
import type { Ingested } from './intake/ingest.ts';
import type { WakePackage } from './ledger/wake-package.ts';
import type { MaintenanceWriter } from './maintenance/maintenance-writer.ts';
import type { TagYield } from './maintenance/measure-tag-yield.ts';
import type { DoneProposals, Proposal } from './maintenance/proposals.ts';
import type { TagPass, TagPassOutcome } from './maintenance/propose-tags.ts';
import type { FragmentWriting, RevertedRun } from './maintenance/revert-run.ts';
import type { MaintenanceOutcome, MaintenanceRequest } from './maintenance/run-maintenance.ts';
import type { FragmentWish, WrittenFragment } from './maintenance/write-fragment.ts';
import type { Tag } from './tags/tag.ts';
import type { IngestChoices } from './wake.ts';
import type { ItemId, WorkingItem } from './working-memory/item.ts';
import type { Plan, PlansQuery } from './working-memory/plans.ts';

export interface MemoryOptions extends Omit<WakeConfig, 'database' | 'clock'> {
  /** The path of the database; it is made if there is none. */
  readonly database: string;
  /** Where images are kept; by default `images` beside the database. */
  readonly imagesDir?: string | undefined;
  readonly clock?: Clock | undefined;
  /** If given, search goes by meaning as well as by words. The caller that provides it closes it. */
  readonly embedder?: Embedder | undefined;
  /** How long a wake waits for the embedder, in milliseconds; by default 400. */
  readonly patienceMs?: number | undefined;
  /** What a reply without any tag counts as; by default, as said. */
  readonly untaggedReplies?: IngestChoices['untaggedReplies'];
  /** The languages in which dates are read; the first that finds one counts; by default English. */
  readonly languages?: IngestChoices['languages'];
  /** `full` also survives a power failure; the default, `normal`, survives only a kill of the process. */
  readonly durability?: 'normal' | 'full' | undefined;
  /** Called when a memory of an older version has been migrated, with the path of the copy that was made before. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
}

export interface SaidOptions extends Pick<IngestChoices, 'atMs' | 'storyAtMs'> {
  /** The voice that speaks, if the text itself does not say so. */
  readonly actor?: string | undefined;
  /** The tags that text outside of tags is given: by default `say` in what is heard, and none in what is spoken. */
  readonly tags?: readonly Tag[] | undefined;
}

export interface HeardOptions extends SaidOptions {
  /** The path of an image that comes with the message; it is copied. */
  readonly image?: string | undefined;
}

export interface WakeOptions {
  /** The message that wakes the companion; by default the newest one, if the person said it. */
  readonly message?: string | undefined;
  /**
   * The names of those who are in the talk besides the companion; if there is nobody else, the wake does not mention
   * it.
   */
  readonly present?: readonly string[] | undefined;
  /** Only a look: nothing of it is written down. */
  readonly isPreview?: boolean | undefined;
}

export interface RecallChoices {
  readonly isDeep?: boolean | undefined;
  /** Whether the companion asked: then it stays in mind for a while, with what lies next to it, as if a wake had shown it. */
  readonly isLingering?: boolean | undefined;
}

/** The numbers of proposals. */
export interface Decisions {
  readonly accept?: readonly number[] | undefined;
  readonly refuse?: readonly number[] | undefined;
}

type TagPassChoices = Pick<TagPass, 'said' | 'patience' | 'isDryRun' | 'languages' | 'last' | 'signal'>;

export interface Memory {
  /** Takes in what the person said. Durable when it returns. */
  hear(text: string, options?: HeardOptions): Ingested;
  /** Takes in what the companion answered; nothing is learnt from what only repeats the last wakes. */
  speak(text: string, options?: SaidOptions): Ingested;
  /** What is in mind now. Waits for the embedder, and not for long. */
  wake(options?: WakeOptions): Promise<WakePackage>;
  /** Who wrote a fragment as it stands; undefined if no run of maintenance did. */
  findWriting(key: string): FragmentWriting | undefined;
  /** All that was compiled, with the keys by which it is recalled. */
  fragments(): readonly Fragment[];
  /** A fragment by its exact key. */
  recall(key: string, options?: RecallChoices): Recalled;
  /** How many of the newest replies have tags: text without a tag leaves nothing in mind. */
  measureTagYield(): TagYield;
  /** Every open plan, whatever its score. */
  plans(query?: Pick<PlansQuery, 'topic' | 'when'>): readonly Plan[];
  /** The facts about people, in their own words, the newest first. */
  facts(query?: FactsQuery): readonly KnownFact[];
  /** The time that words of a person name; undefined if none are given. Throws `UsageError` for words that name none. */
  resolveSpan(words: SpanWords): SearchSpan | undefined;
  /** What was said that bears on these words, best first: the way to look something up without a key. */
  search(query: string, options?: SearchBounds): Promise<readonly SearchResult[]>;
  /** What is or was held in mind and has these words, kept apart from what was said; never a secret. */
  searchItems(query: string, options?: SearchBounds): readonly ItemResult[];
  /** Why something is, or is not, in the newest wake or in the one named. */
  why(target: Target, options?: { readonly wakeId?: number }): Presence;
  /** How many moments can have a vector of the embedder, and how many have none yet; undefined without an embedder. */
  countVectors(): VectorCount | undefined;
  /**
   * Gives a vector to everything said that has none yet; returns how many it gave, and reports its progress after each
   * batch. Throws as the embedder does, and the signal's reason once it is aborted; vectors given by then are kept.
   */
  embed(options?: Pick<FillOptions, 'signal' | 'onProgress'>): Promise<number>;
  /**
   * Compiles what was said into fragments, with the built-in writer, which needs no language model, unless another is
   * given.
   */
  maintain(request: MaintenanceRequest, writer?: MaintenanceWriter): Promise<MaintenanceOutcome>;
  /** Has a model propose tags for the newest replies that have none, in a run that can be taken back. */
  proposeTags(model: LanguageModel, options?: TagPassChoices): Promise<TagPassOutcome>;
  /** What was proposed and waits for the person, each with the changes that it would make. */
  proposals(): readonly Proposal[];
  /**
   * Does what the person agrees to, and notes what they refuse. Throws `UsageError` for a proposal that is not waiting.
   */
  applyDecisions(decisions: Decisions): DoneProposals;
  /** Writes a fragment as the person says it, in a run that can be taken back. */
  writeFragment(wish: FragmentWish): WrittenFragment;
  /** Notes that the person agrees to a fragment as it stands, or takes that back. */
  markApproved(key: string, isApproved: boolean): void;
  /** Takes a run of maintenance back. */
  revert(runId: number): RevertedRun;
  /** Brings an item back into mind, whatever became of it; like a new item, it may replace others. Undefined if there is no such item. */
  revive(item: ItemId): WorkingItem | undefined;
  /**
   * Corrects what is held in mind, as a person asks; what left mind is brought back by `revive`. Throws `UsageError` if
   * nothing is meant, or more than one thing.
   */
  edit(correction: Correction): readonly CorrectedItem[];
  /** As `edit`, for fragments that are named by their keys in brackets; undefined if none is. */
  editFragments(correction: Correction): CorrectedFragments | undefined;
  /**
   * Sets the newest message of the person aside with what answers it, or only the answer; the events stay. Throws
   * `UsageError` if there is no such message.
   */
  undo(options?: UndoOptions): MovedTalk;
  /**
   * Brings back messages that once followed the present end of the talk: those set aside last, or the telling with this
   * number. Throws `UsageError` if there is none.
   */
  redo(number?: number): MovedTalk;
  /** All answers that the newest message was given, each of them a telling. */
  listTellings(): readonly Telling[];
  /** Puts a telling in the place of the present one, by its number. Throws `UsageError` if there is no such telling. */
  restoreTelling(number: number): MovedTalk;
  /**
   * Finds what a person means by a number, a key or words; throws `UsageError` if nothing is meant, or more than one
   * thing.
   */
  find(what: string): Target;
  /**
   * Takes the words of moments, items or fragments out of everything that this memory keeps, for good; with `isPreview`
   * only says what would go. Throws `UsageError` if there is nothing of that name.
   */
  forget(targets: readonly Target[], options?: Omit<ForgetRequest, 'targets'>): Forgotten;
  /** What is duplicated, repeating itself, without evidence, stale or never used. */
  audit(): MemoryAudit;
  /** What changed since the last talk, or since a moment. */
  recap(options?: { readonly sinceMs?: number | undefined }): Recap;
  close(): void;
}
