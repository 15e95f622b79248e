// Has a model propose tags for replies without tags; what it quotes word for word is held in mind and logged.
import { readFileSync } from 'node:fs';
import { askAndJudge, findStanding, type Judged } from '@terrarium/kernel/ask-and-judge';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import { type Clock, renderInstant } from '@terrarium/kernel/environment';
import { escapeText } from '@terrarium/kernel/foreign-text';
import { hashPrompt } from '@terrarium/kernel/hash-prompt';
import type { Message } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import { type ParsedItems, parseItems } from '@terrarium/kernel/parse-items';
import { z } from 'zod';
import { type DecayProfile, defaultProfile } from '../decay/profile.ts';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { openEventStore, resolveToldAtMs } from '../events/event-store.ts';
import type { DateLanguage } from '../events/load-date-parser.ts';
import { showEvent } from '../events/show-event.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import { parseResponse } from '../tags/parse-message.ts';
import { extractFragmentKeys } from '../tags/parse-recall-requests.ts';
import { exampleVoices, type Voices } from '../tags/voices.ts';
import type { Applied, Effect } from '../working-memory/applied.ts';
import { applySpan } from '../working-memory/apply-span.ts';
import { asShown } from '../working-memory/describe-item.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { openMaintenanceLock } from './maintenance-writer.ts';
import { openRunStore } from './run-store.ts';
import { openTagYieldStore } from './tag-yield-store.ts';

export interface TagPass extends AskedModel {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly languages?: readonly DateLanguage[] | undefined;
  readonly voices?: Voices | undefined;
  readonly profile?: DecayProfile | undefined;
  /** Whether words only repeat what the companion was woken with. */
  readonly isInjected?: ((text: string) => boolean) | undefined;
  /** How many of the newest replies are looked at. */
  readonly last?: number | undefined;
  /** Whether the model is asked but nothing is written. */
  readonly isDryRun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TagPassOutcome {
  /** Replies that the model was shown. */
  readonly asked: number;
  /** The run by which the changes can be reverted; undefined if nothing was changed. */
  readonly runId: number | undefined;
  readonly effects: readonly Effect[];
  /** What was proposed but not held in mind, and why. */
  readonly refused: readonly string[];
}

const defaultLast = 20;
const maxOutputTokens = 1_024;
/** Only this many characters of each reply are shown, so that a request stays small. */
const shownCharacters = 1_000;
const instructions = readFileSync(new URL('../prompts/tag-pass.md', import.meta.url), 'utf8').trimEnd();

const promptVersion = hashPrompt([
  new URL('../prompts/tag-pass.md', import.meta.url),
  new URL('propose-tags.ts', import.meta.url),
]);

/** Leaves out `secret`: only the person or companion who tells something can make it a secret. */
const proposalSchema = z.object({
  event: z.coerce.number().int(),
  tag: z.enum(['feeling', 'thought', 'pattern', 'desc', 'plan', 'pin']),
  content: z.string().trim().min(3).max(300),
});

/** Distinguishes a proposal from anything else in a reply. */
const wanted = { member: 'tags', item: z.looseObject({ tag: z.string() }) };
const mostProposals = 100;

type TagProposal = z.output<typeof proposalSchema>;

interface ShownReply {
  readonly event: MemoryEvent;
  readonly text: string;
}

/**
 * Makes one request for those of the newest replies that have no tag and were not shown before. Makes further requests
 * only if the model's own reply was cut off. A failed request changes nothing. Throws `StorageError` (`lock.held`)
 * while maintenance or another pass is running; a dry run may run at the same time.
 */
export async function proposeTags(pass: TagPass): Promise<TagPassOutcome> {
  if (pass.isDryRun === true) return await runPass(pass);
  const lock = openMaintenanceLock(pass.connection);
  try {
    return await runPass(pass);
  } finally {
    lock.close();
  }
}

async function runPass(pass: TagPass): Promise<TagPassOutcome> {
  const replies = listUntagged(pass);
  if (replies.length === 0) return { asked: 0, runId: undefined, effects: [], refused: [] };
  const messages: readonly Message[] = [
    { role: 'system', content: instructions },
    { role: 'user', content: replies.map(renderReply).join('\n') },
  ];
  const { signal } = pass;
  const question = { messages, maxOutputTokens, temperature: 0, signal, judge: parseTags };
  const { taken, replies: said } = await askAndJudge<FoundTags>(pass, question);
  return applyProposals(pass, replies, { found: taken, text: said.join('\n\n') });
}

type FoundTags = Pick<ParsedItems, 'items' | 'broken' | 'isReadable'>;

const nothing: FoundTags = { items: [], broken: [], isReadable: false };

/** If its reply was cut off, the model is asked to go on. A reply without a list is only reported. */
function parseTags(reply: string, before: FoundTags = nothing): Judged<FoundTags> {
  const { items, broken, isReadable, isCut } = parseItems(reply, wanted);
  const known = new Set(before.items.map((item) => JSON.stringify(item)));
  const added = items.filter((item) => !known.has(JSON.stringify(item)));
  const content =
    'Your reply was cut off at its end; the complete tags before the cut were taken. Answer with {"tags": [ … ]} holding only those that come after them.';
  return {
    standing: findStanding({ isClear: !isCut, isCut, isNew: added.length > 0 }),
    taken: {
      items: [...before.items, ...added],
      broken: [...before.broken, ...broken],
      isReadable: before.isReadable || isReadable,
    },
    again: { role: 'user', content },
  };
}

interface TagAnswer {
  readonly found: FoundTags;
  readonly text: string;
}

function listUntagged({
  connection,
  voices = exampleVoices,
  last = defaultLast,
}: TagPass): readonly ShownReply[] {
  const store = openTagYieldStore(connection);
  const events = openEventStore(connection);
  return store
    .listReplies(last)
    .filter(({ id, text }) => parseResponse(text, { voices }).spans.length === 0 && !store.isPassed(id))
    .flatMap(({ id }) => events.find(id) ?? [])
    .map((event) => ({ event, text: showEvent(event, events.readSpans(event.id)) }))
    .filter(({ text }) => text !== '')
    .toReversed();
}

function renderReply({ event, text }: ShownReply): string {
  return `<reply event="${event.id}" at="${renderInstant(event.atMs).slice(0, 16)}">${escapeText(text.slice(0, shownCharacters).toWellFormed())}</reply>`;
}

/** Thrown to roll back what a dry run did. */
class DryRun extends Error {
  readonly outcome: TagPassOutcome;

