// Describes the choices that the rules leave to a player, who sets one of the options by hand.

import type { Acted } from '@terrarium/rpg/game';

export interface OpenChoice {
  readonly says: string;
  readonly options: readonly string[];
}

export function describeOpen({ choices }: Pick<Acted, 'choices'>): readonly OpenChoice[] {
  return choices.map(({ options }) => ({
    says: 'One of these is yours to choose. Set it on your sheet by hand:',
    options: options.map(({ say }) => say),
  }));
}
