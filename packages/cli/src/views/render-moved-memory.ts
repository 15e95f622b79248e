// Renders the contents of a whole memory that was imported into an empty world.

import type { Outward } from '@terrarium/protocol/shapes';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

export type MovedMemory = Outward<'wholeImport'>;

export function renderMovedMemory(moved: MovedMemory, width: number): readonly string[] {
  const { path, isDryRun, missingPictures, settings, pages } = moved;
  const wrapLine = (text: string) => wrapText(text, { width, indent: '    ', first: '  ' });
  const outcome = isDryRun
    ? 'the whole memory would be imported. Nothing was changed.'
    : 'the whole memory was imported, and its hash shows that it is complete.';
  return [
    ...wrapText(`${paint(path, 'bold')}: ${outcome}`, { width, indent: '  ', first: '' }),
    ...wrapLine(listCounts(moved).join(', ')),
    ...(pages.length === 0 ? [] : wrapLine(`pages: ${pages.join(', ')}`)),
    ...(settings.length === 0 ? [] : wrapLine(`written into terrarium.yaml: ${settings.join(', ')}`)),
    ...(missingPictures === 0
      ? []
      : wrapLine(
          `${renderCount(missingPictures, 'picture was', 'pictures were')} gone already when the memory was exported`,
        )),
  ];
}

function listCounts({ messages, items, fragments, runs, wakes, pictures, tombstones }: MovedMemory) {
  return [
    renderCount(messages, 'message'),
    renderCount(items, 'item'),
    renderCount(fragments, 'fragment'),
    renderCount(runs, 'run of maintenance', 'runs of maintenance'),
    renderCount(wakes, 'wake'),
    renderCount(pictures, 'picture'),
    ...(tombstones === 0
      ? []
      : [renderCount(tombstones, 'record of something forgotten', 'records of something forgotten')]),
  ];
}
