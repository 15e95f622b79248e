// Memory: the interface of a companion's memory, with everything that a caller can do with it.
import type { Embedder } from '@terrarium/kernel/embedder';
import type { Clock } from '@terrarium/kernel/environment';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Migrated } from '@terrarium/kernel/open-database';
import type { WakeConfig } from './assembly/wake-config.ts';
import type { CorrectedFragments } from './correcting/edit-fragments.ts';
import type { CorrectedItem, Correction } from './correcting/edit-items.ts';
import type { Named, Naming } from './correcting/find-named.ts';
import type { MovedTalk, Telling, UndoOptions } from './correcting/set-aside.ts';
import type { FillOptions, VectorCount } from './echoes/fill-vectors.ts';
import type { SearchSpan, SpanWords } from './events/resolve-search-span.ts';
import type { FactsQuery, KnownFact } from './facts/known-fact.ts';
import type { ForgetRequest, Forgotten } from './forgetting/forget.ts';
import type { Fragment } from './fragments/fragment.ts';
import type { Recalled } from './fragments/recall.ts';
import type { MemoryAudit } from './inspect/finding.ts';
import type { ExplainedWake, Presence, Target } from './inspect/presence.ts';
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
import type { Voices } from './tags/voices.ts';
import type { IngestChoices } from './wake.ts';
import type { ItemId, WorkingItem } from './working-memory/item.ts';
import type { Plan, PlansQuery } from './working-memory/plans.ts';

export interface MemoryOptions extends Omit<WakeConfig, 'database' | 'clock'> {
  /** The path of the database, which is created if there is none. */
  readonly database: string;
  /** The folder for images; by default `images` beside the database. */
  readonly imagesDir?: string | undefined;
  readonly clock?: Clock | undefined;
  /** If given, search uses meaning as well as words. The caller that provides the embedder closes it. */
  readonly embedder?: Embedder | undefined;
  /** How long a wake waits for the embedder, in milliseconds; by default 400. */
  readonly patienceMs?: number | undefined;
  /** What a reply without any tag counts as; by default, as something said. */
  readonly untaggedReplies?: IngestChoices['untaggedReplies'];
  /**
   * The languages in which dates are read; the first language in which a date is found decides. By default
   * English.
   */
  readonly languages?: IngestChoices['languages'];
  /** With the default, `normal`, messages are safe if the process is killed; with `full`, also if the power fails. */
  readonly durability?: 'normal' | 'full' | undefined;
  /**
   * Called when a memory of an older version has been migrated, with the path of the copy that was made before
   * the migration.
   */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
}

export interface SaidOptions
  extends Pick<IngestChoices, 'atMs' | 'storyAtMs' | 'isPlanned' | 'insteadOf' | 'isOverheard'> {
  /** The voice that speaks, if the text itself does not name one. */
  readonly actor?: string | undefined;
  /**
   * The tags that are given to text outside of tags: by default `say` in what is heard, and none in what is
   * spoken.
   */
  readonly tags?: readonly Tag[] | undefined;
}

export interface HeardOptions extends SaidOptions {
  /** The path of an image that comes with the message; the image is copied. */
  readonly image?: string | undefined;
}

export interface WakeOptions {
  /** The message that wakes the companion; by default the newest one, if the person said it. */
  readonly message?: string | undefined;
  /**
   * The names of those who take part in the talk besides the companion. If the list is empty, the wake names
   * nobody.
   */
  readonly present?: readonly string[] | undefined;
  /** Whether the wake is only looked at, and nothing is recorded. */
  readonly isPreview?: boolean | undefined;
}

export interface RecallChoices {
  readonly isDeep?: boolean | undefined;
  /**
   * Whether the companion asked. If so, the fragment and its neighbours stay in mind for a while, as if a
   * wake had shown them.
   */
  readonly isLingering?: boolean | undefined;
}

/** The decisions of a person, by the numbers of the proposals. */
export interface Decisions {
  readonly accept?: readonly number[] | undefined;
  readonly refuse?: readonly number[] | undefined;
}

type TagPassChoices = Pick<TagPass, 'said' | 'patience' | 'isDryRun' | 'languages' | 'last' | 'signal'>;

