// Has a model propose a world or a character for a game that has not begun, from what the player said about it.

import type { AskedModel } from '@terrarium/kernel/ask-model';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import type { CharacterOptions } from '@terrarium/rpg/build-character';
import { buildGlossaryWorld, listUnplaced } from '@terrarium/rpg/build-glossary-world';
import type { GlossarySource } from '@terrarium/rpg/glossary-lore';
import { beginningPromptVersion, proposeBeginning } from '@terrarium/rpg/propose-beginning';
import { type ProposedCharacter, proposeCharacter } from '@terrarium/rpg/propose-character';
import { proposeWorld } from '@terrarium/rpg/propose-world';
import type { Scenario } from '@terrarium/rpg/scenario';
import { readScenario } from '@terrarium/rpg/scenarios';
import type { SettledZero } from '@terrarium/rpg/settled-zero';
import type { System } from '@terrarium/rpg/system';
import { joinRead } from './settle-zero.ts';

export interface ZeroAsking {
  /** Undefined if no model is configured. */
  readonly asked: AskedModel | undefined;
  readonly settled: SettledZero;
  readonly system: System;
  readonly signal: AbortSignal;
}

/** Generates a world from the player's wish, or changes one that was made. */
export async function proposeZeroWorld(
  { asked, settled, system: { name, manifest }, signal }: ZeroAsking,
  before?: { readonly world: Scenario; readonly change: string },
): Promise<Scenario> {
  if (asked === undefined) {
    throw new UsageError({
      code: 'play.generation-needs-model',
      happened: 'Only a model can generate a world, and none is configured.',
      todo: 'Name a model with --model and --base-url, or choose a bundled world.',
    });
  }
  const system = `${name}. ${manifest.about ?? ''}`;
  const { foes = [], narrator } = manifest;
  const threats = Object.keys(narrator?.opponents?.threats ?? {});
  const strengths = [...threats, ...foes.filter(({ words }) => words !== undefined).map((foe) => foe.name)];
  const concept = settled.concept ?? '';
  const limits = readZeroLimits(settled);
  return await proposeWorld({ ...asked, system, foes: strengths, concept, limits, before, signal });
}

export interface StoryWorld {
  readonly world: Scenario;
  /** Version of the texts with which a model was asked for the beginning; undefined if none gave it. */
  readonly promptVersion?: string | undefined;
  /** Why the model gave no beginning, although it was asked for one. The world then begins as fixed rules built it. */
  readonly failure?: TerrariumError | undefined;
}

/**
 * Builds the world of a story from its glossary. If a model is configured, it says where everybody is, how the game
 * begins and what is asked of the player.
 */
export async function buildStoryWorld(
  { asked, settled, signal }: Omit<ZeroAsking, 'system'>,
  source: GlossarySource,
): Promise<StoryWorld> {
  const world = buildGlossaryWorld(source);
  if (asked === undefined) return { world };
  const limits = readZeroLimits(settled);
  try {
    const begun = await proposeBeginning({
      ...asked,
      world,
      source,
      others: listUnplaced(source, world),
      concept: settled.concept ?? '',
      limits,
      signal,
    });
    return begun === undefined ? { world } : { world: begun, promptVersion: beginningPromptVersion };
  } catch (failure) {
    if (!(failure instanceof TerrariumError) || signal.aborted) throw failure;
    return { world, failure };
  }
}

export interface WantedCharacter {
  /** Who the player wants to be, in their words. */
  readonly wish: string;
  readonly before?: { readonly character: CharacterOptions; readonly change: string } | undefined;
  /** The values that were rolled for the character by the rules. */
  readonly rolled?: CharacterOptions['set'] | undefined;
}

/** Fills in the sheet of a character, or changes one that was filled in. */
export async function proposeZeroCharacter(
  { asked, settled, system, signal }: ZeroAsking,
  { wish, before, rolled }: WantedCharacter,
): Promise<ProposedCharacter> {
  if (asked === undefined) {
    throw new UsageError({
      code: 'play.proposal-needs-model',
      happened: 'Only a model can propose a character, and none is configured.',
      todo: 'Name a model with --model and --base-url, or choose another character.',
    });
  }
  const world = describeWorld(settled);
  const limits = readZeroLimits(settled);
  return await proposeCharacter({ ...asked, system, wish, world, limits, before, rolled, signal });
}

/**
 * The lines and veils that will hold in the game: those that the player set, and those in the player's free
 * words.
 */
function readZeroLimits({ wished, concept = '' }: SettledZero) {
  const { lines = '', veils = '' } = joinRead({ lines: wished?.lines, veils: wished?.veils }, concept);
  return { lines, veils };
}

/**
 * Describes what everybody who lives in the world knows (title, premise, beginning), and then what the player
 * wants of the game.
 */
function describeWorld({ world, concept = '' }: SettledZero): string {
  if (world === undefined) return concept;
  const { title, about, start } = world.kind === 'made' ? world.scenario : readScenario(world.id);
  return [`${title}. ${about} It begins at ${start.at}.`, concept].filter((text) => text !== '').join('\n');
}
