// Streams the events of a turn while it runs; whoever stops reading the stream stops the turn.

import { buildSystemEnvironment, type Environment } from '@terrarium/kernel/environment';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Game, TurnDraft } from '../state/game.ts';
import { chooseDeclarations } from '../tools/game-declarations.ts';
import { isChecking } from './check/ask-for-check.ts';
import { buildNarrativeStream } from './loop/narrative-stream.ts';
import { type OpenedTurn, openTurn, type TurnStart } from './open-turn.ts';
import type { Recollector } from './recollector.ts';
import { runTurn } from './run-turn.ts';
import type { TurnEvent, TurnHappening } from './turn-event.ts';
import { buildTurnLog, type TurnLog } from './turn-log.ts';
import { buildLaidPrompt, type TurnRun } from './turn-run.ts';
import { defaultTurnSettings, type TurnSettings } from './turn-settings.ts';

export interface TurnOptions {
  readonly game: Game;
  /** A model, or a function that builds one over the draft of the turn, as the built-in narrator needs it. */
  readonly model: LanguageModel | ((draft: TurnDraft) => LanguageModel);
  readonly recollector?: Recollector | undefined;
  readonly settings?: Partial<TurnSettings> | undefined;
  readonly environment?: Pick<Environment, 'clock' | 'chance'> | undefined;
  /** Cancels the turn: the game stays at its last turn, and the player's words are kept. */
  readonly signal?: AbortSignal | undefined;
  /** Whether a turn that is cancelled can be gone on with later, as when the program ends in its midst. */
  readonly isLeft?: (() => boolean) | undefined;
  /** Keeps the events, so that other screens can follow and catch up. */
  readonly log?: TurnLog | undefined;
}

export async function* streamTurn(
  options: TurnOptions,
  start: TurnStart,
): AsyncGenerator<TurnEvent, void, undefined> {
  options.signal?.throwIfAborted();
  const log = options.log ?? buildTurnLog();
  const seen = log.listAfter().at(-1);
  const opened = openTurn(options.game, start);
  const leaving = new AbortController();
  const signals = [leaving.signal, ...(options.signal === undefined ? [] : [options.signal])];
  const report = (happening: TurnHappening) => {
    log.append(opened.draft.number, happening);
  };
  const run = buildRun(options, { opened, report, signal: AbortSignal.any(signals) });
  const ended = guardRunning(runTurn({ run, opened, recollector: options.recollector }));
  const over = new AbortController();
  const closing = ended.then(() => over.abort());
  try {
    yield* log.follow(opened.isResumed ? seen : undefined, over.signal);
  } finally {
    leaving.abort();
    await closing;
    refuseFailed(await ended);
  }
}

interface Failed {
  readonly error: unknown;
}

/** The result is only awaited after all events were shown, so until then a rejection must not count as unhandled. */
function guardRunning(running: Promise<void>): Promise<Failed | undefined> {
  return running.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
}

function refuseFailed(failed: Failed | undefined): void {
  if (failed !== undefined) throw failed.error;
}

interface RunParts {
  readonly opened: OpenedTurn;
  readonly report: (happening: TurnHappening) => void;
  readonly signal: AbortSignal;
}

function buildRun(options: TurnOptions, { opened, report, signal }: RunParts): TurnRun {
  const { game, model, environment = buildSystemEnvironment() } = options;
  const { draft, journal, doneBefore } = opened;
  const asked = {
    model: typeof model === 'function' ? model(draft) : model,
    settings: { ...defaultTurnSettings, ...options.settings },
  };
  const isWithheld = asked.settings.check === 'correct' && isChecking(asked);
  const reportShown = isWithheld ? hideTelling(report) : report;
  return {
    game,
    draft,
    ...asked,
    environment,
    signal,
    isLeft: options.isLeft ?? (() => false),
    journal,
    doneBefore,
    toldBy: [],
    tools: chooseDeclarations(game.system.manifest),
    stream: buildNarrativeStream((text) => reportShown({ kind: 'narrative-delta', text })),
    messages: [],
    laid: buildLaidPrompt(),
    revealed: [],
    report: reportShown,
    showWithheld: (text) => {
      if (isWithheld) report({ kind: 'narrative-delta', text });
    },
  };
}

/** Holds back the narrative until it was checked: drops the events that show it or that say it is asked for again. */
function hideTelling(report: (happening: TurnHappening) => void): typeof report {
  return (happening) => {
    if (happening.kind !== 'narrative-delta' && happening.kind !== 'narrative-restarted') report(happening);
  };
}
