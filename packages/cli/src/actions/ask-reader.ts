// Summons the reader of an earlier moment, who knows nothing of what comes later, for a talk.

import { withSnapshotTitle } from '@terrarium/annotator/accounts';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import type { Snapshot } from '@terrarium/annotator/snapshot-store';
import { updateReadWorld } from '@terrarium/composition/annotator-world';
import { chooseKnownSnapshot, chooseSnapshotAt } from '@terrarium/composition/choose-known-snapshot';
import { buildPatience } from '@terrarium/composition/choose-model';
import { openReading, type Reading } from '@terrarium/composition/open-reading';
import { readAtPlace } from '@terrarium/composition/standing';
import { UsageError } from '@terrarium/kernel/errors';
import { paint } from '../screen/style.ts';
import { buildFlags, type ModelOptions, type StandingOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { openStop, type Stop } from '../talk/open-stop.ts';
import { readTalk } from '../talk/read-talk.ts';
import { renderParagraphs } from '../views/render-paragraphs.ts';

export interface SummonOptions extends StandingOptions, ModelOptions {
  readonly continue?: boolean;
}

interface Summoning extends SummonOptions {
  /** The number of a bookmark, or a place in the story. */
  readonly moment: string;
  readonly question: string;
}

export async function askReader(shell: Shell, wanted: Summoning): Promise<void> {
  if (wanted.question === '' && !isTalk(shell, wanted)) throw refuseSilence(wanted.moment);
  await updateReadWorld(shell, wanted.world, async (annotator) => {
    const snapshot = chooseMoment(shell, annotator, wanted);
    const reading = await openReading(shell, {
      worldDir: wanted.world,
      flags: buildFlags(wanted),
      isTalk: true,
    });
    await runConversation(shell, annotator, { ...wanted, reading, snapshot });
  });
}

/** Finds the snapshot by its number or by a place in the story. It must not be later than the person's own place. */
function chooseMoment(shell: Shell, annotator: Annotator, { moment, asOf }: Summoning): Snapshot {
  const id = /^\d{1,15}$/u.test(moment) ? Number(moment) : chooseSnapshotAt(shell, annotator, moment).id;
  return readAtPlace(shell, { annotator, asOf }, (standing) => chooseKnownSnapshot(standing, id));
}

/** Whether a person sits at the terminal and can type the next question. */
function isTalk({ printer, input }: Shell, { json }: Summoning): boolean {
  return printer.isTerminal && input.isTTY === true && json !== true;
}

async function runConversation(
  shell: Shell,
  annotator: Annotator,
  wanted: Summoning & { readonly reading: Reading; readonly snapshot: Snapshot },
): Promise<void> {
  const { openConversation } = await import('@terrarium/annotator/converse');
  const { model, settings } = wanted.reading;
  const { snapshot } = wanted;
  const talk = openConversation(annotator, {
    snapshot,
    model,
    patience: buildPatience(shell, settings.retries),
    settings,
    isContinued: wanted.continue === true,
  });
  const ask = async (question: string, signal: AbortSignal) => {
    shell.printer.showLive(paint('  The reader thinks …', 'dim'));
    try {
      const answer = await talk.ask(question, signal);
      shell.printer.showLive();
      if (wanted.json === true)
        shell.printer.writeJson('readerAnswer', {
          snapshotId: snapshot.id,
          question,
          answer,
          servers: shell.asked,
        });
      else shell.printer.writeLines(...renderParagraphs(answer, shell.printer.width));
    } finally {
      shell.printer.showLive();
    }
  };
  const stop = openStop();
  try {
    if (wanted.question !== '') await askOnce(shell, stop, (signal) => ask(wanted.question, signal));
    else await runTalk(shell, ask, { stop, greeting: renderGreeting(annotator, wanted) });
  } finally {
    stop.close();
    talk.close();
  }
}

async function askOnce(shell: Shell, stop: Stop, ask: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const signal = stop.start();
  try {
    await ask(signal);
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    shell.exitCode = exitCodes.interrupted;
  }
}

interface Talk {
  readonly stop: Stop;
  readonly greeting: readonly string[];
}

/** Asks one question after another until the person ends the talk, for example with an empty line. */
async function runTalk(
  shell: Shell,
  ask: (question: string, signal: AbortSignal) => Promise<void>,
  { stop, greeting }: Talk,
): Promise<void> {
  await readTalk({
    shell,
    stop,
    greeting,
    renderPrompt: () => '\n> ',
    isJson: false,
    endsAtEmpty: true,
    handleLine: async (line, signal) => {
      if (/^\/(?:exit|quit)$/iu.test(line)) return false;
      await ask(line, signal);
      return true;
    },
    onFailure: (error, signal) => {
      if (!signal.aborted || error !== signal.reason) throw error;
      shell.printer.writeLines(paint('(Stopped. There is no answer to this question.)', 'dim'));
    },
  });
}

function renderGreeting(
  annotator: Annotator,
  { snapshot, reading }: { readonly snapshot: Snapshot; readonly reading: Reading },
): readonly string[] {
  const { threadTitle, readUpTo } = withSnapshotTitle(annotator, snapshot);
  return [
    `${paint(reading.model.id, 'bold')} as of snapshot ${snapshot.id}: ${threadTitle ?? 'the story'}, read up to post ${readUpTo?.postId ?? 0}.`,
    paint('It knows nothing of what comes later. An empty line or /exit ends the talk.', 'dim'),
  ];
}

function refuseSilence(moment: string): UsageError {
  return new UsageError({
    code: 'summon.no-question',
    happened: 'No question was given, and there is no terminal to type one at.',
    todo: `Add the question: annotate summon ${moment} "Who is she?"`,
  });
}
