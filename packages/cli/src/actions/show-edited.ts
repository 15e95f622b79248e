// Shows an entry as a person's change left it, and which revisions the change made.

import { listEntryAccounts } from '@terrarium/annotator/accounts';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { openWorldView } from '@terrarium/annotator/open-world-view';
import { describePlace, readReaderPlace } from '@terrarium/annotator/reader-place';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';
import { renderEditedEntry } from '../views/render-entry-account.ts';

export interface Edited {
  /** A sentence that says what was done. */
  readonly what: string;
  readonly id: number;
  /** The newest revision before the change. */
  readonly before: number;
  /** Names that the change gave to the entry. */
  readonly names: readonly string[];
  /** Whether the person said from which place the change is to hold. */
  readonly isPlaced: boolean;
  readonly isJson: boolean;
}

export function showEdited(shell: Shell, annotator: Annotator, edited: Edited): void {
  const { printer } = shell;
  const { id, before } = edited;
  const place = readReaderPlace(annotator.world);
  const [account] =
    place === undefined
      ? listEntryAccounts(annotator, String(id))
      : listAccountsAt(shell, annotator, { place, id });
  if (edited.isJson) {
    printer.writeJson('editedEntry', account ?? null);
    return;
  }
  const { width } = printer;
  printer.writeLines(paint(edited.what, 'bold'));
  if (annotator.stores.glossary.readNewestRevision() === before) return;
  if (place !== undefined && account?.revisions.some((one) => one.id > before) !== true) {
    printer.writeLines(...renderKeptBack(place, width));
    return;
  }
  for (const other of listNamesakes(annotator, id, edited.names)) {
    const text = `! ${other} has that name too. If the two are one, merge them with --merge-into.`;
    printer.writeLines(...wrapText(text, { width, indent: '  ' }));
  }
  if (account === undefined) return;
  printer.writeLines('', ...renderEditedEntry(account, { since: before, isPlaced: edited.isPlaced }, width));
}

/** Other entries that have one of the names just given to this entry. */
function listNamesakes({ stores }: Annotator, id: number, names: readonly string[]): readonly string[] {
  const others = names.flatMap((name) => stores.glossary.listByName(name)).filter((one) => one.id !== id);
  return [...new Set(others.map(({ term }) => `"${term}"`))];
}

interface Placed {
  readonly place: string;
  readonly id: number;
}

function listAccountsAt({ environment }: Shell, annotator: Annotator, { place, id }: Placed) {
  const { view, close } = openWorldView(annotator, place, environment.clock);
  try {
    return listEntryAccounts(view, String(id));
  } finally {
    close();
  }
}

/** Tells a reader that the change holds only from a place that they have not reached yet. */
function renderKeptBack(place: string, width: number): readonly string[] {
  const text = `The entry was changed at a later place than yours (${describePlace(place)}), so you do not see the change yet. To see it: "terrarium inspect TERM --as-of end".`;
  return wrapText(text, { width, indent: '  ' });
}
