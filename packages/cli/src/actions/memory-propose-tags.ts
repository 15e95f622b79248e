// Has a model propose tags for replies without tags: a cheap second pass, useful if few replies have tags.

import { chooseAskedModel } from '@terrarium/composition/choose-model';
import { type MemoryWorld, withPlainCompanion } from '@terrarium/composition/memory-world';
import { UsageError } from '@terrarium/kernel/errors';
import type { Shell } from '../shell/shell.ts';
import { renderTagPass } from '../views/render-tag-pass.ts';

interface TagPassOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export async function proposeTags(
  shell: Shell,
  world: MemoryWorld,
  { dryRun: isDryRun = false, json }: TagPassOptions,
): Promise<void> {
  const { printer } = shell;
  const asked = await chooseAskedModel(shell, world.configured);
  if (asked === undefined) throw refuseWithoutModel();
  const { model, said, patience } = asked;
  const { languages } = world.settings;
  const outcome = await withPlainCompanion(shell, world, (companion) =>
    companion.proposeTags(model, { said, patience, isDryRun, languages }),
  );
  if (json === true)
    printer.writeJson('tagPass', { writer: model.id, servers: shell.asked, isDryRun, ...outcome });
  else
    printer.writeLines(...renderTagPass(outcome, { isDryRun, width: printer.width, dir: world.world.dir }));
}

function refuseWithoutModel(): UsageError {
  return new UsageError({
    code: 'memory.no-tagger',
    happened: 'Only a language model can propose tags, and none is configured.',
    todo: 'Name one: --model provider:name.',
  });
}
