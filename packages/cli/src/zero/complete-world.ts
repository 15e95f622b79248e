// Chooses the world of a new game: shipped, from a glossary, drawn by chance or made by a model; adds cards and lorebooks.

import { buildStoryWorld, proposeZeroWorld } from '@terrarium/composition/propose-zero';
import { hasGlossary, readGlossarySource } from '@terrarium/composition/read-glossary-source';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { buildCardWorld } from '@terrarium/rpg/build-card-world';
import { drawWorld } from '@terrarium/rpg/draw-world';
import { worldPromptVersion } from '@terrarium/rpg/propose-world';
import { renderWorldChange } from '@terrarium/rpg/render-world-change';
import type { Scenario } from '@terrarium/rpg/scenario';
import { listScenarios, readScenario } from '@terrarium/rpg/scenarios';
import { wrapText } from '../screen/layout.ts';
import { renderFailure } from '../shell/explain-error.ts';
import { refuseNobody } from './complete-character.ts';
import { joinFiles, renderWarnings } from './join-files.ts';
import { renderWorld } from './render-world.ts';
import type { ZeroContext } from './zero-context.ts';

export async function completeWorld(context: ZeroContext): Promise<boolean> {
  const { asker, options, asked } = context;
  const shipped = listScenarios().map(({ id, title, about }) => ({ id, label: title, about }));
  const made = [
    ...(hasGlossary(options.world)
      ? [
          {
            id: 'glossary',
            label: 'Your story',
            about: 'places, people and lore from the glossary of this world',
          },
        ]
      : []),
    {
      id: 'drawn',
      label: 'Drawn from tables',
      about: 'places, people and a problem to solve, drawn by chance',
    },
    ...(asked === undefined
      ? []
      : [{ id: 'generated', label: 'Generated', about: `by ${asked.model.id}, from what you wish for` }]),
  ];
  const isOfCard = options.scenario === undefined && context.files.cards.length > 0;
  const chosen =
    (isOfCard ? ofCard : options.scenario) ?? (await asker.choose('In which world?', [...shipped, ...made]));
  if (chosen === undefined) return false;
  const isShipped = shipped.some(({ id }) => id === chosen);
  const hasFiles = context.files.cards.length + context.files.books.length > 0;
  if (isShipped && !hasFiles) context.save({ world: { kind: 'shipped', id: chosen } });
  else await completeCreated(context, chosen);
  return !context.signal.aborted;
}

/** The id of the choice that makes a world from the scene of the first card. */
const ofCard = 'card';
const madeIds = ['glossary', 'drawn', 'generated', ofCard];

/**
 * Refuses a world that does not exist, before the first question is asked, and lists the ids of the worlds that exist.
 */
export function refuseUnknownWorld(context: ZeroContext): void {
  const { scenario: wanted } = context.options;
  const ids = [...listScenarios().map(({ id }) => id), ...madeIds];
  if (wanted === undefined || ids.includes(wanted)) return;
  context.removeWishes('world');
  throw new UsageError({
    code: 'scenario.unknown',
    happened: `There is no scenario "${wanted}".`,
    todo: `Choose one of: ${ids.join(', ')}.`,
  });
}

/**
 * Stores a world as soon as it is made, because it may have cost money. After that the person can have it
 * made again or changed.
 */
async function completeCreated(context: ZeroContext, chosen: string): Promise<void> {
  let made = await buildScenario(context, chosen);
  saveWorld(context, made);
  for (;;) {
    const wanted = await askAboutWorld(context, chosen);
    if (wanted === '') return;
    const before = made;
    made = await rebuildWorld(context, { chosen, made, wanted });
    if (made === before) continue;
    saveWorld(context, made);
    if (!isAnew(wanted)) showChange(context, before.scenario, made.scenario);
  }
}

interface MadeWorld {
  readonly scenario: Scenario;
  /** Version of the texts with which a model was asked for it; undefined if no model made any of it. */
  readonly promptVersion?: string | undefined;
}

/** The id of the choice to have a model make the world. */
const byModel = 'generated';

function saveWorld(context: ZeroContext, made: MadeWorld): void {
  const { asked, files, options, shell } = context;
  const { world: scenario, warnings } = joinFiles(made.scenario, files);
  const { promptVersion } = made;
  const madeBy =
    asked === undefined || promptVersion === undefined ? undefined : { model: asked.model.id, promptVersion };
  context.save({ world: { kind: 'made', scenario, madeBy } });
  const { width } = shell.printer;
  if (options.json === true) return;
  shell.printer.writeLines(...renderWarnings(warnings, width), ...renderWorld(scenario, width));
}

