// Opens a companion's memory as a handle: to hear, speak and wake, and for everything else that can be done with it.
import { dirname, join } from 'node:path';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { assemble } from './assembly/assemble.ts';
import { findPersonName, namePerson } from './assembly/fill-name.ts';
import { recordRecalled } from './assembly/record-recalled.ts';
import { resolveWakeConfig, type WakeConfig } from './assembly/wake-config.ts';
import { resolveCurrentMessage } from './assembly/waking.ts';
import { openMemoryDatabase } from './database/open-memory-database.ts';
import { rebuildStaleIndex } from './echoes/indexed-text-store.ts';
import { embedInTime, loadVectors } from './echoes/query-vector.ts';
import { copyImage } from './events/kept-image.ts';
import { resolveSearchSpan } from './events/resolve-search-span.ts';
import { addOwnNames } from './facts/find-named-facts.ts';
import { readKnownFacts, readKnownNames } from './facts/known-fact.ts';
import { fillFacts } from './facts/store-told-facts.ts';
import { clearFreePages } from './forgetting/clear-free-pages.ts';
import { openFragmentStore } from './fragments/fragment-store.ts';
import { explainPresence } from './inspect/explain-presence.ts';
import { search, searchItems } from './inspect/search.ts';
import { openKeeping } from './keeping.ts';
import { openInjectedText } from './ledger/build-injected-text.ts';
import { findWriting } from './maintenance/revert-run.ts';
import type { Memory, MemoryOptions } from './memory.ts';
import { parseResponse, parseUserMessage } from './tags/parse-message.ts';
import { ingest, plans, recall } from './wake.ts';
import { markDecayed } from './working-memory/revive.ts';

const patienceMs = 400;
/**
 * How many turns pass between sweeps, which mark faded items as decayed. Even before a sweep, faded items are not
 * candidates for a wake.
 */
const turnsBetweenSweeps = 16;

/** Throws `StorageError` for a database that cannot be opened, and `UsageError` for invalid settings. */
export function openMemory(options: MemoryOptions): Memory {
  const clock = options.clock ?? buildSystemEnvironment().clock;
  const { durability = 'normal', onMigrated, untaggedReplies, languages } = options;
  const connection = openMemoryDatabase({ path: options.database, durability, onMigrated });
  rebuildStaleIndex(connection);
  // Clears what an earlier forgetting could not, because another program kept the file open.
  clearFreePages(connection);
  const config: WakeConfig = { ...options, clock, database: connection };
  const settled = resolveWakeConfig(config);
  const { voices, profile, stores, timeZone } = settled;
  fillFacts(connection, profile, timeZone);
  const injected = openInjectedText(stores.wakes);
  const imagesDir = options.imagesDir ?? join(dirname(options.database), 'images');
  const shared = { clock, voices, profile, timeZone, untaggedReplies, languages };
  const embedding = { embedder: options.embedder, clock, patienceMs: options.patienceMs ?? patienceMs };
  const embed = async (text: string) => {
    const queryVector = await embedInTime(text, embedding);
    if (queryVector !== undefined) await loadVectors(connection, queryVector);
    return queryVector;
  };
  return {
    hear(text, { actor, tags, image, ...said } = {}) {
      const message = parseUserMessage(text, { voices, ...(tags && { tags }), ...(actor && { actor }) });
      const imagePath = image === undefined ? undefined : copyImage(image, imagesDir);
      const heard = ingest(connection, message, { ...shared, ...said, imagePath });
      const { turn } = heard;
      if (turn % turnsBetweenSweeps === 0) markDecayed(connection, { nowMs: clock.now(), turn }, profile);
      return heard;
    },
    speak(text, { actor, tags, ...said } = {}) {
      const message =
        tags === undefined
          ? parseResponse(text, { voices })
          : parseUserMessage(text, { voices: { ...voices, user: voices.companion }, tags });
      const spoken = { ...message, actor: message.actor ?? actor };
      return ingest(connection, spoken, { ...shared, ...said, isCompanion: true, injected: injected.read() });
    },
    async wake({ message, present, isPreview = false } = {}) {
      const { text = '' } = resolveCurrentMessage(stores, { message, nowMs: clock.now() });
      const queryVector = await embed(text);
      return assemble(config, { message, queryVector, present, isRecorded: !isPreview });
    },
    fragments: () => openFragmentStore(connection).list(),
    findWriting: (key) => findWriting(connection, key),
    recall(key, { isDeep = false, isLingering = false } = {}) {
      const recalled = recall(key, connection, { isDeep, untilMs: clock.now() });
      if (isLingering) recordRecalled(settled, recalled);
      return recalled;
    },
    plans: (query) =>
      plans(connection, { ...query, nowMs: clock.now(), profile, languages, ...(timeZone && { timeZone }) }),
    nameVoices: () => namePerson(voices, findPersonName(stores.items, voices)),
    facts: (query) => readKnownFacts(connection, { ...query, nowMs: clock.now() }),
    resolveSpan: (words) =>
      resolveSearchSpan(words, {
        atMs: clock.now(),
        timeZone: timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
        languages: languages ?? ['en'],
      }),
    async search(query, bounds) {
      const queryVector = await embed(query);
      const nowMs = clock.now();
      const named = addOwnNames(voices, readKnownNames(connection, nowMs));
      return search(connection, query, {
        ...bounds,
        queryVector,
        voices: named,
        languages: settled.languages,
        nowMs,
      });
    },
    searchItems: (query, bounds) => searchItems(connection, query, { ...bounds, nowMs: clock.now() }),
    why: (target, which) => explainPresence(stores, target, which),
    ...openKeeping(connection, {
      ...settled,
      clock,
      imagesDir,
      languages,
      embedder: options.embedder,
      isInjected: (text) => injected.read().isInjected(text),
    }),
    close: () => void connection.close(),
  };
}
