// The writer that asks a language model: one request per batch, and more if a reply was cut off or an operation refused.
import { askAndJudge, findStanding, type Judged } from '@terrarium/kernel/ask-and-judge';
import { type AskedModel, computeReplyCap } from '@terrarium/kernel/ask-model';
import { ModelError } from '@terrarium/kernel/errors';
import { assumedWindow } from '@terrarium/kernel/find-window';
import { hashPrompt } from '@terrarium/kernel/hash-prompt';
import type { Message, Picture } from '@terrarium/kernel/language-model';
import { findPersonName } from '../assembly/fill-name.ts';
import { findKeptImage } from '../events/kept-image.ts';
import { exampleVoices, type Voices } from '../tags/voices.ts';
import type { ItemKind } from '../working-memory/item.ts';
import { knownAlready } from './fold-facts.ts';
import type { MaintenanceBatch, MaintenanceWriter, Proposal } from './maintenance-writer.ts';
import { parseOperations } from './operation.ts';
import { refuseUngrounded, withLineSources } from './refuse-ungrounded.ts';
import { refuseUnseen, type Shown } from './refuse-unseen.ts';
import {
  type JudgedReply,
  maintenanceInstructions,
  renderBatch,
  renderRepair,
  type Surroundings,
} from './render-batch.ts';

export interface ModelWriterOptions extends AskedModel {
  /** Counts the tokens of a text, with the same counter as everywhere in the memory. */
  readonly tokens: { count(text: string): number };
  /** The maximum number of tokens that a request may have; by default, what the model's window leaves. */
  readonly promptTokens?: number | undefined;
  /** The voices that speak; by default the voices of the default settings. */
  readonly voices?: Voices | undefined;
  /** The person's time zone; if undefined, the machine's. */
  readonly timeZone?: string | undefined;
  /**
   * The folder with the images of events, for a model that can see; if undefined, the model is only told that
   * there are images.
   */
  readonly imagesDir?: string | undefined;
}

const maxOutputTokens = 4_096;
const temperature = 0.2;
/**
 * The share of a request that is reserved for the index, items and ambient.md, which are sent along with the events.
 */
const surroundingShare = 0.25;
const leastRoom = 500;
/**
 * Tokens of events for each token that a reply may have. From more events, a reply could keep only the gist, since
 * lines that keep everything are about as long as the events.
 */
const eventsToReply = 1.5;
/**
 * About how many tokens a picture takes, the share of a request for all pictures, and how many pictures a
 * server accepts at once.
 */
const pictureTokens = 1_200;
const pictureShare = 0.25;
const mostPictures = 8;

export function buildModelWriter(options: ModelWriterOptions): MaintenanceWriter {
  return {
    id: options.model.id,
    promptVersion,
    measureRoom: async (signal) => (await measureRoom(options, signal)).batch,
    measureEvents: async (signal) => (await measureRoom(options, signal)).output * eventsToReply,
    propose: (batch, signal) => propose(options, batch, signal),
  };
}

/** How the window is divided, in tokens. */
interface Room {
  /** The hard limit of a reply. */
  readonly output: number;
  /** Tokens for the index, items and ambient.md. */
  readonly surroundings: number;
  /** Tokens for events, and for fragments in full. */
  readonly batch: number;
  /** How many images of the events are shown. */
  readonly pictures: number;
}

async function measureRoom(options: ModelWriterOptions, signal: AbortSignal | undefined): Promise<Room> {
  const { model, tokens, promptTokens } = options;
  const loaded = await model.findContextTokens?.(signal);
  const said =
    promptTokens === undefined ? undefined : promptTokens + computeReplyCap(options, { maxOutputTokens });
  const window = Math.min(loaded ?? said ?? assumedWindow, said ?? Number.POSITIVE_INFINITY);
  const output = computeReplyCap(options, { maxOutputTokens, mostOutputTokens: Math.floor(window / 5) });
  // A second request repeats the first reply, so there must be room for two replies.
  const rest = Math.max(leastRoom, window - 2 * output - tokens.count(maintenanceInstructions));
  const surroundings = Math.floor(rest * surroundingShare);
  const most = Math.min(mostPictures, Math.floor((rest * pictureShare) / pictureTokens));
  const pictures = options.imagesDir === undefined ? 0 : most;
  return { output, surroundings, pictures, batch: rest - surroundings - pictures * pictureTokens };
}