/** Asks what to change in the world that was shown; empty if the person takes it as it is, or is not asked. */
async function askAboutWorld({ asker, asked, options }: ZeroContext, chosen: string): Promise<string> {
  const isByChance = chosen === byModel || chosen === 'drawn';
  // A script that named the world on the command line is not asked.
  if (!isByChance || options.json === true || (options.scenario !== undefined && !asker.isAtTerminal))
    return '';
  const change = asked === undefined ? '' : ', or say what is to be different';
  return (await asker.ask(`Enter takes this world; "again" makes another${change}.`)) ?? '';
}

/** Says what changed. The preview shows neither people nor what is hidden, so it may look the same as before. */
function showChange({ shell: { printer } }: ZeroContext, before: Scenario, made: Scenario): void {
  printer.writeLines('', ...wrapText(renderWorldChange(before, made), { width: printer.width }));
}

function isAnew(wanted: string): boolean {
  return wanted.toLowerCase() === 'again';
}

interface Remade {
  readonly chosen: string;
  readonly made: MadeWorld;
  readonly wanted: string;
}

/**
 * Makes or changes the world. If this fails, shows the problem and returns the world as it was, and the
 * person is asked again.
 */
async function rebuildWorld(context: ZeroContext, { chosen, made, wanted }: Remade): Promise<MadeWorld> {
  const { printer } = context.shell;
  if (!isAnew(wanted) && context.asked === undefined) {
    printer.writeLines(
      'Only a model can change a world by words, and none is set; "again" makes another world.',
    );
    return made;
  }
  try {
    return isAnew(wanted)
      ? await buildScenario(context, chosen)
      : await proposeOther(context, { world: made.scenario, change: wanted });
  } catch (error) {
    if (!(error instanceof TerrariumError) || context.signal.aborted) throw error;
    printer.showLive();
    printer.writeLines(...renderFailure(error));
    return made;
  }
}

async function buildScenario(context: ZeroContext, chosen: string): Promise<MadeWorld> {
  if (chosen === 'glossary') return await buildOwnStory(context);
  refuseNobody(
    context,
    context.files.cards.map(({ card }) => card.name),
  );
  if (chosen === ofCard && context.files.cards[0] !== undefined)
    return { scenario: buildCardWorld(context.files.cards[0].card) };
  if (chosen === 'drawn')
    return { scenario: drawWorld(context.readSystem(), context.shell.environment.chance) };
  if (chosen !== byModel) return { scenario: readScenario(chosen) };
  return await proposeOther(context);
}

/** The world of the player's story. If a model gives no beginning, fixed rules build one. */
async function buildOwnStory(context: ZeroContext): Promise<MadeWorld> {
  const { asked, options, shell } = context;
  const { printer } = shell;
  const source = await readGlossarySource(shell, options);
  const people = source.readEntries().filter(({ kind }) => kind === 'person');
  refuseNobody(context, [
    ...people.flatMap(({ term, aliases }) => [term, ...aliases]),
    ...context.files.cards.map(({ card }) => card.name),
  ]);
  if (asked !== undefined) printer.showLive('  A beginning in your story is being made …');
  const making = buildStoryWorld(context, source).finally(() => printer.showLive());
  const { world, promptVersion, failure } = await making;
  if (asked !== undefined && promptVersion === undefined && options.json !== true)
    printer.writeLines(...renderUnbegun(failure, printer.width));
  return { scenario: world, promptVersion };
}

/** Says why the model's beginning is missing. */
function renderUnbegun(failure: TerrariumError | undefined, width: number): readonly string[] {
  const why = failure?.happened ?? 'Its answer could not be used.';
  const says = `The model made no beginning, so the game begins as it was built from the glossary alone. ${why}`;
  return wrapText(says, { width, indent: '  ' });
}

/** Generates a world from the player's wish, or changes one that was made. */
async function proposeOther(
  context: ZeroContext,
  before?: { readonly world: Scenario; readonly change: string },
): Promise<MadeWorld> {
  const { printer } = context.shell;
  const { asked, settled, signal } = context;
  if (asked !== undefined)
    printer.showLive(`  A world is being ${before === undefined ? 'made' : 'changed'} …`);
  try {
    const asking = { asked, settled, system: context.readSystem(), signal };
    return { scenario: await proposeZeroWorld(asking, before), promptVersion: worldPromptVersion };
  } finally {
    printer.showLive();
  }
}
