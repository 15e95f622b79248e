// Answers a question about the story at a reader's place: with the configured model, or by listing entries and sentences.

import { askStory } from '@terrarium/annotator/ask-story';
import { buildAnswer } from '@terrarium/composition/build-glossary';
import { readFromPlace } from '@terrarium/composition/standing';
import { UsageError } from '@terrarium/kernel/errors';
import type { ModelOptions, StandingOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderStoryAnswer } from '../views/render-story-answer.ts';
import { askUntilStopped } from './ask-until-stopped.ts';

export interface AskOptions extends StandingOptions, ModelOptions {}

export async function answerQuestion(shell: Shell, question: string, options: AskOptions): Promise<void> {
  if (question === '') throw refuseNoQuestion();
  await readFromPlace(shell, options, async (standing) => {
    const { annotator, view, isStored: isOwnPlace } = standing;
    const { corpus } = options;
    const answer = await askUntilStopped(shell, options, {
      waiting: 'Looking it up',
      ask: (asking) => askStory(annotator, view, { question, corpus, isOwnPlace, ...asking }),
    });
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
