// Completes the world of a game: shipped, out of a glossary, drawn or generated; cards and lorebooks join it.

import { UsageError } from '@terrarium/kernel/errors';
import { buildCardWorld } from '@terrarium/rpg/build-card-world';
import { buildGlossaryWorld } from '@terrarium/rpg/build-glossary-world';
import { drawWorld } from '@terrarium/rpg/draw-world';
import { proposeWorld, worldPromptVersion } from '@terrarium/rpg/propose-world';
import type { Scenario } from '@terrarium/rpg/scenario';
import { listScenarios, readScenario } from '@terrarium/rpg/scenarios';
import { joinFiles, renderWarnings } from './join-files.ts';
import { hasGlossary, readGlossarySource } from './read-glossary-source.ts';
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
    { id: 'drawn', label: 'Drawn from tables', about: 'places, people and a trouble, drawn by chance' },
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
  else
    completeCreated(
      context,
      await buildScenario(context, chosen),
      chosen === 'generated' ? asked : undefined,
    );
  return true;
}

/** The choice for a world made of the first card's own scene. */
const ofCard = 'card';

function completeCreated(context: ZeroContext, made: Scenario, asked: ZeroContext['asked']): void {
  const { world: scenario, warnings } = joinFiles(made, context.files);
  const madeBy = asked && { model: asked.model.id, promptVersion: worldPromptVersion };
  context.save({ world: { kind: 'made', scenario, madeBy } });
  const { printer } = context.shell;
  if (context.options.json !== true) printer.writeLines(...renderWarnings(warnings, printer.width));
}

async function buildScenario(context: ZeroContext, chosen: string): Promise<Scenario> {
  if (chosen === 'glossary')
    return buildGlossaryWorld(await readGlossarySource(context.shell, context.options));
  if (chosen === ofCard && context.files.cards[0] !== undefined)
    return buildCardWorld(context.files.cards[0].card);
  if (chosen === 'drawn') return drawWorld(context.readSystem(), context.shell.environment.chance);
  if (chosen !== 'generated') return readScenario(chosen);
  const { asked, settled } = context;
  if (asked === undefined) {
    throw new UsageError({
      code: 'play.generation-needs-model',
      happened: 'Only a model can generate a world, and none is configured.',
      todo: 'Name a model with --model and --base-url, or choose a bundled world.',
    });
  }
  const { name, manifest } = context.readSystem();
  const { printer } = context.shell;
  printer.showLive('  A world is being made …');
  try {
    const system = `${name}. ${manifest.about ?? ''}`;
    const concept = settled.concept ?? '';
    return await proposeWorld({ ...asked, system, concept, signal: context.signal });
  } finally {
    printer.showLive();
  }
}
