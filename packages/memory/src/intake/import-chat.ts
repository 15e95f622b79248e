// Imports a chat file into a memory, all of it or nothing; messages that were imported before are recognised.

import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { addToIndex } from '../echoes/echo-store.ts';
import { openEventStore } from '../events/event-store.ts';
import { showSpans } from '../events/show-event.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import { parseResponse, parseUserMessage } from '../tags/parse-message.ts';
import { cutSecrets } from '../tags/secrets.ts';
import type { ParsedMessage } from '../tags/tag.ts';
import { parseVoices, type Side, type Voice, type Voices } from '../tags/voices.ts';
import type { ChatFormat } from './chat-formats.ts';
import { chatReaders, detectChatFormat } from './choose-reader.ts';
import { type ImportStore, openImportStore, type StagedMessage } from './import-store.ts';
import { type LeftOut, nobody } from './incoming-message.ts';
import { type IngestOptions, ingest } from './ingest.ts';
import { type MappedSpeaker, resolveSpeakers } from './resolve-speakers.ts';

export interface ImportRequest {
  readonly path: string;
  readonly voices: Voices;
  /** The IANA zone for times in the file without a zone. */
  readonly timeZone: string;
  /** The time of the import. Messages of a talk without times get it, and reminders that were due before it are left out. */
  readonly nowMs: number;
  /** The speaker in the file who is the person; see `SpeakerOptions` for the others. */
  readonly asUser?: string | undefined;
  /** The format; detected from the file if undefined. */
  readonly format?: ChatFormat | undefined;
  /** Whether to do everything except storing, so that the report says what would be imported. */
  readonly isDryRun?: boolean | undefined;
  readonly ingest?: ImportIngest | undefined;
}

/**
 * Reads the file, then stores its new messages as events, in the order of time and in one transaction. Throws
 * `UsageError`, and imports nothing, if the file cannot be read as a chat.
 */
export function importChat(connection: Connection, request: ImportRequest): ImportReport {
  return withStaged(connection, request, ({ store, ...staged }) => {
    const taken = ingestAll(connection, { store, request, speakers: staged.speakers });
    const { path, isDryRun = false } = request;
    const proposedVoices = proposeVoices(request.voices, staged.speakers);
    return { path, isDryRun, proposedVoices, ...staged, ...taken };
  });
}

/**
 * Throws the `UsageError` that importing the file would throw. Imports nothing, and takes only the time to read
 * the file.
 */
export function checkChat(connection: Connection, request: ImportRequest): void {
  withStaged(connection, request, () => undefined);
}

type Staged = { readonly store: ImportStore } & Pick<
  ImportReport,
  'format' | 'undated' | 'speakers' | 'repeated' | 'leftOut'
>;

function withStaged<Result>(
  connection: Connection,
  request: ImportRequest,
  work: (staged: Staged) => Result,
): Result {
  const format = request.format ?? detectChatFormat(request.path);
  const store = openImportStore(connection);
  try {
    const staged = storeFile(connection, { store, request, format });
    store.renameOrigin();
    const undated = store.fillTimes(request.nowMs);
    const { voices, asUser } = request;
    const speakers = resolveSpeakers(store.readSpeakers(), { voices, asUser, leftOut: staged.leftOut });
    return work({ store, format, undated, speakers, ...staged });
  } finally {
    store.close();
  }
}

interface Staging {
  readonly store: ImportStore;
  readonly request: ImportRequest;
  readonly format: ChatFormat;
}

/**
 * Uses a separate transaction, on a table that only this connection sees: the file may be long, and nobody else
 * has to wait while it is read.
 */
function storeFile(connection: Connection, { store, request, format }: Staging) {
  const leftOut = createLeftOutTally();
  let repeated = 0;
  connection.transaction(() => {
    for (const one of chatReaders[format](request)) {
      if (one.kind === 'left-out') leftOut.add(one);
      else if (!store.store(one)) repeated += 1;
    }
  })();
  return { repeated, leftOut: leftOut.read() };
}

interface Taking {
  readonly store: ImportStore;
  readonly request: ImportRequest;
  readonly speakers: readonly MappedSpeaker[];
}

type Ingestion = Pick<
  ImportReport,
  'added' | 'known' | 'changed' | 'items' | 'unsaid' | 'firstAtMs' | 'lastAtMs'
>;

/** Thrown to roll back the changes of a dry run. */
class DryRun extends Error {
  readonly taken: Ingestion;

  constructor(taken: Ingestion) {
    super('A dry run changes nothing.');
    this.taken = taken;
  }
}

