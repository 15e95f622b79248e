// Opens a companion's memory: hear, speak, wake, and what one may ask of it.

import { dirname, join } from 'node:path';
import { buildSystemEnvironment, type Clock } from '@terrarium/kernel/environment';
import { assemble } from './assembly/assemble.ts';
import { findCurrentMessage } from './assembly/current-message.ts';
import { embedInTime, type QueryEmbedder } from './assembly/embed-in-time.ts';
import { settleWakeConfig, type WakeConfig } from './assembly/wake-config.ts';
import type { WakePackage } from './assembly/wake-package.ts';
import { openMemoryDatabase } from './database/open-memory-database.ts';
import type { Ingested } from './events/ingest.ts';
import { keepImage } from './images/keep-image.ts';
import { openInjectedText } from './parrot/open-injected-text.ts';
import type { Plan, PlansQuery } from './plans/plans.ts';
import type { Recalled } from './recall/recall.ts';
import { type SearchResult, search } from './search/search.ts';
import { parseResponse, parseUserMessage } from './tags/parse-message.ts';
import type { Tag } from './tags/tag.ts';
import { type IngestChoices, ingest, plans, recall } from './wake.ts';
import { explainPresence } from './wakes/explain-presence.ts';
import type { Presence, Target } from './wakes/presence.ts';
import { sweep } from './working-memory/sweep.ts';

export interface MemoryOptions extends Omit<WakeConfig, 'database' | 'clock'> {
  /** The path of the database; it is made where there is none. */
  readonly database: string;
  /** Where images are kept; by default `images` beside the database. */
  readonly imagesDir?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly embedder?: QueryEmbedder | undefined;
  /** How long a wake waits for the embedder, in milliseconds; by default 400. */
  readonly patienceMs?: number | undefined;
  /** What a reply without any tag is; by default it is said. */
  readonly untaggedReplies?: IngestChoices['untaggedReplies'];
}

export interface SaidOptions extends Pick<IngestChoices, 'atMs' | 'storyAtMs'> {
  /** The voice that speaks, where the text itself does not say so. */
  readonly actor?: string | undefined;
}

export interface HeardOptions extends SaidOptions {
  /** What text outside tags is taken as; by default as said. */
  readonly tags?: readonly Tag[] | undefined;
  /** The path of an image that comes with the message; it is copied. */
  readonly image?: string | undefined;
}

export interface WakeOptions {
  /** What wakes; by default the newest message, where the person said it. */
  readonly message?: string | undefined;
  /** Only a look: nothing of it is written down. */
  readonly isPreview?: boolean | undefined;
}

export interface Memory {
  /** Takes in what the person said. Durable when it returns. */
  hear(text: string, options?: HeardOptions): Ingested;
  /** Takes in what the companion answered; of what only repeats the last wakes nothing is learnt. */
  speak(text: string, options?: SaidOptions): Ingested;
  /** What is in mind now. Waits for the embedder, and not for long. */
  wake(options?: WakeOptions): Promise<WakePackage>;
  /** A fragment by its exact key. */
  recall(key: string, options?: { readonly isDeep?: boolean }): Recalled;
  /** Every open plan, whatever its score. */
  plans(query?: Pick<PlansQuery, 'topic' | 'when'>): readonly Plan[];
  /** What was said that bears on these words, the best first: the door for whoever has no key. */
  search(query: string, options?: { readonly limit?: number }): Promise<readonly SearchResult[]>;
  /** Why something is, or is not, in the newest wake or in the one named. */
  why(target: Target, options?: { readonly wakeId?: number }): Presence;
  close(): void;
}

const patienceMs = 400;
/** What has faded to nothing is swept away once in so many turns; it is no candidate in between. */
const turnsBetweenSweeps = 16;

/** Throws `StorageError` for a database that cannot be opened, `UsageError` for settings that cannot be. */
export function openMemory(options: MemoryOptions): Memory {
  const clock = options.clock ?? buildSystemEnvironment().clock;
  const connection = openMemoryDatabase({ path: options.database });
  const config: WakeConfig = { ...options, clock, database: connection };
  const settled = settleWakeConfig(config);
  const { voices, profile, stores, timeZone } = settled;
  const injected = openInjectedText(stores.wakes);
  const patience = options.patienceMs ?? patienceMs;
  const imagesDir = options.imagesDir ?? join(dirname(options.database), 'images');
  const shared = { clock, voices, profile, timeZone, untaggedReplies: options.untaggedReplies };
  return {
    hear(text, { actor, tags, image, ...said } = {}) {
      const message = parseUserMessage(text, { voices, ...(tags && { tags }), ...(actor && { actor }) });
      const imagePath = image === undefined ? undefined : keepImage(image, imagesDir);
      const heard = ingest(connection, message, { ...shared, ...said, imagePath });
      const { turn } = heard;
      if (turn % turnsBetweenSweeps === 0) sweep(connection, { nowMs: clock.now(), turn }, profile);
      return heard;
    },
    speak(text, { actor, ...said } = {}) {
      const message = parseResponse(text, { voices });
      const spoken = { ...message, actor: message.actor ?? actor };
      return ingest(connection, spoken, { ...shared, ...said, isCompanion: true, injected: injected.read() });
    },
    async wake({ message, isPreview = false } = {}) {
      const { text = '' } = findCurrentMessage(stores, message);
      const queryVector = await embedInTime(text, {
        embedder: options.embedder,
        clock,
        patienceMs: patience,
      });
      return assemble(config, { message, queryVector, isRecorded: !isPreview });
    },
    recall: (key, choices) => recall(key, connection, choices),
    plans: (query) =>
      plans(connection, { ...query, nowMs: clock.now(), profile, ...(timeZone && { timeZone }) }),
    async search(query, { limit } = {}) {
      const queryVector = await embedInTime(query, {
        embedder: options.embedder,
        clock,
        patienceMs: patience,
      });
      return search(connection, query, { queryVector, voices, limit, nowMs: clock.now() });
    },
    why: (target, { wakeId } = {}) => explainPresence(stores, target, wakeId),
    close: () => void connection.close(),
  };
}
