// Answers a question about the story at a reader's place: with the configured model, or by listing entries and sentences.

import { askStory, type StoryAnswer } from '@terrarium/annotator/ask-story';
import { buildAnswer } from '@terrarium/composition/build-glossary';
import { buildPatience } from '@terrarium/composition/choose-model';
import { isBuiltIn } from '@terrarium/composition/is-built-in';
import { openReading } from '@terrarium/composition/open-reading';
import { readFromPlace, type Standing } from '@terrarium/composition/standing';
import { UsageError } from '@terrarium/kernel/errors';
import { paint } from '../screen/style.ts';
import { buildFlags, type ModelOptions, type StandingOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { renderStoryAnswer } from '../views/render-story-answer.ts';

export interface AskOptions extends StandingOptions, ModelOptions {}

export async function answerQuestion(shell: Shell, question: string, options: AskOptions): Promise<void> {
  if (question === '') throw refuseNoQuestion();
  await readFromPlace(shell, options, async (standing) => {
    const answer = await askUntilStopped(shell, standing, { question, options });
    if (answer === undefined) return;
    const { printer, asked: servers } = shell;
    if (options.json === true) {
      const asOf = standing.place ?? null;
      printer.writeJson('storyAnswer', { asOf, question, ...buildAnswer(answer), servers });
    } else printer.writeLines(...renderStoryAnswer(standing.view, answer, printer.width));
  });
}

function refuseNoQuestion(): UsageError {
  return new UsageError({
    code: 'cli.no-question',
    happened: 'The question is empty.',
    todo: 'Write: terrarium ask "Who is Thrift?"',
  });
}

interface Asked {
  readonly question: string;
  readonly options: AskOptions;
}

/** Undefined if the person stopped the request. */
async function askUntilStopped(
  shell: Shell,
  { annotator, view, isStored }: Standing,
  { question, options }: Asked,
): Promise<StoryAnswer | undefined> {
  const { model, settings } = await openReading(shell, {
    worldDir: options.world,
    flags: buildFlags(options),
  });
  const abort = new AbortController();
  const stop = () => abort.abort(new DOMException('Stopped.', 'AbortError'));
  process.once('SIGINT', stop);
  const asked = isBuiltIn(model.id)
    ? undefined
    : { model, said: settings, patience: buildPatience(shell, settings.retries) };
  if (asked !== undefined) shell.printer.showLive(paint('  Looking it up …', 'dim'));
  try {
    return await askStory(annotator, view, {
      question,
      corpus: options.corpus,
      isOwnPlace: isStored,
      asked,
      budget: settings.contextBudget,
      signal: abort.signal,
    });
  } catch (error) {
    if (error !== abort.signal.reason) throw error;
    shell.exitCode = exitCodes.interrupted;
    return undefined;
  } finally {
    shell.printer.showLive();
    process.off('SIGINT', stop);
  }
}
