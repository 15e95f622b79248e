// Builds a request: the window as it is now, followed by a question if the question is not part of the log.

import { Bug } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Message, ModelRequest } from '@terrarium/kernel/language-model';
import { estimateMessage } from '../context/count-prompt.ts';
import { collectDossier } from '../curator/collect-dossier.ts';
import type { CuratorDecision } from '../curator/parse-decisions.ts';
import { renderCurationFault, renderCurationRequest, type SimilarEntry } from '../curator/render-curation.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { Purpose, SummaryTarget } from '../journal/journal.ts';
import { openSummonedReader } from './answer-call.ts';
import { buildSummaryQuestion } from './build-summary-question.ts';
import { listPointable } from './list-pointable.ts';
import type { Run } from './run.ts';

export interface BuiltRequest {
  readonly request: ModelRequest;
  /** Estimated tokens of the whole request, before calibration. */
  readonly estimatedTokens: number;
}

/** A question after the window, or after the instructions alone (`isApart`). */
interface Question {
  readonly messages: readonly Message[];
  readonly isApart: boolean;
  readonly maxOutputTokens: number;
}

/** When the curator is asked again, it is shown this many characters of its unclear reply. */
const shownOfRefused = 200;

/** Builds the request for a purpose; it depends only on the session's state and the stores. */
export function buildRequest(run: Run, purpose: Purpose): BuiltRequest {
  switch (purpose.for) {
    case 'scene':
    case 'record':
      return buildReading(run);
    case 'summary':
      return askForSummary(run, purpose.target);
    case 'curation':
      return ask(run, buildCurationQuestion(run, purpose.batch));
    case 'summon':
      return askSummoned(run);
  }
}

function askSummoned(run: Run): BuiltRequest {
  const { summon } = run.session.progress;
  if (summon === undefined) throw new Bug('Nobody was asked.');
  const dialogue = run.stores.summons.readMessages(summon.summonId);
  return openSummonedReader(run, summon).buildRequest(dialogue, run.settings);
}

function buildReading({ session, settings }: Run): BuiltRequest {
  const { tools, messages } = session.window.render();
  const { temperature, extraBody, maxOutputTokens } = settings;
  const request: ModelRequest = {
    tools,
    messages,
    toolChoice: 'auto',
    maxOutputTokens,
    temperature,
    extraBody,
  };
  return { request, estimatedTokens: session.window.tokens };
}

function askForSummary(run: Run, target: SummaryTarget): BuiltRequest {
  const { messages, estimatedTokens, maxOutputTokens } = buildSummaryQuestion(run, target);
  const { tools } = run.session.window.fold.preamble;
  const { temperature, extraBody, summaryToolChoice: toolChoice } = run.settings;
  const request: ModelRequest = { tools, messages, toolChoice, maxOutputTokens, temperature, extraBody };
  return { request, estimatedTokens };
}

function ask({ session, settings }: Run, question: Question): BuiltRequest {
  const window = session.window.render();
  const { temperature, extraBody } = settings;
  const instructions: Message = { role: 'system', content: session.preamble.instructions };
  const before = question.isApart ? [instructions] : window.messages;
  const asked = question.messages.reduce((sum, message) => sum + estimateMessage(message), 0);
  const request: ModelRequest = {
    tools: window.tools,
    messages: [...before, ...question.messages],
    toolChoice: settings.summaryToolChoice,
    maxOutputTokens: question.maxOutputTokens,
    temperature,
    extraBody,
  };
  const tokens = question.isApart ? estimateTokens(session.preamble.instructions) : session.window.tokens;
  return { request, estimatedTokens: tokens + asked };
}

function buildCurationQuestion(run: Run, batch: number): Question {
  const { curation } = run.session.progress;
  const { ids, dossiers } = collectBatch(run, batch);
  const answer = curation?.answers.get(batch);
  const refused = answer?.refused;
  const content = renderCurationRequest(dossiers);
  const again: Message[] =
    refused === undefined
      ? []
      : [
          { role: 'assistant', content: refused.text.slice(0, shownOfRefused) || '[]' },
          {
            role: 'user',
            content: renderCurationFault(refused.faults, listUndecided(ids, answer?.decisions)),
          },
        ];
  return {
    messages: [{ role: 'user', content }, ...again],
    isApart: curation?.isApart === true,
    maxOutputTokens: run.settings.maxOutputTokens,
  };
}

/** The entries of a batch, and what the glossary and the story say about them. */
function collectBatch(run: Run, batch: number) {
  const { session, stores, corpora } = run;
  const ids = session.progress.curation?.batches[batch] ?? [];
  const shown = listPointable(run, session.progress.curation?.isApart === true);
  const sources = { glossary: stores.glossary, corpora, shown };
  const whole = ids.flatMap((id) => collectDossier(sources, id) ?? []);
  if (shown === undefined) return { ids, dossiers: whole };
  const cut = (one: SimilarEntry) => (ids.includes(one.id) ? { ...one, definition: '' } : one);
  return { ids, dossiers: whole.map((one) => ({ ...one, similar: one.similar.map(cut) })) };
}

/** Lists the entries about which a curator is asked again: those without an accepted decision. */
function listUndecided(
  ids: readonly EntryId[],
  decisions: readonly CuratorDecision[] = [],
): readonly EntryId[] {
  const decided = new Set(decisions.map(({ entryId }) => entryId));
  return ids.filter((id) => !decided.has(id));
}
