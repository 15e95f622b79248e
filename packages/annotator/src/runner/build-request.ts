// Builds a request: the window as it stands, and after it a question when the request is not to be logged.

import { Bug } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Message, ModelRequest } from '@terrarium/kernel/language-model';
import { estimateMessage } from '../context/count-prompt.ts';
import { collectDossier } from '../curator/collect-dossier.ts';
import type { CuratorDecision } from '../curator/parse-decisions.ts';
import { renderCurationFault, renderCurationRequest } from '../curator/render-curation.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { Purpose, SummaryTarget } from '../journal/journal.ts';
import { renderChunkRequest, renderCumulativeRequest } from '../prompts/prompts.ts';
import { openSummonedReader } from './answer-call.ts';
import type { Run } from './run.ts';

export interface BuiltRequest {
  readonly request: ModelRequest;
  /** Estimated tokens of the whole request, before calibration. */
  readonly estimatedTokens: number;
}

/** What is asked after the window, or after the instructions alone (`isApart`). */
interface Question {
  readonly messages: readonly Message[];
  readonly isApart: boolean;
  readonly maxOutputTokens: number;
}

/** How many characters of an unclear reply the curator is shown when it is asked again. */
const shownOfRefused = 200;
/** A reply may be this much longer than its summary is asked to be before it is cut off. */
const summaryHeadroom = 2;

/** The request for a purpose: a pure function of the open work and the stores. */
export function buildRequest(run: Run, purpose: Purpose): BuiltRequest {
  switch (purpose.for) {
    case 'scene':
    case 'record':
      return buildReading(run);
    case 'summary':
      return ask(run, buildSummaryQuestion(run, purpose.target));
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

function ask({ session, settings, preamble }: Run, question: Question): BuiltRequest {
  const window = session.window.render();
  const { temperature, extraBody } = settings;
  const instructions: Message = { role: 'system', content: preamble.instructions };
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
  const tokens = question.isApart ? estimateTokens(preamble.instructions) : session.window.tokens;
  return { request, estimatedTokens: tokens + asked };
}

function buildSummaryQuestion(run: Run, target: SummaryTarget): Question {
  const { content, tokens } = renderSummaryRequest(run, target);
  return {
    messages: [{ role: 'user', content }],
    isApart: false,
    maxOutputTokens: tokens * summaryHeadroom,
  };
}

function buildCurationQuestion(run: Run, batch: number): Question {
  const { curation } = run.session.progress;
  const ids = curation?.batches[batch] ?? [];
  const answer = curation?.answers.get(batch);
  const refused = answer?.refused;
  const sources = { glossary: run.stores.glossary, corpora: run.corpora };
  const content = renderCurationRequest(ids.flatMap((id) => collectDossier(sources, id) ?? []));
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

/** The entries that a curator is asked about again: those without a decision that stands. */
function listUndecided(
  ids: readonly EntryId[],
  decisions: readonly CuratorDecision[] = [],
): readonly EntryId[] {
  const decided = new Set(decisions.map(({ entryId }) => entryId));
  return ids.filter((id) => !decided.has(id));
}

function renderSummaryRequest(run: Run, target: SummaryTarget): { content: string; tokens: number } {
  const { limits, session } = run;
  const plan = session.progress.fold?.plan;
  if (target === 'cumulative') {
    const tokens = limits.cumulativeSummary;
    const threads = (plan?.cumulative?.threads ?? []).map((thread) => thread.threadId);
    return {
      tokens,
      content: renderCumulativeRequest({ threads, tokens }),
    };
  }
  const chunk = plan?.chunks[target];
  const tokens = limits.chunkSummary;
  const scenes = chunk?.groups.map((group) => group.sceneIndex) ?? [];
  const content = renderChunkRequest({
    thread: chunk?.threadId ?? 0,
    index: chunk?.chunkIndex ?? 0,
    firstScene: scenes.at(0) ?? 0,
    lastScene: scenes.at(-1) ?? 0,
    tokens,
  });
  return { tokens, content };
}
