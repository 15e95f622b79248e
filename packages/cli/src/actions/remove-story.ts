// Takes a story out of a world, and says where its file is.

import { openWorld } from '@terrarium/annotator/open-world';
import { removeFromWorld } from '@terrarium/composition/annotator-world';
import { renderCommand } from '@terrarium/composition/render-command';
import { paint } from '../screen/style.ts';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function removeStory(shell: Shell, story: string, options: WorldOptions): void {
  const { printer } = shell;
  const { dir } = openWorld(options.world);
  const { corpus, movedTo } = removeFromWorld(shell, dir, story);
  if (options.json === true) {
    printer.writeJson('removedStory', { world: dir, corpus, movedTo });
    return;
  }
  const file = movedTo === undefined ? `Its file stays at ${corpus.path}` : `Its copy is now ${movedTo}`;
  const back = renderCommand('import', options.world, [
    ...(movedTo === undefined ? [corpus.path] : [movedTo, '--copy', '--title', corpus.title]),
    ...(corpus.link === undefined ? [] : ['--link', corpus.link]),
    ...(corpus.speakers ?? []).flatMap(({ label, character }) => ['--speaker', `${label}=${character}`]),
  ]);
  printer.writeLines(
    `${paint(corpus.title, 'bold')} is no longer in this world. ${file}.`,
    `Bring it back:  ${back}`,
  );
}
