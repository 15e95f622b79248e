// Play context: what every turn of a game at a terminal needs.

import type { Game } from '@terrarium/rpg/game';
import type { SessionSettingsStore } from '@terrarium/rpg/session-settings-store';
import type { TurnOptions } from '@terrarium/rpg/turn-options';
import type { Shell } from '../shell/shell.ts';

export interface TableContext {
  readonly shell: Shell;
  readonly game: Game;
  readonly isJson: boolean;
  /** A prompt follows whatever is said: where the player stands is said there. */
  readonly hasPrompt: boolean;
  /** Who tells; undefined for the built-in narrator. */
  readonly modelId: string | undefined;
  /** How the player wants it told; kept with the game. */
  readonly wishes: SessionSettingsStore;
  /** Game, model, settings: all a turn takes but its words. */
  buildTurnOptions(): Omit<TurnOptions, 'signal'>;
}