function ingestAll(connection: Connection, taking: Taking): Ingestion {
  const take = connection.transaction(() => {
    const taken = ingestInOrder(connection, taking);
    if (taking.request.isDryRun === true) throw new DryRun(taken);
    return taken;
  });
  try {
    return take.immediate();
  } catch (error) {
    if (error instanceof DryRun) return error.taken;
    throw error;
  }
}

function ingestInOrder(connection: Connection, { store, request, speakers }: Taking): Ingestion {
  const judge = buildClassifier(connection, store);
  const { timeZone, voices, nowMs } = request;
  const { linkItem } = openFragmentStore(connection);
  const ingest: ImportIngest = {
    linkItem,
    addToIndex: (event, shownText) => addToIndex(connection, event, shownText),
    ...request.ingest,
  };
  const bySpeaker = new Map(speakers.map((one) => [`${one.speaker}\n${one.saidSide ?? ''}`, one]));
  const sums = { added: 0, known: 0, changed: 0, items: 0, unsaid: 0 };
  let [firstAtMs, lastAtMs]: (number | undefined)[] = [];
  for (const message of store.iterateStaged()) {
    firstAtMs ??= message.atMs;
    lastAtMs = message.atMs;
    const judgement = judge(message);
    sums[judgement] += 1;
    const speaker = bySpeaker.get(`${message.speaker}\n${message.side ?? ''}`);
    if (judgement !== 'added' || speaker === undefined) continue;
    const { items, isUnsaid } = importMessage(connection, {
      message,
      speaker,
      voices,
      timeZone,
      nowMs,
      ingest,
    });
    sums.items += items;
    sums.unsaid += isUnsaid ? 1 : 0;
  }
  return { ...sums, firstAtMs, lastAtMs };
}

type Judgement = 'added' | 'known' | 'changed';

/** Builds a function that tells whether the memory already has a message of the file. */
function buildClassifier(connection: Connection, store: ImportStore): (message: StagedMessage) => Judgement {
  const events = openEventStore(connection);
  const newestBefore = store.readNewestId();
  const isLived = ({ side, text, atMs }: StagedMessage) =>
    store.readLivedAt(atMs, newestBefore).some((event) => {
      if (event.side !== side) return false;
      if (event.isForgotten) return true;
      const forms = [event.text, cutSecrets(event.text), showSpans(events.readSpans(event.id))];
      return forms.includes(text);
    });
  return (message) => {
    const known = store.findKnown(message.origin, message.originKey);
    if (known !== undefined) return known.isForgotten || known.text === message.text ? 'known' : 'changed';
    return isLived(message) ? 'known' : 'added';
  };
}

/** The options that an import takes from the program that keeps the memory. */
export type ImportIngest = Pick<
  IngestOptions,
  'profile' | 'languages' | 'untaggedReplies' | 'addToIndex' | 'linkItem'
>;

export interface ImportedMessage {
  readonly message: StagedMessage;
  readonly speaker: MappedSpeaker;
  readonly voices: Voices;
  readonly timeZone: string;
  readonly nowMs: number;
  readonly ingest: ImportIngest;
}

interface Outcome {
  /** How many items of working memory the message created, without facts. */
  readonly items: number;
  /** Whether the reply has words outside of tags while no part of it is shown. */
  readonly isUnsaid: boolean;
}

/**
 * Ingests a message of a file as if it had been heard or spoken at its time: word for word, with the content of
 * its tags.
 */
export function importMessage(connection: Connection, taken: ImportedMessage): Outcome {
  const { message, speaker, voices, timeZone, nowMs } = taken;
  const parsed = parseMessage(taken);
  const { effects, isShown } = ingest(connection, parsed, {
    ...taken.ingest,
    side: speaker.side,
    clock: { now: () => nowMs },
    atMs: message.atMs,
    storyAtMs: message.storyAtMs,
    origin: { name: message.origin, key: message.originKey },
    voices,
    timeZone,
    injected: message.isParroted ? parroted : undefined,
  });
  const items = effects.filter(({ effect, item }) => effect === 'created' && item.kind !== 'fact').length;
  return { items, isUnsaid: !isShown && parsed.untagged.trim() !== '' };
}

/** If an export says that a reply was parroted, the reply is stored as parroted. */
const parroted = { isInjected: () => true, measureShare: () => 1 };

