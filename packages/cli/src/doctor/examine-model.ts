// Examines the model that would be asked: what it can do, and how long a prompt may be.

import { findRunningProcess } from '@terrarium/annotator/open-run-lock';
import { defaultRunSettings } from '@terrarium/annotator/run-settings';
import type { World } from '@terrarium/annotator/world';
import { chooseConfiguredModel } from '@terrarium/composition/choose-model';
import type { Configured } from '@terrarium/composition/read-configured';
import { type ContextBudget, resolveBudget } from '@terrarium/composition/resolve-budget';
import { UsageError } from '@terrarium/kernel/errors';
import type { Finding } from '@terrarium/kernel/finding';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { probeModel } from '@terrarium/kernel/probe-model';
import { renderNumber } from '../screen/quantities.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { type Examined, examineFailure, toExamined } from './examined.ts';

export interface ModelExamination {
  readonly configured: Configured;
  readonly world: World | undefined;
  /** How long each question may take. */
  readonly timeoutMs: number;
}

export async function* examineModel(
  shell: Shell,
  { configured, world, timeoutMs }: ModelExamination,
): AsyncGenerator<Examined> {
  let model: LanguageModel | undefined;
  try {
    model = await chooseConfiguredModel(shell, configured, world);
  } catch (error) {
    yield examineUnchosen(error);
    return;
  }
  if (model === undefined) {
    yield toExamined(builtInFinding, 0);
    return;
  }
  const running = world === undefined ? undefined : findRunningProcess(world);
  if (running !== undefined) {
    yield toExamined(describeBusyServer(running), 0);
    return;
  }
  const { maxOutputTokens, temperature, extraBody, summaryToolChoice } = configured.settings;
  const promptTokens = configured.settings.contextBudget ?? defaultRunSettings.contextBudget;
  const asIfRunning = { maxOutputTokens, promptTokens, temperature, extraBody, summaryToolChoice };
  const noted = watchWindow(model);
  for await (const finding of probeModel(noted.model, { ...shell.environment, ...asIfRunning, timeoutMs })) {
    yield toExamined(finding, exitCodes.halted);
    // If the window turned out too small, saying what fits into it would be pointless.
    const isFound = finding.check === 'window' && finding.standing !== 'problem';
    if (isFound) yield checkBudget(configured, noted.readWindow());
  }
}

const builtInFinding: Finding = {
  check: 'model',
  standing: 'ok',
  says: 'No model is named, so the built-in reader would read the story. It has rules, and no language model inside.',
  todo: 'To name a model: --model openai:NAME --base-url http://localhost:8080/v1, or model and baseUrl in terrarium.yaml.',
};

/** An examination must not disturb a run: a server with one slot would lose the run's prompt from its cache. */
function describeBusyServer(running: number): Finding {
  return {
    check: 'model',
    standing: 'unknown',
    says: `The model was not asked: process ${running} is reading this world, and other questions may push its prompt out of the server's cache.`,
    todo: 'Try again when the run has ended, or name another folder with --world.',
  };
}

/**
 * If no model is named now, but a named model has read the world, a run would only ask the person for the
 * name. So this is a warning and not a problem.
 */
function examineUnchosen(error: unknown): Examined {
  const examined = examineFailure('model', error);
  if (!(error instanceof UsageError) || error.code !== 'cli.model-not-named') return examined;
  return { finding: { ...examined.finding, standing: 'warning' }, exitCode: 0 };
}

/** Remembers the window that the server reports, so that the server is asked only once. */
function watchWindow(model: LanguageModel) {
  let window: number | undefined;
  const noted: LanguageModel = {
    ...model,
    findContextTokens: async (signal) => {
      window = await model.findContextTokens?.(signal);
      return window;
    },
  };
  return { model: noted, readWindow: () => window };
}

const origins: Readonly<Record<ContextBudget['from'], string>> = {
  configured: 'as configured',
  'loaded window': 'the window that the server has loaded, minus room for the reply',
  default: 'the default, because nothing else is known',
};

function checkBudget({ settings }: Configured, loaded: number | undefined): Examined {
  const check = 'budget';
  try {
    const { contextBudget: configured, maxOutputTokens, tools } = settings;
    const fallback = defaultRunSettings.contextBudget;
    const { tokens, from, warning } = resolveBudget({ configured, loaded, maxOutputTokens, fallback, tools });
    const says = `A prompt may have ${renderNumber(tokens)} tokens: ${origins[from]}.`;
    if (warning === undefined) return toExamined({ check, standing: 'ok', says }, 0);
    const todo = 'Lower --context-budget, or load the model with a larger window.';
    return toExamined({ check, standing: 'warning', says: warning, todo }, 0);
  } catch (error) {
    return examineFailure(check, error);
  }
}
