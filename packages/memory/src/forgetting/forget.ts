// Forgets something permanently: its words, everything made from them, and their traces in free pages of the file.
import { refuseDamaged } from '@terrarium/kernel/explain-damage';
import type { Connection } from '@terrarium/kernel/open-database';
import { rebuildTextIndex } from '@terrarium/kernel/text-index';
import { readIndexed } from '../echoes/indexed-text-store.ts';
import type { EventId } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import type { Target } from '../inspect/presence.ts';
import { verifyMemoryRecords } from '../inspect/verify-memory-store.ts';
import { finishAmbient } from '../maintenance/ambient-write-store.ts';
import { openMaintenanceLock } from '../maintenance/maintenance-writer.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { clearFreePages } from './clear-free-pages.ts';
import { collectGoing, type ForgettingGround, type Going } from './collect-going.ts';
import { type Copies, findCopies, removeCopies } from './find-copies.ts';
import { openForgettingStore } from './forgetting-store.ts';
import { type GoingLine, listGoingLines } from './list-going-lines.ts';
import { listSentences, type MomentSentence } from './list-sentences.ts';
import { redactFiles } from './redact-files.ts';
import { type Redacted, redactRows } from './redact-rows.ts';
import { listReturning, restoreReturning } from './returning-facts.ts';

export interface ForgetRequest {
  readonly targets: readonly Target[];
  /** Whether to only report what would be forgotten, and change nothing. */
  readonly isPreview?: boolean | undefined;
  /** Whether to remove backups beside the database too, and exports of the memory that contain what is forgotten. */
  readonly isWithCopies?: boolean | undefined;
}

/** What was forgotten or, in a preview, would be. */
export interface Forgotten extends Omit<Redacted, 'texts'>, Copies {
  readonly moments: Going['moments'];
  readonly items: Going['items'];
  /** Facts that are true again, because what had replaced them is forgotten. */
  readonly returning: readonly WorkingItem[];
  /** What would be forgotten, line by line, each with the reason; empty once it is forgotten. */
  readonly lines: readonly GoingLine[];
  /**
   * The sentences of each named moment that has several, or of which a sentence was named: each can be forgotten alone.
   * Empty after forgetting.
   */
  readonly sentences: readonly ForgettableSentence[];
  /** Moments that stay although they say much the same. */
  readonly alsoSaid: Going['alsoSaid'];
  /** Whether the file was rewritten; false while another program keeps it open, and for a preview. */
  readonly isSwept: boolean;
}

interface ForgettableSentence extends Pick<MomentSentence, 'number' | 'shown'> {
  readonly moment: EventId;
}

/**
 * Forgets all named things in one transaction; this cannot be undone. A preview forgets nothing. Throws `UsageError` if
 * a named thing does not exist, `StorageError` for a damaged memory, and `lock.held` while maintenance runs.
 */
export function forget(ground: ForgettingGround, request: ForgetRequest): Forgotten {
  if (request.isPreview === true) return planForgetting(ground, request);
  const { connection, ambientPath, clock } = ground;
  const lock = openMaintenanceLock(connection);
  try {
    finishAmbient(connection, ambientPath, clock);
    const gone = connection.transaction(() => {
      refuseDamaged(connection.name, verifyMemoryRecords(connection));
      const done = redact(ground, request);
      openForgettingStore(connection).finish();
      rebuildTextIndex(connection, readIndexed(connection));
      redactFiles(ground, done);
      return done;
    });
    const done = gone.immediate();
    const isSwept = clearFreePages(connection);
    const copies = findCopies(ground, done.going.own);
    if (request.isWithCopies === true) removeCopies(connection, copies);
    return { ...describe(done), lines: [], sentences: [], ...copies, isSwept };
  } finally {
    lock.close();
  }
}

type Done = Redacted & Pick<Forgotten, 'returning'> & { readonly going: Going };

function redact(ground: ForgettingGround, { targets }: ForgetRequest): Done {
  const going = collectGoing(ground, targets);
  const { connection, clock } = ground;
  const at = { atMs: clock.now(), turn: openEventStore(connection).countTurns() };
  const returning = listReturning(connection, going);
  const redacted = redactRows(connection, going, at);
  restoreReturning(connection, returning, at);
  return { ...redacted, returning, going };
}

function describe({
  going: { moments, items, alsoSaid },
  texts: _words,
  ...redacted
}: Done): Omit<Forgotten, 'lines' | 'sentences' | 'isSwept' | keyof Copies> {
  return { moments, items, alsoSaid, ...redacted };
}

/** Redacts the rows and then rolls this back, so that the preview says exactly what would be forgotten. */
function planForgetting(ground: ForgettingGround, request: ForgetRequest): Forgotten {
  const shown: Done[] = [];
  const trial = ground.connection.transaction(() => {
    shown.push(redact(ground, request));
    throw new TakenBack();
  });
  try {
    trial.immediate();
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  const [done] = shown;
  if (done === undefined) throw new TakenBack();
  const lines = listGoingLines(done, request.targets);
  const sentences = listForgettable(ground.connection, request.targets);
  return { ...describe(done), lines, sentences, ...findCopies(ground, done.going.own), isSwept: false };
}

function listForgettable(connection: Connection, targets: readonly Target[]): readonly ForgettableSentence[] {
  const events = openEventStore(connection);
  const named = new Set(targets.flatMap((target) => ('event' in target ? [target.event] : [])));
  return [...named].flatMap((moment) => {
    const event = events.find(moment);
    const sentences =
      event?.isShown === true ? listSentences({ text: event.text, spans: events.readSpans(moment) }) : [];
    const isNamed = targets.some(
      (one) => 'event' in one && one.event === moment && one.sentence !== undefined,
    );
    if (sentences.length < 2 && !isNamed) return [];
    return sentences.map(({ number, shown }) => ({ moment, number, shown }));
  });
}

/** Adds to each named sentence the words in which it was shown, so that no other sentence is forgotten in its place. */
export function addShownWords(
  targets: readonly Target[],
  { sentences }: Pick<Forgotten, 'sentences'>,
): readonly Target[] {
  return targets.map((target) => {
    if (!('event' in target) || target.sentence === undefined) return target;
    const { event, sentence } = target;
    const shown = sentences.find(({ moment, number }) => moment === event && number === sentence)?.shown;
    return { ...target, words: target.words ?? shown };
  });
}

class TakenBack extends Error {}
