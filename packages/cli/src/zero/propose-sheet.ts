// Has the model of a game propose its character, or change one, with what the player said of it.

import { UsageError } from '@terrarium/kernel/errors';
import type { CharacterOptions } from '@terrarium/rpg/build-character';
import { proposeCharacter } from '@terrarium/rpg/propose-character';
import { readScenario } from '@terrarium/rpg/scenarios';
import type { System } from '@terrarium/rpg/system';
import type { ZeroContext } from './zero-context.ts';

interface Wanted {
  readonly wish: string;
  readonly before?: { readonly character: CharacterOptions; readonly change: string } | undefined;
}

export async function proposeSheet(
  context: ZeroContext,
  system: System,
  { wish, before }: Wanted,
): Promise<CharacterOptions> {
  const { asked, shell, signal } = context;
  if (asked === undefined) {
    throw new UsageError({
      code: 'play.proposal-needs-model',
      happened: 'Only a model can propose a character, and none is configured.',
      todo: 'Name a model with --model and --base-url, or choose another character.',
    });
  }
  shell.printer.showLive(`  The sheet is being ${before === undefined ? 'filled in' : 'changed'} …`);
  try {
    return await proposeCharacter({ ...asked, system, wish, world: describeWorld(context), before, signal });
  } finally {
    shell.printer.showLive();
  }
}

/** Title, premise and beginning: what somebody who lives there knows. */
function describeWorld({ settled: { world, concept = '' } }: ZeroContext): string {
  if (world === undefined) return concept;
  const { title, about, start } = world.kind === 'made' ? world.scenario : readScenario(world.id);
  return [`${title}. ${about} It begins at ${start.at}.`, concept].filter((text) => text !== '').join('\n');
}