async function propose(
  options: ModelWriterOptions,
  batch: MaintenanceBatch,
  signal: AbortSignal | undefined,
): Promise<Proposal> {
  const room = await measureRoom(options, signal);
  const surroundings: Surroundings = {
    tokens: room.surroundings,
    batch: room.batch,
    reply: room.output,
    count: options.tokens.count,
    people: { voices: nameHeard(options.voices ?? exampleVoices, batch.draft), timeZone: options.timeZone },
  };
  // Loaded only here, because it loads a large list of words with their parts of speech.
  const { listPeriodsOf } = await import('./sum-up-periods.ts');
  const periods = listPeriodsOf(batch, surroundings.people);
  const messages: Message[] = [
    { role: 'system', content: maintenanceInstructions },
    {
      role: 'user',
      content: renderBatch(batch, surroundings, periods.keys),
      pictures: showPictures(options, batch, room),
    },
  ];
  const { taken, replies } = await askAndJudge<JudgedReply>(options, {
    messages,
    maxOutputTokens,
    mostOutputTokens: room.output,
    temperature,
    signal,
    judge: (reply, before, isCutShort) => checkReply({ batch, surroundings }, { reply, isCutShort }, before),
  });
  if (!taken.isReadable && !taken.isCut) {
    throw new ModelError({
      code: 'memory.unusable-reply',
      happened: `${options.model.id} answered twice without a list of operations.`,
      todo: 'Run maintenance again: it goes on from this batch. If the model fails again, choose another.',
    });
  }
  const { operations, refused, isCut } = taken;
  const { accepted } = batch.fold([...operations, ...periods.complete(operations)]);
  return { operations: accepted, refused, reply: replies.join('\n\n'), isCut };
}

/** The voices, with the name that the person told in place of the placeholder for an unknown name. */
function nameHeard(voices: Voices, { items }: MaintenanceBatch['draft']): Voices {
  const active = [...items.values()].filter(({ status }) => status === 'active');
  const readActiveAbout = (kind: ItemKind, subject: string) =>
    active.filter((item) => item.kind === kind && item.subject === subject);
  const [person, ...others] = voices.user;
  const name = findPersonName({ readActiveAbout }, voices) ?? person.name;
  return { ...voices, user: [{ ...person, name }, ...others] };
}

/**
 * The newest images of the events, in their order. If the file of an image is gone, the model is only told that the
 * event has an image.
 */
function showPictures(
  { imagesDir }: ModelWriterOptions,
  { events }: MaintenanceBatch,
  room: Room,
): readonly Picture[] {
  const pictures: Picture[] = [];
  if (imagesDir === undefined) return pictures;
  for (const { imagePath } of events.toReversed()) {
    if (pictures.length >= room.pictures) break;
    const picture = imagePath === undefined ? undefined : findKeptImage(imagesDir, imagePath);
    if (picture !== undefined) pictures.unshift(picture);
  }
  return pictures;
}

const nothing: JudgedReply = { operations: [], refused: [], isReadable: false, isCut: false };

interface Answer {
  readonly reply: string;
  readonly isCutShort: boolean;
}

/** Judges the operations in a reply, after the operations that were accepted before. */
function checkReply(
  shown: Shown,
  { reply, isCutShort }: Answer,
  before: JudgedReply = nothing,
): Judged<JudgedReply> {
  const { refused, isReadable, ...parsed } = parseOperations(reply);
  const operations = withLineSources(parsed.operations);
  const isCut = parsed.isCut || isCutShort;
  const known = new Set(before.operations.map((operation) => JSON.stringify(operation)));
  const added = operations.filter((operation) => !known.has(JSON.stringify(operation)));
  const seen = refuseUnseen(shown, added, before.operations);
  const grounded = refuseUngrounded(shown, seen.operations, before.operations);
  const folded = shown.batch.fold([...before.operations, ...grounded.operations]);
  const taken = {
    operations: folded.accepted,
    // If this reply contains no list, the operations that were refused in the previous reply stay refused.
    refused: isReadable
      ? [...refused, ...seen.refused, ...grounded.refused, ...folded.refused]
      : before.refused,
    isReadable: isReadable || before.isReadable,
    isCut,
  };
  const isNew = folded.accepted.length > before.operations.length;
  const mendable = taken.refused.filter(({ say }) => !say.startsWith(knownAlready));
  const isClear = isReadable && !isCut && mendable.length === 0;
  return {
    standing: findStanding({ isClear, isCut, isNew }),
    taken,
    again: { role: 'user', content: renderRepair({ ...taken, refused: mendable, isReadable }) },
  };
}

/** Covers the instructions, the layout of a batch, the words of a repeated request, and the reasons for refusals. */
export const promptVersion = hashPrompt([
  new URL('../prompts/maintenance.md', import.meta.url),
  new URL('render-batch.ts', import.meta.url),
  new URL('sum-up-periods.ts', import.meta.url),
  new URL('operation.ts', import.meta.url),
  new URL('fold-operations.ts', import.meta.url),
  new URL('fold-fragments.ts', import.meta.url),
  new URL('fold-facts.ts', import.meta.url),
  new URL('refuse-unseen.ts', import.meta.url),
  new URL('refuse-ungrounded.ts', import.meta.url),
  new URL('check-lines.ts', import.meta.url),
  new URL('../fragments/list-named-events.ts', import.meta.url),
  new URL('find-foreign-words.ts', import.meta.url),
  new URL('read-numbers.ts', import.meta.url),
  new URL('../events/local-time.ts', import.meta.url),
  // This file decides which facts the events speak of, and so which facts are shown first.
  new URL('../facts/read-tellings.ts', import.meta.url),
]);
