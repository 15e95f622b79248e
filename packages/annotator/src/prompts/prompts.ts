// Prompts: the texts sent to a reading model, kept as data beside this file.

import { readFileSync } from 'node:fs';
import { renderContent, renderElement } from './render-element.ts';

function readPrompt(name: string): string {
  return readFileSync(new URL(`./${name}.md`, import.meta.url), 'utf8').trimEnd();
}

const readingInstructions = readPrompt('reading');
/** Asks the model to record what is still missing before scenes are folded. */
export const recordRequest = readPrompt('record');
const updateInstructions = `${readingInstructions}\n\n${readPrompt('updates')}`;
const notesPage = readPrompt('notes');
/** Asks for calls once more if the reply to a scene was prose. */
export const callRequest = readPrompt('call');
/** The same request, for a model that writes updates instead of calls. */
export const updatesRequest = readPrompt('updates-request');
const curationTask = readPrompt('curation');
/** The answer to a call that was still open when the snapshot was made. */
export const readingLeft = 'The reading stopped here.';
/** Tells the model, in a scene of a transcript, what a name before a colon means. */
export const otherSpeakers = readPrompt('speakers');
const moreRequest = readPrompt('more');
const takenBack = readPrompt('taken-back');
const secondReading = readPrompt('second');
const callsRemoved = readPrompt('calls-removed');
const summonRequest = readPrompt('summon');
const chunkRequest = readPrompt('chunk-summary');
const cumulativeRequest = readPrompt('cumulative-summary');

export interface InstructionsRequest {
  /** Whether the model can call tools; if not, it is told to write updates. */
  readonly hasTools: boolean;
  readonly notes: string | undefined;
}

export function renderInstructions({ hasTools, notes }: InstructionsRequest): string {
  const instructions = hasTools ? readingInstructions : updateInstructions;
  if (notes === undefined) return instructions;
  return `${instructions}\n\n${renderTemplate(notesPage, { notes: renderContent(notes) })}`;
}

/** Parts of dossiers, each with the explanation that a curator is given if the part occurs. */
const dossierParts = {
  above: 'where its quotes stand in the posts above (`502 [8]-[10]`: post 502, labels 8 to 10)',
  evidence: 'quotes (`…` stands for words left out)',
  first_named: 'the words that first named it',
  relations: 'what it is to others (“serves 7 Arla”: it serves entry 7)',
  similar: 'entries that may be the same thing',
  wish: 'what the reader asks for, which decides nothing (`MERGE 4`: the reader takes it for entry 4)',
} as const;

export type DossierPart = keyof typeof dossierParts;

const partNames = Object.keys(dossierParts) as readonly DossierPart[];

/**
 * Asks the curator for decisions. The dossiers come before this question, and only parts that occur in them are
 * explained.
 */
export function renderCurationTask(occurs: Readonly<Record<DossierPart, boolean>>): string {
  const parts = partNames.filter((part) => occurs[part]).map((part) => `\`${part}\`, ${dossierParts[part]}`);
  return renderTemplate(curationTask, { parts: ['the definition', ...parts].join('; ') });
}

/** The question with all explanations, from which the tokens of a curation are estimated. */
export const curationRequest = renderCurationTask({
  above: true,
  evidence: true,
  first_named: true,
  relations: true,
  similar: true,
  wish: true,
});

export interface ChunkRequest {
  readonly thread: number;
  readonly index: number;
  readonly firstScene: number;
  readonly lastScene: number;
  readonly tokens: number;
}

/** Asks for the summary of one chunk. */
export function renderChunkRequest(request: ChunkRequest): string {
  return renderTemplate(chunkRequest, {
    thread: String(request.thread),
    index: String(request.index),
    scenes: `${request.firstScene}-${request.lastScene}`,
    tokens: String(request.tokens),
  });
}

export interface CumulativeRequest {
  readonly threads: readonly number[];
  readonly tokens: number;
}

/**
 * Asks for the story so far, with these threads merged into it. If there are no threads, only the oldest chunk
 * summaries are merged into it.
 */
export function renderCumulativeRequest(request: CumulativeRequest): string {
  const { threads } = request;
  const scope = threads.length === 0 ? 'the oldest chunk summaries' : `${nameThreads(threads)} above`;
  return renderTemplate(cumulativeRequest, {
    threads: threads.join(' '),
    tokens: String(request.tokens),
    scope,
  });
}

export interface FaultySummary {
  readonly is: 'empty' | 'call' | 'cut' | 'long' | 'unread';
  readonly words: readonly string[];
}

const summaryFaults: Readonly<Record<FaultySummary['is'], string>> = {
  empty: 'Your first answer held no summary.',
  call: 'Your first answer was a call. No tool can be called here: write plain text, no call.',
  cut: 'Your first summary was cut off at its token limit: write a shorter one.',
  long: 'Your first summary was no shorter than what it stands for: write a shorter one.',
  unread: 'Your first summary used names that are in no post read so far: {words}. Write it without them.',
};

