// Shows a reader's place in the story, or sets it.

import type { Annotator } from '@terrarium/annotator/open-annotator';
import { openWorldView } from '@terrarium/annotator/open-world-view';
import {
  describePlace,
  readReaderPlace,
  removeReaderLimit,
  writeReaderPlace,
} from '@terrarium/annotator/reader-place';
import { resolveMoment } from '@terrarium/annotator/resolve-moment';
import { readFromWorld } from '@terrarium/composition/annotator-world';
import { wholeStory } from '@terrarium/composition/standing';
import { wrapText } from '../screen/layout.ts';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export async function setOrShowPlace(shell: Shell, said: string, options: WorldOptions): Promise<void> {
  await readFromWorld(shell, options.world, (annotator) => {
    setPlace(annotator, said);
    const place = readReaderPlace(annotator.world);
    if (options.json === true) shell.printer.writeJson('readerPlace', { place: place ?? null });
    else if (place === undefined) shell.printer.writeLines('You see the whole story.');
    else
      shell.printer.writeLines(
        `You are at: ${describePlace(place)}`,
        ...describeReach(shell, annotator, place),
      );
  });
}

/**
 * Says which thread the place was understood to mean, because chapters may be numbered differently than the
 * reader expects.
 */
function describeReach(
  { printer, environment }: Shell,
  annotator: Annotator,
  place: string,
): readonly string[] {
  const { view, close } = openWorldView(annotator, place, environment.clock);
  const block = { width: printer.width, indent: '  ' };
  try {
    const known = [...view.corpora.values()].filter((corpus) => !isEmpty(corpus.iterateThreads()));
    const last = [...(known.at(-1)?.iterateThreads() ?? [])].at(-1);
    if (last === undefined)
      return wrapText('Nothing before that place was read, so nothing is shown.', block);
    const before = known.slice(0, -1).map(({ name }) => name);
    const told = before.length === 0 ? '' : ` The stories before it are shown whole: ${before.join(', ')}.`;
    return wrapText(
      `The last thread that you know of is ${last.id}, ${completeSentence(last.title)}${told}`,
      block,
    );
  } finally {
    close();
  }
}

function completeSentence(title: string): string {
  return /[.!?…]["”’)]?$/u.test(title) ? title : `${title}.`;
}

function isEmpty(values: Iterable<unknown>): boolean {
  return values[Symbol.iterator]().next().done === true;
}

/**
 * Sets the reader's place, or removes it if the whole story is named; changes nothing if no place is named. Throws
 * `UsageError` for a place that is not in the story.
 */
function setPlace(annotator: Annotator, said: string): void {
  const { world } = annotator;
  if (said === '') return;
  if (said.toLowerCase() === wholeStory) {
    removeReaderLimit(world);
    return;
  }
  resolveMoment(annotator, said);
  writeReaderPlace(world, said);
}
