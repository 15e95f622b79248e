// Stores the records of folds, their summaries, and the preambles with which their windows begin.

import type { Connection } from '@terrarium/kernel/open-database';
import type { ThreadId } from '../corpus/corpus.ts';
import { type PackedText, packText, parseStored, stored, unpackText } from '../database/packed-text.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { DraftFold } from './apply-fold.ts';
import type {
  ChunkSummary,
  ConversationId,
  CumulativeSummary,
  FoldId,
  FoldRecord,
  Preamble,
  Sequence,
  SequenceRange,
  SummaryId,
} from './message-log.ts';

/** What a fold did, as it is shown to people. */
export interface FoldMeasures {
  /** Tiers used: 0.5, 1, 3, 4, 5 for the hard trim, and 6 for a note in place of the open scene's calls. */
  readonly tiers: readonly number[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Messages that left the window. */
  readonly turnsRemoved: number;
  readonly milliseconds: number;
}

/** A fold as it is stored. The fold that opens a conversation belongs to no step. */
export interface StoredFold {
  readonly conversationId: ConversationId;
  readonly stepId: number | undefined;
  readonly draft: DraftFold;
  readonly measures: FoldMeasures;
}

export interface MeasuredFold extends FoldMeasures {
  readonly fold: FoldRecord;
}

export function openFoldRows(connection: Connection) {
  const insertFold = connection.prepare(
    `INSERT INTO fold (conversation_id, step_id, after_sequence, kept, preamble_id, cumulative_id, chunk_ids,
       scenes_trimmed, reasoning_trimmed_through, replies_cut_through, tiers, tokens_before, tokens_after,
       turns_removed, milliseconds)
     VALUES (:conversationId, :stepId, :afterSequence, :kept, :preambleId, :cumulativeId, :chunkIds,
       :scenesTrimmed, :reasoningTrimmedThrough, :repliesCutThrough, :tiers, :tokensBefore, :tokensAfter,
       :turnsRemoved, :milliseconds)`,
  );
  const selectNewest = connection.prepare<[number, number], FoldRow>(
    'SELECT * FROM fold WHERE conversation_id = ? AND after_sequence < ? ORDER BY id DESC LIMIT 1',
  );
  const select = connection.prepare<[number], FoldRow>('SELECT * FROM fold WHERE id = ?');
  const selectAll = connection.prepare<[number], FoldRow>(
    'SELECT * FROM fold WHERE conversation_id = ? ORDER BY id',
  );
  const preambles = openPreambleRows(connection);
  const summaries = openSummaryRows(connection);
  const build = (row: FoldRow): FoldRecord => ({
    id: row.id as FoldId,
    afterSequence: row.after_sequence as Sequence,
    kept: parseStored<SequenceRange[]>(row.kept, ['fold', row.id, 'kept']),
    preamble: preambles.read(row.preamble_id),
    cumulative: row.cumulative_id === null ? undefined : summaries.readCumulative(row.cumulative_id),
    chunks: parseStored<number[]>(row.chunk_ids, ['fold', row.id, 'chunk_ids']).map(summaries.readChunk),
    scenesTrimmed: row.scenes_trimmed,
    reasoningTrimmedThrough: row.reasoning_trimmed_through as Sequence,
    repliesCutThrough: row.replies_cut_through as Sequence,
  });
  return {
    append({ conversationId, stepId, draft, measures }: StoredFold): FoldRecord {
      const cumulative =
        draft.cumulative === undefined ? undefined : summaries.storeCumulative(draft.cumulative);
      const chunks = draft.chunks.map(summaries.storeChunk);
      const { lastInsertRowid } = insertFold.run({
        conversationId,
        stepId: stepId ?? null,
        afterSequence: draft.afterSequence,
        kept: JSON.stringify(draft.kept),
        preambleId: preambles.store(draft.preamble),
        cumulativeId: cumulative?.id ?? null,
        chunkIds: JSON.stringify(chunks.map((chunk) => chunk.id)),
        scenesTrimmed: draft.scenesTrimmed,
        reasoningTrimmedThrough: draft.reasoningTrimmedThrough,
        repliesCutThrough: draft.repliesCutThrough,
        tiers: JSON.stringify(measures.tiers),
        tokensBefore: Math.round(measures.tokensBefore),
        tokensAfter: Math.round(measures.tokensAfter),
        turnsRemoved: measures.turnsRemoved,
        milliseconds: Math.round(measures.milliseconds),
      });
      return { ...draft, cumulative, chunks, id: Number(lastInsertRowid) as FoldId };
    },
    find(id: FoldId): FoldRecord | undefined {
      const row = select.get(id);
      return row === undefined ? undefined : build(row);
    },
    findNewest(conversationId: ConversationId, before?: Sequence): FoldRecord | undefined {
      const row = selectNewest.get(conversationId, before ?? Number.MAX_SAFE_INTEGER);
      return row === undefined ? undefined : build(row);
    },
    readAll: (conversationId: ConversationId): readonly MeasuredFold[] =>
      selectAll.all(conversationId).map((row) => ({ fold: build(row), ...buildMeasures(row) })),
    readMeasures: (conversationId: ConversationId): readonly FoldMeasures[] =>
      selectAll.all(conversationId).map(buildMeasures),
  };
}

function buildMeasures(row: FoldRow): FoldMeasures {
  return {
    tiers: parseStored<number[]>(row.tiers, ['fold', row.id, 'tiers']),
    tokensBefore: row.tokens_before,
    tokensAfter: row.tokens_after,
    turnsRemoved: row.turns_removed,
    milliseconds: row.milliseconds,
  };
}

function openPreambleRows(connection: Connection) {
  const select = connection.prepare<[number], PreambleRow>('SELECT * FROM preamble WHERE id = ?');
  const find = connection.prepare<[string, string, string], { id: number }>(
    'SELECT id FROM preamble WHERE version = ? AND instructions = ? AND tools = ?',
  );
  const insert = connection.prepare<[string, string, string]>(
    'INSERT INTO preamble (version, instructions, tools) VALUES (?, ?, ?)',
  );
  return {
    read(id: number): Preamble {
      const row = select.get(id);
      if (row === undefined) throw stored.refuse(['preamble', id, 'id']);
      return {
        version: row.version,
        instructions: row.instructions,
        tools: parseStored(row.tools, ['preamble', id, 'tools']),
      };
    },
    store(preamble: Preamble): number {
      const key = [preamble.version, preamble.instructions, JSON.stringify(preamble.tools)] as const;
      return find.get(...key)?.id ?? Number(insert.run(...key).lastInsertRowid);
    },
  };
}

function openSummaryRows(connection: Connection) {
  const select = connection.prepare<[number], SummaryRow>('SELECT * FROM summary WHERE id = ?');
  const insert = connection.prepare(
    `INSERT INTO summary (kind, corpus, thread_id, chunk_index, first_scene, last_scene, entry_ids, origin, body)
     VALUES (:kind, :corpus, :threadId, :chunkIndex, :firstScene, :lastScene, :entryIds, :origin, :body)`,
  );
  const replies = openSummaryReplies(connection);
  const read = (id: number): ReadSummaryRow => {
    const row = select.get(id);
    if (row === undefined) throw stored.refuse(['summary', id, 'id']);
    const { body } = row;
    const text =
      typeof body === 'number'
        ? replies.readText(body)
        : stored.read(['summary', id, 'body'], () => unpackText(body));
    return { ...row, body: text };
  };
  const store = (summary: Omit<ReadSummaryRow, 'id'>): SummaryId => {
    const { lastInsertRowid } = insert.run({
      kind: summary.kind,
      corpus: summary.corpus,
      threadId: summary.thread_id,
      chunkIndex: summary.chunk_index,
      firstScene: summary.first_scene,
      lastScene: summary.last_scene,
      entryIds: summary.entry_ids,
      origin: summary.origin,
      body: replies.findStep(summary.body) ?? packText(summary.body),
    });
    return Number(lastInsertRowid) as SummaryId;
  };
  return {
    readChunk: (id: number): ChunkSummary => buildChunk(read(id)),
    readCumulative: (id: number): CumulativeSummary => buildCumulative(read(id)),
    storeChunk(chunk: ChunkSummary): ChunkSummary {
      if (chunk.id !== undefined) return chunk;
      const row = {
        kind: 'chunk',
        corpus: chunk.corpus,
        thread_id: chunk.threadId,
        chunk_index: chunk.chunkIndex,
        first_scene: chunk.firstScene,
        last_scene: chunk.lastScene,
        entry_ids: JSON.stringify(chunk.entryIds),
        origin: chunk.origin,
        body: chunk.text,
      } as const;
      return { ...chunk, id: store(row) };
    },
    storeCumulative(summary: CumulativeSummary): CumulativeSummary {
      if (summary.id !== undefined) return summary;
      const row = {
        kind: 'cumulative',
        corpus: summary.through?.corpus ?? null,
        thread_id: summary.through?.threadId ?? null,
        chunk_index: null,
        first_scene: null,
        last_scene: null,
        entry_ids: JSON.stringify(summary.entryIds),
        origin: summary.origin,
        body: summary.text,
      } as const;
      return { ...summary, id: store(row) };
    },
  };
}

/** The replies in which a model wrote the summaries of folds. */
function openSummaryReplies(connection: Connection) {
  const selectNewest = connection.prepare<[], ReplyRow>(
    `SELECT id, payload FROM step WHERE kind = 'summary-reply'
       AND id > (SELECT id FROM step WHERE kind = 'fold-opened' ORDER BY id DESC LIMIT 1)`,
  );
  const select = connection.prepare<[number], ReplyRow>(
    `SELECT id, payload FROM step WHERE id = ? AND kind = 'summary-reply'`,
  );
  const parseText = ({ id, payload }: ReplyRow) =>
    parseStored<{ readonly text: string }>(payload, ['step', id, 'payload']).text;
  return {
    /**
     * The step of the newest fold with this reply. Its id is a bigint: in a column without a type, a JavaScript number
     * would be stored as a floating-point number.
     */
    findStep(text: string): bigint | undefined {
      const found = selectNewest.all().find((row) => parseText(row) === text);
      return found === undefined ? undefined : BigInt(found.id);
    },
    readText(id: number): string {
      const row = select.get(id);
      if (row === undefined) throw stored.refuse(['step', id, 'id']);
      return parseText(row);
    },
  };
}

interface ReplyRow {
  readonly id: number;
  readonly payload: PackedText;
}

interface FoldRow {
  readonly id: number;
  readonly after_sequence: number;
  readonly kept: string;
  readonly preamble_id: number;
  readonly cumulative_id: number | null;
  readonly chunk_ids: string;
  readonly scenes_trimmed: number;
  readonly reasoning_trimmed_through: number;
  readonly replies_cut_through: number;
  readonly tiers: string;
  readonly tokens_before: number;
  readonly tokens_after: number;
  readonly turns_removed: number;
  readonly milliseconds: number;
}

interface PreambleRow {
  readonly version: string;
  readonly instructions: string;
  readonly tools: string;
}

interface SummaryRow {
  readonly id: number;
  readonly kind: 'chunk' | 'cumulative';
  readonly corpus: string | null;
  readonly thread_id: number | null;
  readonly chunk_index: number | null;
  readonly first_scene: number | null;
  readonly last_scene: number | null;
  readonly entry_ids: string;
  readonly origin: 'model' | 'extract';
  /**
   * The text or, if a model's reply was used unchanged, the id of the step with the reply, so that nothing is stored
   * twice.
   */
  readonly body: PackedText | number;
}

type ReadSummaryRow = Omit<SummaryRow, 'body'> & { readonly body: string };

function buildChunk(row: ReadSummaryRow): ChunkSummary {
  return {
    id: row.id as SummaryId,
    corpus: row.corpus ?? '',
    threadId: row.thread_id as ThreadId,
    chunkIndex: row.chunk_index ?? 0,
    firstScene: row.first_scene ?? 0,
    lastScene: row.last_scene ?? 0,
    entryIds: parseStored<EntryId[]>(row.entry_ids, ['summary', row.id, 'entry_ids']),
    origin: row.origin,
    text: row.body,
  };
}

function buildCumulative(row: ReadSummaryRow): CumulativeSummary {
  return {
    id: row.id as SummaryId,
    through: row.corpus === null ? undefined : { corpus: row.corpus, threadId: row.thread_id as ThreadId },
    entryIds: parseStored<EntryId[]>(row.entry_ids, ['summary', row.id, 'entry_ids']),
    origin: row.origin,
    text: row.body,
  };
}