function parseMessage({ message, speaker, voices }: ImportedMessage): ParsedMessage {
  const { text, isNarrated, spans } = message;
  if (spans !== undefined) return { text, actor: speaker.voice, spans, untagged: '' };
  if (speaker.side === 'user')
    return parseUserMessage(text, { actor: speaker.voice, voices, tags: [isNarrated ? 'narrate' : 'say'] });
  const parsed = parseResponse(text, { voices });
  const actor = parsed.actor ?? speaker.voice;
  if (!isNarrated || parsed.spans.length > 0) return { ...parsed, actor };
  return { ...parsed, actor, spans: [{ tag: 'narrate', content: text, start: 0 }], untagged: '' };
}

/** Names of roles, which programs give to speakers; they are not real names. */
const roles: ReadonlySet<string> = new Set(
  'user assistant human companion character system model ai bot you claude chatgpt'.split(' '),
);
const longestName = 100;

/**
 * Proposes the voices with the names from the file; undefined if nothing would change, or if these names cannot be
 * used.
 */
export function proposeVoices(voices: Voices, speakers: readonly MappedSpeaker[]): Voices | undefined {
  const named = speakers
    .filter(({ speaker }) => speaker !== nobody && !roles.has(speaker.trim().toLowerCase()))
    .toSorted((one, other) => other.messages - one.messages);
  const proposed = {
    user: nameSide(voices.user, named, 'user'),
    companion: nameSide(voices.companion, named, 'companion'),
  };
  if (JSON.stringify(proposed) === JSON.stringify(extractSides(voices))) return undefined;
  try {
    return parseVoices(proposed);
  } catch (error) {
    if (error instanceof UsageError) return undefined; // Both sides have the same name, or the name is that of a tag.
    throw error;
  }
}

function extractSides(voices: Voices): Record<Side, readonly Voice[]> {
  return { user: voices.user.map(extractSettings), companion: voices.companion.map(extractSettings) };
}

/** What the settings say of a voice. */
function extractSettings({ id, name, about, ownMemory }: Voice): Voice {
  return { id, name, about, ownMemory };
}

/** Ids stay unchanged; a voice gets the name of its most frequent speaker. */
function nameSide(known: readonly Voice[], speakers: readonly MappedSpeaker[], side: Side): readonly Voice[] {
  const names = new Map<string, string>();
  for (const one of speakers.filter((speaker) => speaker.side === side)) {
    if (!names.has(one.voice)) names.set(one.voice, one.speaker.trim().slice(0, longestName));
  }
  const renamed = known.map((voice) => ({
    ...extractSettings(voice),
    name: chooseName(names.get(voice.id), voice),
  }));
  const added = [...names].filter(([id]) => !known.some((voice) => voice.id === id));
  return [...renamed, ...added.map(([id, name]) => ({ id, name }))];
}

/**
 * A voice keeps its name if the file has no speaker for it, or if the speaker was recognised by the voice's id
 * or name.
 */
function chooseName(found: string | undefined, { id, name }: Voice): string {
  const isKnown = found === undefined || [id, name].some((one) => one.toLowerCase() === found.toLowerCase());
  return isKnown ? name : found;
}

export interface ImportReport {
  readonly path: string;
  readonly format: ChatFormat;
  readonly isDryRun: boolean;
  /** How many messages became events in this import. */
  readonly added: number;
  /** How many messages the memory already has with the same text, or has forgotten. */
  readonly known: number;
  /** How many messages were imported earlier and have another text in the file now; the earlier text stays. */
  readonly changed: number;
  /** How many messages occur in the file twice. */
  readonly repeated: number;
  /** How many items of working memory the added messages created, without facts. */
  readonly items: number;
  /** How many replies have words outside of tags but no part that is shown. They are kept. */
  readonly unsaid: number;
  /** How many messages had no time and were given the time of a neighbour, or else of the import. */
  readonly undated: number;
  readonly speakers: readonly MappedSpeaker[];
  /**
   * `memory.voices` with the names from the file; undefined if nothing would change, or if these names cannot be used.
   */
  readonly proposedVoices: Voices | undefined;
  /** When the first and the last message of the file were said. */
  readonly firstAtMs: number | undefined;
  readonly lastAtMs: number | undefined;
  readonly leftOut: readonly Omit<LeftOut, 'kind'>[];
}

/** Sums up the left-out parts by their kind, with the place of the first. */
export function createLeftOutTally() {
  const sums = new Map<string, { place: string; count: number }>();
  return {
    add({ what, place, count }: LeftOut): void {
      const sum = sums.get(what);
      if (sum === undefined) sums.set(what, { place, count });
      else sum.count += count;
    },
    read: (): ImportReport['leftOut'] =>
      [...sums].map(([what, { place, count }]) => ({ what, place, count })),
  };
}
