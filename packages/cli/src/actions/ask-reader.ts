// Summons the reader of an earlier moment for a talk, who knows nothing later.

import { createInterface } from 'node:readline/promises';
import { withSnapshotTitle } from '@terrarium/annotator/accounts';
import { chooseSnapshot } from '@terrarium/annotator/load-snapshot';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { updateReadWorld } from '@terrarium/composition/annotator-world';
import { chooseKnownSnapshot } from '@terrarium/composition/choose-known-snapshot';
import { buildPatience } from '@terrarium/composition/choose-model';
import { openReading, type Reading } from '@terrarium/composition/open-reading';
import { readAtPlace } from '@terrarium/composition/standing';
import { UsageError } from '@terrarium/kernel/errors';
import { paint } from '../screen/style.ts';
import { buildFlags, type ModelOptions, type StandingOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { renderParagraphs } from '../views/render-paragraphs.ts';

export interface SummonOptions extends StandingOptions, ModelOptions {
  readonly continue?: boolean;
}

interface Summoning extends SummonOptions {
  readonly snapshotId: number;
  readonly question: string;
}

export async function askReader(shell: Shell, wanted: Summoning): Promise<void> {
  if (wanted.question === '' && !isTalk(shell, wanted)) throw refuseSilence(wanted.snapshotId);
  await updateReadWorld(shell, wanted.world, async (annotator) => {
    const { snapshotId, asOf } = wanted;
    readAtPlace(shell, { annotator, asOf }, (standing) => chooseKnownSnapshot(standing, snapshotId));
    const reading = await openReading(shell, {
      worldDir: wanted.world,
      flags: buildFlags(wanted),
      isTalk: true,
    });
    await runConversation(shell, annotator, { ...wanted, reading });
  });
}

/** Somebody sits there who can be asked for the next question. */
function isTalk({ printer, input }: Shell, { json }: Summoning): boolean {
  return printer.isTerminal && input.isTTY === true && json !== true;
}

async function runConversation(
  shell: Shell,
  annotator: Annotator,
  wanted: Summoning & { readonly reading: Reading },
): Promise<void> {
  const { openConversation } = await import('@terrarium/annotator/converse');
  const { model, settings } = wanted.reading;
  const snapshot = chooseSnapshot(annotator, wanted.snapshotId);
  const talk = openConversation(annotator, {
    snapshot,
    model,
    patience: buildPatience(shell, settings.retries),
    settings,
    isContinued: wanted.continue === true,
  });
  const abort = new AbortController();
  const stop = () => abort.abort(new DOMException('Stopped.', 'AbortError'));
  process.on('SIGINT', stop);
  const ask = async (question: string) => {
    shell.printer.showLive(paint('  The reader thinks …', 'dim'));
    try {
      const answer = await talk.ask(question, abort.signal);
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
  try {
    if (wanted.question !== '') await ask(wanted.question);
    else await runTalk(shell, ask, { annotator, wanted, stop: abort.signal });
  } catch (error) {
    if (error !== abort.signal.reason) throw error;
    shell.exitCode = exitCodes.interrupted;
  } finally {
    process.off('SIGINT', stop);
    talk.close();
  }
}

interface Talk {
  readonly annotator: Annotator;
  readonly wanted: Summoning & { readonly reading: Reading };
  readonly stop: AbortSignal;
}

/** One question after another, until an empty line or the end of input. */
async function runTalk(
  { printer, input, output }: Shell,
  ask: (question: string) => Promise<void>,
  { annotator, wanted, stop }: Talk,
): Promise<void> {
  const { threadTitle, readUpTo } = withSnapshotTitle(
    annotator,
    chooseSnapshot(annotator, wanted.snapshotId),
  );
  printer.writeLines(
    `${paint(wanted.reading.model.id, 'bold')} as of snapshot ${wanted.snapshotId}: ${threadTitle ?? 'the story'}, read up to post ${readUpTo?.postId ?? 0}.`,
    paint('It knows nothing of what comes later. An empty line ends the talk.', 'dim'),
  );
  const lines = createInterface({ input, output });
  try {
    for (;;) {
      const question = (await lines.question('\n> ', { signal: stop })).trim();
      if (question === '') return;
      await ask(question);
    }
  } finally {
    lines.close();
  }
}

function refuseSilence(snapshotId: number): UsageError {
  return new UsageError({
    code: 'summon.no-question',
    happened: 'No question was given, and there is no terminal to type one at.',
    todo: `Write the question after the number: annotate summon ${snapshotId} "Who is she?"`,
  });
}
