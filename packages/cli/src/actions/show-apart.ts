// Shows the texts that are kept apart from the stories of a world, whether or not the world has been read.

import { openWorld } from '@terrarium/annotator/open-world';
import { readApart } from '@terrarium/annotator/read-apart';
import { readReaderPlace } from '@terrarium/annotator/reader-place';
import { wholeStory } from '@terrarium/composition/standing';
import { UsageError } from '@terrarium/kernel/errors';
import type { StandingOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderKeptApart } from '../views/render-apart.ts';

/** Summaries tell of the whole story, so they are not shown to a reader who has a place within it. */
export function showApart({ printer }: Shell, options: StandingOptions): void {
  const world = openWorld(options.world);
  const place = options.asOf ?? readReaderPlace(world);
  if (place !== undefined && place.trim().toLowerCase() !== wholeStory) {
    throw new UsageError({
      code: 'cli.apart-tells-all',
      happened:
        "Texts that are kept apart from a story (summaries, author's notes) may give away any part of it.",
      todo: 'Add --as-of end to see them.',
    });
  }
  const corpora = world.corpora.filter(({ name }) => options.corpus === undefined || name === options.corpus);
  const kept = corpora.flatMap((corpus) => readApart(corpus));
  if (options.json === true) printer.writeJson('keptApartTexts', kept);
  else printer.writeLines(...renderKeptApart(kept, printer.width));
}