/** Says why a summary is asked for again. */
export function renderSummaryFault({ is, words }: FaultySummary): string {
  const quoted = words.map((word) => `"${renderContent(word)}"`).join(', ');
  return renderTemplate(summaryFaults[is], { words: quoted });
}

export interface MoreRequest {
  /** Names that recur and have no entry. */
  readonly names: readonly string[];
  /** Whether a word was put on hold. */
  readonly hasHeld: boolean;
  /** Whether parts of a call were not accepted. */
  readonly hasPartial: boolean;
}

const heldRequest =
  'Terms on hold are not entries yet. Propose again now those that readers would look up; the rest can wait.';
const partialRequest =
  'Some parts of them were not taken, as the answers say: mend those that belong in the glossary, and send them again with glossary_update.';
const namesRequest =
  'These names recur in the scene and have no entry: {names}. Record those that a reader would look up; a short form of an entry is an alias of it.';

/** Asks whether there is anything else to record. */
export function renderMoreRequest({ names, hasHeld, hasPartial }: MoreRequest): string {
  const listed = renderTemplate(namesRequest, { names: names.map(renderContent).join(', ') });
  const open = [
    ...(hasHeld ? [heldRequest] : []),
    ...(hasPartial ? [partialRequest] : []),
    ...(names.length > 0 ? [listed] : []),
  ];
  return renderTemplate(moreRequest, { open: open.join(' ') });
}

/** Says that a scene was skipped, and which of its entries are gone. */
export function renderTakenBack(entries: readonly number[]): string {
  const text = renderTemplate(takenBack, { entries: entries.join(', ') || 'none' });
  return renderElement('taken_back', { entries: entries.join(',') }, `\n${text}\n`);
}

/** Says that a scene is read a second time. Shows the rendered entries in their present form. */
export function renderSecondReading(entries: readonly string[]): string {
  const known = renderElement('known_today', {}, entries.length === 0 ? 'none' : `\n${entries.join('\n')}\n`);
  return renderElement('second_reading', {}, `\n${secondReading}\n${known}\n`);
}

export interface RefusedCall {
  readonly name: string;
  readonly arguments: string;
  /** The rendered answer. */
  readonly answer: string;
}

export function renderRefusedCall({ name, arguments: said, answer }: RefusedCall): string {
  return renderElement('refused', { call: name, arguments: said }, answer);
}

export interface RemovedCalls {
  /** Entries that the calls created or changed. */
  readonly recorded: readonly number[];
  /** The rendered answers to refused calls. */
  readonly refused: readonly string[];
  /** Refused calls without room for their answers: what each of them was about. */
  readonly left: readonly string[];
}

/** At most this many refused calls are named without their answers. */
const mostNamed = 8;

/** Replaces the removed calls of an open scene: says what they recorded, and which calls were refused. */
export function renderCallsRemoved({ recorded, refused, left }: RemovedCalls): string {
  const attributes = { recorded: recorded.join(','), refused_not_shown: left.length || undefined };
  const named = left.slice(0, mostNamed).map(renderContent).join('; ');
  const others = left.length === 0 ? [] : [renderElement('refused_too', {}, named)];
  return renderElement(
    'calls_removed',
    attributes,
    `\n${[...refused, ...others, callsRemoved].join('\n')}\n`,
  );
}

export interface SummonQuestion {
  /** The last post that was read. */
  readonly post: number;
  readonly snapshot: number;
  readonly question: string;
  /** Names of the tools that the reader's window offers. */
  readonly tools: readonly string[];
}

/** Tools that change nothing and start no other dialogue. */
const lookingTools: ReadonlySet<string> = new Set(['glossary_search', 'read_post', 'read_thread_range']);

/** Asks a reader of an earlier moment a question. */
export function renderSummonRequest({ post, snapshot, question, tools }: SummonQuestion): string {
  const mayUse = tools.filter((name) => lookingTools.has(name));
  const looking =
    mayUse.length === 0
      ? 'Nothing can be looked up.'
      : `You may look things up with ${mayUse.join(', ')}: you see everything as it is at this point in the story.`;
  return renderTemplate(summonRequest, { post: String(post), snapshot: String(snapshot), question, looking });
}

/**
 * The question in a message that `renderSummonRequest` made, or the whole message if it is only a question; still
 * escaped.
 */
export function findQuestion(message: string): string {
  const [before = '', after = ''] = summonRequest.split('{question}');
  const lead = before.slice(before.lastIndexOf('}') + 1);
  const start = message.startsWith('<summon_request ') ? message.indexOf(lead) : -1;
  return start < 0 ? message : message.slice(start + lead.length, message.length - after.length);
}

function nameThreads(threads: readonly number[]): string {
  return threads.length === 1 ? `thread ${threads[0]}` : `threads ${threads.join(', ')}`;
}

function renderTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
