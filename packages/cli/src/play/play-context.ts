// Play context: what every turn of a game at a terminal needs.

import type { Table } from '@terrarium/composition/open-table';
import type { Shell } from '../shell/shell.ts';

export interface TableContext extends Table {
  readonly shell: Shell;
  readonly isJson: boolean;
  /** A prompt follows whatever is said: where the player stands is said there. */
  readonly hasPrompt: boolean;
}