export interface Memory {
  /** Takes in what the person said. The message is safely stored when this returns. */
  hear(text: string, options?: HeardOptions): Ingested;
  /** Takes in what the companion answered. Nothing is learnt from words that only repeat the last wakes. */
  speak(text: string, options?: SaidOptions): Ingested;
  /** Returns what is in mind now. Waits for the embedder only for a short time. */
  wake(options?: WakeOptions): Promise<WakePackage>;
  /** Finds who wrote the present text of a fragment; undefined if no run of maintenance did. */
  findWriting(key: string): FragmentWriting | undefined;
  /** Lists all compiled fragments, with the keys by which they are recalled. */
  fragments(): readonly Fragment[];
  /** Recalls a fragment by its key, a former key, or the key of a fragment that was merged into it. */
  recall(key: string, options?: RecallChoices): Recalled;
  /** Measures how many of the newest replies have tags: a reply without tags leaves nothing new in mind. */
  measureTagYield(): TagYield;
  /** Lists every open plan, whatever its score. */
  plans(query?: Pick<PlansQuery, 'topic' | 'when'>): readonly Plan[];
  /** The voices, with the name that the person told if the settings do not name them. */
  nameVoices(): Voices;
  /** Lists the facts about people, in their own words, the newest first. */
  facts(query?: FactsQuery): readonly KnownFact[];
  /**
   * The time span that a person's words name; undefined if no words are given. Throws `UsageError` for words
   * that name no time.
   */
  resolveSpan(words: SpanWords): SearchSpan | undefined;
  /** Finds moments that are related to these words, the best first: the way to look something up without a key. */
  search(query: string, options?: SearchBounds): Promise<readonly SearchResult[]>;
  /** Finds items that contain any of these words, whether they are still in mind or not, but never a secret. */
  searchItems(query: string, options?: SearchBounds): readonly ItemResult[];
  /** Explains why a thing is or is not in the newest wake, or in the given wake. */
  why(target: Target, options?: ExplainedWake): Presence;
  /** How many moments can have a vector of the embedder, and how many have none yet; undefined without an embedder. */
  countVectors(): VectorCount | undefined;
  /**
   * Gives a vector to every moment that can have one and has none yet. Returns how many it gave, and reports
   * its progress after each batch. Throws what the embedder throws, and the signal's reason once it is
   * aborted. The vectors given until then are kept.
   */
  embed(options?: Pick<FillOptions, 'signal' | 'onProgress'>): Promise<number>;
  /**
   * Compiles events into fragments. Uses the built-in writer, which needs no language model, unless another
   * writer is given.
   */
  maintain(request: MaintenanceRequest, writer?: MaintenanceWriter): Promise<MaintenanceOutcome>;
  /** Asks a model to propose tags for the newest replies without tags, in a run that can be reverted. */
  proposeTags(model: LanguageModel, options?: TagPassChoices): Promise<TagPassOutcome>;
  /** Lists the proposals that wait for the person, each with the changes that it would make. */
  proposals(): readonly Proposal[];
  /**
   * Carries out the proposals that the person accepts, and records those that they refuse. Throws `UsageError` for a
   * number that no proposal has, or whose proposal is already done or withdrawn.
   */
  applyDecisions(decisions: Decisions): DoneProposals;
  /** Writes a fragment as the person words it, in a run that can be reverted. */
  writeFragment(wish: FragmentWish): WrittenFragment;
  /** Records that the person agrees to a fragment in its present form, or takes the agreement back. */
  markApproved(key: string, isApproved: boolean): void;
  revert(runId: number): RevertedRun;
  /**
   * Brings an item back into mind, whatever its status; like a new item, it may replace others. Returns undefined if
   * there is no such item, or if it was forgotten or set aside.
   */
  revive(item: ItemId): WorkingItem | undefined;
  /**
   * Corrects what is held in mind at a person's request; `revive` brings back items that have left the mind.
   * Throws `UsageError` if the words mean nothing or more than one thing.
   */
  edit(correction: Correction): readonly CorrectedItem[];
  /**
   * Does the same as `edit` for fragments named by their keys, as `[pier]` or `fragment pier`; undefined if none is.
   */
  editFragments(correction: Correction): CorrectedFragments | undefined;
  /**
   * Sets the person's newest message aside together with the answers to it, or only the answers. The events stay in the
   * database. Throws `UsageError` if there is none, or if one of them was imported or is a source of a fragment.
   */
  undo(options?: UndoOptions): MovedTalk;
  /**
   * Brings back messages that once followed the present end of the talk: those that were set aside last, or
   * an earlier group. The latest group has number 1. Throws `UsageError` if there are none.
   */
  redo(number?: number): MovedTalk;
  /** Lists all answers to the newest message; each answer is a telling. */
  listTellings(): readonly Telling[];
  /**
   * Replaces the present telling by the telling with this number. Throws `UsageError` if there is no such
   * telling.
   */
  restoreTelling(number: number): MovedTalk;
  /**
   * Finds what a person means by a number, a key or words. Throws `UsageError` if they mean nothing or more
   * than one thing.
   */
  find(what: string, options?: Pick<Naming, 'advice' | 'isHiddenToo' | 'isQuestion'>): Target;
  /** Finds everything that the words typed by the person name, even in parts of a moment that are not shown. */
  findAll(what: string): readonly Named[];
  /**
   * Removes the words of moments, items or fragments for good from everything that this memory keeps; with
   * `isPreview`, only says what would be removed. Throws `UsageError` if a named thing does not exist.
   */
  forget(targets: readonly Target[], options?: Omit<ForgetRequest, 'targets'>): Forgotten;
  /** Lists what is duplicated, repeating itself, without evidence, stale or never used. */
  audit(): MemoryAudit;
  /** Lists what changed since the last talk began, or since a given moment. */
  recap(options?: { readonly sinceMs?: number | undefined }): Recap;
  close(): void;
}
