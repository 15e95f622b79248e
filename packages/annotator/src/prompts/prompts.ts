// Prompts: the texts sent to a reading model, kept as data beside this file.

import { readFileSync } from 'node:fs';

function readPrompt(name: string): string {
  return readFileSync(new URL(`./${name}.md`, import.meta.url), 'utf8').trimEnd();
}

/** The instructions at the beginning of every conversation. */
export const readingInstructions = readPrompt('reading');
/** Asks for last records before scenes are folded. */
export const recordRequest = readPrompt('record');
/** The same, for a server that takes no tools. */
export const updateInstructions = `${readingInstructions}\n\n${readPrompt('updates')}`;
/** Asks for calls once more, where a scene was answered in prose. */
export const callRequest = readPrompt('call');
/** Asks the curator for decisions; the dossiers come before it. */
export const curationRequest = readPrompt('curation');
/** Answers a call that was still open when the snapshot was made. */
export const readingLeft = 'The reading was left here.';
const summonRequest = readPrompt('summon');
const chunkRequest = readPrompt('chunk-summary');
const cumulativeRequest = readPrompt('cumulative-summary');

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

/** Asks for the story so far, with these threads merged in; without threads, just older chunk summaries. */
export function renderCumulativeRequest(request: CumulativeRequest): string {
  const { threads } = request;
  const scope = threads.length === 0 ? 'the oldest chunk summaries' : `${nameThreads(threads)} above`;
  return renderTemplate(cumulativeRequest, {
    threads: threads.join(' '),
    tokens: String(request.tokens),
    scope,
  });
}

export interface SummonQuestion {
  /** The last post that was read. */
  readonly post: number;
  readonly snapshot: number;
  readonly question: string;
}

/** Asks a reader of an earlier moment a question. */
export function renderSummonRequest({ post, snapshot, question }: SummonQuestion): string {
  return renderTemplate(summonRequest, { post: String(post), snapshot: String(snapshot), question });
}

function nameThreads(threads: readonly number[]): string {
  return threads.length === 1 ? `thread ${threads[0]}` : `threads ${threads.join(', ')}`;
}

function renderTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
