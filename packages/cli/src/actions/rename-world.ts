// Gives a world, or one of its stories, another title, and says what was renamed.

import { openWorld } from '@terrarium/annotator/open-world';
import { type ChangedTitle, setTitle } from '@terrarium/annotator/set-title';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export interface RenameOptions extends WorldOptions {
  readonly corpus?: string;
}

export function renameWorld({ printer }: Shell, title: string, options: RenameOptions): void {
  const { dir } = openWorld(options.world);
  const renamed = setTitle(dir, { title, corpus: options.corpus });
  if (options.json === true) printer.writeJson('renamedWorld', { world: dir, renamed });
  else if (renamed.length === 0) printer.writeLines('It has this title already. Nothing was changed.');
  else printer.writeLines(...renamed.flatMap((one) => wrapText(renderRenamed(one), printer)));
}

function renderRenamed({ corpus, was, title }: ChangedTitle): string {
  const what = corpus === undefined ? 'The world' : `The story "${corpus}"`;
  return `${what} is now called ${paint(title, 'bold')} (before: ${was}).`;
}
