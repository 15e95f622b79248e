// Play context: what every turn of a game at a terminal needs.

import type { Table } from '@terrarium/composition/open-table';
import type { Shell } from '../shell/shell.ts';

export interface TableContext extends Table {
  readonly shell: Shell;
  readonly isJson: boolean;
  /** Whether a prompt is shown after each turn; it contains the player's status. */
  readonly hasPrompt: boolean;
}
