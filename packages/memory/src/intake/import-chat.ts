// Imports a chat file into a memory: whole or not at all, and what came before is known again.

import type { Connection } from '@terrarium/kernel/open-database';
import { addToIndex } from '../echoes/add-to-index.ts';
import { openEventStore } from '../events/event-store.ts';
import { showSpans } from '../events/show-event.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import { cutSecrets } from '../tags/cut-secrets.ts';
import type { Voices } from '../tags/voices.ts';
import type { ChatFormat } from './chat-formats.ts';
import { chatReaders, detectChatFormat } from './choose-reader.ts';
import { type ImportIngest, importMessage } from './import-message.ts';
import { createLeftOutTally, type ImportReport } from './import-report.ts';
import { type ImportStore, openImportStore, type StagedMessage } from './import-store.ts';
import { proposeVoices } from './propose-voices.ts';
import { type MappedSpeaker, resolveSpeakers } from './resolve-speakers.ts';

export interface ImportRequest {
  readonly path: string;
  readonly voices: Voices;
  /** IANA name; for times in the file that say no zone. */
  readonly timeZone: string;
  /** For a file that knows no times at all. */
  readonly nowMs: number;
  /** Who of the file's speakers is the person. */
  readonly asUser?: string | undefined;
  /** Found out from the file where it is not said. */
  readonly format?: ChatFormat | undefined;
  /** Everything but the last step: the report says what would come. */
  readonly isDryRun?: boolean | undefined;
  readonly ingest?: ImportIngest | undefined;
}

/**
 * Reads the file, then makes its new messages events in the order of time, in one transaction. Throws `UsageError` for
 * a file that cannot be read as a chat; then nothing of it came.
 */
export function importChat(connection: Connection, request: ImportRequest): ImportReport {
  return withStaged(connection, request, ({ store, ...staged }) => {
    const taken = ingestAll(connection, { store, request, speakers: staged.speakers });
    const { path, isDryRun = false } = request;
    const proposedVoices = proposeVoices(request.voices, staged.speakers);
    return { path, isDryRun, proposedVoices, ...staged, ...taken };
  });
}

/** Throws the `UsageError` that an import of the file would throw; takes nothing, and costs only the reading. */
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

/** The file may be long, and nobody else has to wait while it is read. */
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

/** Thrown to undo what a dry run tried. */
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
  const { timeZone, voices } = request;
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
    const { items, isUnsaid } = importMessage(connection, { message, speaker, voices, timeZone, ingest });
    sums.items += items;
    sums.unsaid += isUnsaid ? 1 : 0;
  }
  return { ...sums, firstAtMs, lastAtMs };
}

type Judgement = 'added' | 'known' | 'changed';

/** What a message of the file is to this memory. */
function buildClassifier(connection: Connection, store: ImportStore): (message: StagedMessage) => Judgement {
  const events = openEventStore(connection);
  const newestBefore = store.readNewestId();
  const isLived = ({ side, text, atMs }: StagedMessage) =>
    store.readLivedAt(atMs, newestBefore).some((event) => {
      if (event.side !== side) return false;
      const forms = [event.text, cutSecrets(event.text), showSpans(events.readSpans(event.id))];
      return forms.includes(text);
    });
  return (message) => {
    const known = store.findKnownText(message.origin, message.originKey);
    if (known !== undefined) return known === message.text ? 'known' : 'changed';
    return isLived(message) ? 'known' : 'added';
  };
}
