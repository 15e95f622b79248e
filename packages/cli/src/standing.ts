// Standing: from where in the story somebody looks, as they say it now or said it once for all.

import type { Annotator } from '@terrarium/annotator/open-annotator';
import { type OpenedView, openWorldView } from '@terrarium/annotator/open-world-view';
import { readReaderPlace } from '@terrarium/annotator/reader-place';
import type { WorldView } from '@terrarium/annotator/world-view';
import { lookAtWorld } from './compose-world.ts';
import type { StandingOptions } from './options.ts';
import { paint } from './screen/style.ts';
import type { Shell } from './shell.ts';

/** What shows all there is. */
export const wholeStory = 'end';

export interface Standing {
  readonly view: WorldView;
  /** All of the world, for what has no view of its own. */
  readonly annotator: Annotator;
  /** Undefined for all of the story. */
  readonly place: string | undefined;
}

/** Gives `look` the world as it is known at the place that was said, else at the reader's own, else all of it. */
export async function lookFromPlace(
  shell: Shell,
  options: StandingOptions,
  look: (standing: Standing) => void,
): Promise<void> {
  await lookAtWorld(shell, options.world, (annotator) => {
    const { place, isStored } = choosePlace(annotator, options.asOf);
    const opened: OpenedView = openWorldView(annotator, place, shell.environment.clock);
    try {
      if (place !== undefined) sayPlace(shell, { place, isStored, isJson: options.json === true });
      look({ view: opened.view, annotator, place });
    } finally {
      opened.close();
    }
  });
}

function choosePlace({ world }: Annotator, said: string | undefined) {
  const chosen = said ?? readReaderPlace(world);
  const place = chosen?.trim().toLowerCase() === wholeStory ? undefined : chosen;
  return { place, isStored: said === undefined };
}

interface ChosenPlace {
  readonly place: string;
  readonly isStored: boolean;
  readonly isJson: boolean;
}

/** A program gets it on the side: what it parses stays one value. */
function sayPlace({ printer }: Shell, { place, isStored, isJson }: ChosenPlace): void {
  const text = isStored
    ? `As of ${place}, where you are; --as-of end shows all.`
    : `As of ${place}; nothing later is shown.`;
  if (isJson) printer.warn(text);
  else printer.say(paint(text, 'dim'), '');
}
