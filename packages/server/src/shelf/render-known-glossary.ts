// Renders the glossary of a world as a file, as it is known at the reader's place.

import { exportExtensions } from '@terrarium/annotator/export-formats';
import { readReaderPlace } from '@terrarium/annotator/reader-place';
import { type FileFormat, renderGlossary } from '@terrarium/annotator/render-glossary';
import { resolveMoment } from '@terrarium/annotator/resolve-moment';
import { refuseDamagedGlossary } from '@terrarium/annotator/verify-annotator';
import type { Desk } from './desk.ts';
import type { Download } from './download.ts';
import { readOnShelf } from './read-on-shelf.ts';

export async function renderKnownGlossary(desk: Desk, key: string, format: FileFormat): Promise<Download> {
  return await readOnShelf(desk, key, (annotator) => {
    refuseDamagedGlossary(annotator);
    const place = readReaderPlace(annotator.world);
    const moment = place === undefined ? undefined : resolveMoment(annotator, place);
    const { chunks } = renderGlossary(annotator, format, { moment });
    return { title: annotator.world.title, ending: exportExtensions[format], chunks: [...chunks] };
  });
}
