// The place command: where in the story you are, so that whatever you look at shows nothing later.

import { findMoment } from '@terrarium/annotator/find-moment';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { forgetReaderPlace, readReaderPlace, writeReaderPlace } from '@terrarium/annotator/reader-place';
import type { Command } from 'commander';
import { lookAtWorld } from '../compose.ts';
import { addWorldOptions, type WorldOptions } from '../options.ts';
import type { Shell } from '../shell.ts';
import { wholeStory } from '../standing.ts';

export function addPlaceCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('place')
    .description('where you are in the story: search and inspect then show nothing later')
    .argument('[place...]', 'thread:3, "before chapter:212", post:4711, a title; "end" for the whole story');
  addWorldOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: WorldOptions) => {
      const said = words.join(' ').trim();
      await lookAtWorld(shell, options.world, (annotator) => {
        settlePlace(annotator, said);
        const place = readReaderPlace(annotator.world);
        if (options.json === true) shell.printer.sayJson({ place: place ?? null });
        else shell.printer.say(place === undefined ? 'You see the whole story.' : `You are at: ${place}`);
      });
    },
  );
}

/** Throws `UsageError` for a place that is not there. */
function settlePlace(annotator: Annotator, said: string): void {
  const { world } = annotator;
  if (said === '') return;
  if (said.toLowerCase() === wholeStory) {
    forgetReaderPlace(world);
    return;
  }
  findMoment(annotator, said);
  writeReaderPlace(world, said);
}
