// Renders the glossary of a world as a file, as it is known at the place of its reader.

import { readReaderPlace } from '@terrarium/annotator/reader-place';
import { type FileFormat, renderGlossary } from '@terrarium/annotator/render-glossary';
import { resolveMoment } from '@terrarium/annotator/resolve-moment';
import { refuseDamagedGlossary } from '@terrarium/annotator/verify-annotator';
import type { Desk } from './desk.ts';
import { readOnShelf } from './read-on-shelf.ts';

interface KnownGlossary {
  readonly title: string;
  readonly chunks: readonly string[];
}

export async function renderKnownGlossary(
  desk: Desk,
  key: string,
  format: FileFormat,
): Promise<KnownGlossary> {
  return await readOnShelf(desk, key, (annotator) => {
    refuseDamagedGlossary(annotator);
    const place = readReaderPlace(annotator.world);
    const moment = place === undefined ? undefined : resolveMoment(annotator, place);
    // Read whole, for the world is closed before it is sent.
    const { chunks } = renderGlossary(annotator, format, { moment });
    return { title: annotator.world.title, chunks: [...chunks] };
  });
}