  constructor(outcome: TagPassOutcome) {
    super('A dry run changes nothing.');
    this.outcome = outcome;
  }
}

function applyProposals(pass: TagPass, replies: readonly ShownReply[], answer: TagAnswer): TagPassOutcome {
  const apply = pass.connection.transaction((): TagPassOutcome => {
    const outcome = applyFresh(pass, replies, answer);
    if (pass.isDryRun === true) throw new DryRun({ ...outcome, runId: undefined });
    return outcome;
  });
  try {
    return apply.immediate();
  } catch (error) {
    if (error instanceof DryRun) return error.outcome;
    throw error;
  }
}

/** Changes are recorded as a run of their own, so that they can be reverted like any other. */
function applyFresh(pass: TagPass, replies: readonly ShownReply[], answer: TagAnswer): TagPassOutcome {
  const { connection, clock, model } = pass;
  const store = openTagYieldStore(connection);
  const fresh = replies.filter(({ event }) => !store.isPassed(event.id));
  const { proposals, refused } = checkProposals(answer.found, fresh);
  const runId = proposals.length === 0 ? undefined : recordRun(pass);
  const applied = proposals.map((proposal) => applyProposal(pass, proposal, runId));
  for (const { event } of fresh) {
    store.markPassed({ id: event.id, model: model.id, promptVersion, reply: answer.text, atMs: clock.now() });
  }
  return {
    asked: replies.length,
    runId,
    effects: applied.flatMap((one) => one.effects),
    refused: [...refused, ...applied.flatMap((one) => listRefusals(one))],
  };
}

function recordRun({ connection, clock, model }: TagPass): number {
  const runs = openRunStore(connection);
  const startedAtMs = clock.now();
  const extent = { afterEventId: 0, upToEventId: 0 };
  const { id } = runs.start({ kind: 'tags', writer: model.id, ...extent, startedAtMs });
  runs.finish(id, 'completed', startedAtMs);
  return id;
}

interface Parsed {
  readonly proposals: readonly (TagProposal & { readonly source: MemoryEvent })[];
  readonly refused: readonly string[];
}

function checkProposals({ items, broken, isReadable }: FoundTags, replies: readonly ShownReply[]): Parsed {
  if (!isReadable) return { proposals: [], refused: ['The reply holds no list of tags.'] };
  const judged = items.slice(0, mostProposals).map((value) => validateProposal(value, replies));
  return {
    proposals: judged.filter((one) => typeof one !== 'string'),
    refused: [
      ...judged.filter((one) => typeof one === 'string'),
      ...broken.map(() => 'A proposal is malformed: it is not JSON.'),
      ...(items.length > mostProposals
        ? [`${items.length - mostProposals} more: a reply may have at most ${mostProposals} proposals.`]
        : []),
    ],
  };
}

function validateProposal(
  value: unknown,
  replies: readonly ShownReply[],
): (TagProposal & { readonly source: MemoryEvent }) | string {
  const parsed = proposalSchema.safeParse(value);
  if (!parsed.success)
    return `A proposal is malformed: ${parsed.error.issues[0]?.message ?? 'it is not clear'}.`;
  const shown = replies.find(({ event }) => event.id === (parsed.data.event as EventId));
  if (shown === undefined) return `Event ${parsed.data.event} was not asked about.`;
  if (!shown.text.includes(parsed.data.content))
    return `What was proposed as a ${parsed.data.tag} is not in event ${parsed.data.event}.`;
  return { ...parsed.data, source: shown.event };
}

/** Applies the tag as if it had been in the reply from the beginning. */
function applyProposal(
  { connection, timeZone, languages = ['en'], profile = defaultProfile, isInjected = () => false }: TagPass,
  proposal: Parsed['proposals'][number],
  runId: number | undefined,
) {
  const { source } = proposal;
  const atMs = resolveToldAtMs(source, profile);
  const items = openWorkingMemoryStore(connection);
  const applied = applySpan(items, proposal, {
    eventId: source.id,
    atMs,
    saidAtMs: source.atMs,
    turn: source.turn,
    writing: { atMs, timeZone, languages },
    runId,
    isInjected,
  });
  const fragments = openFragmentStore(connection);
  for (const { item } of applied.effects) fragments.linkItem(item.id, extractFragmentKeys(item.content));
  const effects = applied.effects.map((one) => ({ ...one, item: asShown(items, one.item) }));
  return { ...applied, effects };
}

/** A plan whose date was not understood is held in mind nevertheless, so it was not refused. */
function listRefusals({ reports }: Applied): readonly string[] {
  return reports.filter(({ kind }) => kind !== 'undated').map(({ say }) => say);
}
