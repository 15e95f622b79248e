// Builds the instructions and tools of a run; they may replace those with which a window began.

import { createHash } from 'node:crypto';
import type { Tool } from '@terrarium/kernel/tool';
import { estimateFold } from '../context/context-window.ts';
import type { FoldRecord, Preamble } from '../context/message-log.ts';
import type { StepBody } from '../journal/journal.ts';
import { renderInstructions } from '../prompts/prompts.ts';
import { annotatorTools, defaultTools, type ToolContext } from '../tools/annotator-tools.ts';
import { promptVersion } from './prompt-version.ts';
import { type Run, recordStep } from './run.ts';
import type { RunSettings } from './run-settings.ts';

type Wishes = Pick<RunSettings, 'notes'> & Partial<Pick<RunSettings, 'tools'>>;
type AnnotatorTool = Tool<ToolContext>;

/** The tools of a set. If the set is `none`, the tools with which tagged updates are carried out. */
export function listTools(set: RunSettings['tools']): readonly AnnotatorTool[] {
  return set === 'all' ? annotatorTools : defaultTools;
}

/**
 * The tools with which a reading continues: those with which its window began, unless there were none or the person
 * has chosen others.
 */
export function chooseTools({ tools: begun }: Preamble, settings: RunSettings): readonly AnnotatorTool[] {
  if (settings.changesTools || begun.length === 0) return listTools(settings.tools);
  const names = new Set(begun.map(({ name }) => name));
  return annotatorTools.filter(({ name }) => names.has(name));
}

/** Builds the preamble of a window that is opened now. */
export function buildPreamble(wishes: Wishes, tools: readonly AnnotatorTool[]): Preamble {
  const { notes } = wishes;
  if (wishes.tools === 'none') return buildToollessPreamble(wishes);
  return {
    version: nameVersion(notes),
    instructions: renderInstructions({ hasTools: true, notes }),
    tools: tools.map(({ declaration }) => declaration),
  };
}

/** Builds a preamble without tools, which asks the model for tagged updates. */
function buildToollessPreamble({ notes }: Wishes): Preamble {
  return {
    version: nameVersion(notes),
    instructions: renderInstructions({ hasTools: false, notes }),
    tools: [],
  };
}

const notesMark = '+';
const notesDigits = 8;

/** The version of the prompt, followed by a digest of the person's notes. */
function nameVersion(notes: string | undefined): string {
  if (notes === undefined) return promptVersion;
  const digest = createHash('sha256').update(notes).digest('hex').slice(0, notesDigits);
  return `${promptVersion}${notesMark}${digest}`;
}

function extractNotesVersion({ version }: Preamble): string | undefined {
  return version.split(notesMark)[1];
}

/** Whether the window offers tools to its model. */
export function hasTools({ session }: Pick<Run, 'session'>): boolean {
  return session.window.fold.preamble.tools.length > 0;
}

/**
 * Switches to a window in which the model is asked for tagged updates, because its server accepts no tools. The next
 * fold offers tools again, because another model may be used by then.
 */
export function hideTools(run: Run): void {
  replacePreamble(run, buildToollessPreamble(run.settings), { kind: 'tools-refused' });
}

/** Whether tools are offered to a model that has called none so far, and the tools were not chosen by a person. */
export function isCallless(run: Run): boolean {
  const { model, settings, stores } = run;
  return hasTools(run) && !settings.changesTools && !stores.journal.hasCalled(model.id);
}

/**
 * Switches to a window without tools for good, because this model makes no calls. Folds, later runs and retries with
 * this model remain without tools.
 */
export function stopOffering(run: Run): void {
  const { session, model, settings } = run;
  session.callless = model.id;
  session.preamble = buildToollessPreamble(settings);
  replacePreamble(run, session.preamble, { kind: 'tools-unused', model: model.id });
  run.emit({ kind: 'tools-unused', model: model.id });
}

/** Whether the reading found earlier that this model makes no calls. */
export function isKnownCallless(
  callless: string | undefined,
  { model, settings }: Pick<Run, 'model' | 'settings'>,
): boolean {
  return callless === model.id && !settings.changesTools;
}

/**
 * Updates the window if the person has changed the notes or the set of tools since it began. A newer version of the
 * program does not change the window: its instructions come with the next fold.
 */
export function updatePreamble(run: Run): void {
  const { settings, session } = run;
  const { preamble } = session;
  const { preamble: begun } = session.window.fold;
  const hasNew = extractNotesVersion(begun) !== extractNotesVersion(preamble);
  if (!hasTools(run) && !isOfferedAgain(run)) {
    if (hasNew) replacePreamble(run, buildToollessPreamble(settings), { kind: 'preamble-changed' });
    return;
  }
  if (hasNew || nameTools(begun) !== nameTools(preamble))
    replacePreamble(run, preamble, { kind: 'preamble-changed' });
}

/**
 * Whether a window without tools gets tools again, at most once in each run. It does if the person names a set of
 * tools, even if the server refused tools before, or if the tools were removed because another model never called any.
 */
function isOfferedAgain({ model, settings, session }: Run): boolean {
  const isOther = session.callless !== undefined && session.callless !== model.id;
  return (settings.changesTools || isOther) && settings.tools !== 'none' && !session.hasAnswered;
}

function nameTools({ tools }: Preamble): string {
  return tools.map(({ name }) => name).join();
}

type PreambleStep = Extract<StepBody, { kind: 'tools-refused' | 'tools-unused' | 'preamble-changed' }>;

/** Replaces only the instructions and tools of the window. */
function replacePreamble(run: Run, preamble: Preamble, body: PreambleStep): void {
  const { session, stores } = run;
  const { id, ...present } = session.window.fold;
  const draft = { ...present, preamble };
  const measures = {
    tiers: [],
    tokensBefore: session.window.tokens,
    tokensAfter: estimateFold({ ...draft, id }, session.window.live),
    turnsRemoved: 0,
    milliseconds: 0,
  };
  const records: FoldRecord[] = [];
  recordStep(run, (stepId) => {
    const conversationId = session.conversation.id;
    records.push(stores.context.appendFold({ conversationId, stepId, draft, measures }));
    return { body };
  });
  for (const record of records) session.window.replaceFold(record);
}
