// The memory commands that look: what the companion would wake to, its plans, a fragment, and why something is in mind or not.

import type { PlanSpan } from '@terrarium/memory/plans';
import { type Command, Option } from 'commander';
import { findMemoryWorld, withCompanion } from '../compose-memory.ts';
import { addWorldOptions, buildCountOption, type WorldOptions } from '../options.ts';
import { parseTarget } from '../parse-target.ts';
import { wrapText } from '../screen/layout.ts';
import type { Shell } from '../shell.ts';
import { renderPlans } from '../views/render-plans.ts';
import { renderRecalled } from '../views/render-recalled.ts';

/** As `plans` knows them; said here, so that help does not wait for the memory to be loaded. */
const whens = [
  'overdue',
  'today',
  'tomorrow',
  'week',
  'later',
  'open-ended',
] as const satisfies readonly PlanSpan[];

export function addMemoryLookCommands(memory: Command, shell: Shell): void {
  addWakeCommand(memory, shell);
  addPlansCommand(memory, shell);
  addRecallCommand(memory, shell);
  addWhyCommand(memory, shell);
}

interface WakeOptions extends WorldOptions {
  readonly withSecrets?: boolean;
}

function addWakeCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('wake')
    .description('exactly what the companion would wake to now; nothing of it is written down')
    .argument('[message...]', 'what you would say (default: your newest message)')
    .option('--with-secrets', 'with what the companion keeps secret');
  addWorldOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: WakeOptions) => {
      const world = await findMemoryWorld(shell, options);
      const { renderWakeLook, buildWakeValue } = await import('../views/render-wake-look.ts');
      await withCompanion(shell, world, async (companion) => {
        const message = words.length === 0 ? undefined : words.join(' ');
        const wake = await companion.wake({ message, isPreview: true });
        const look = { withSecrets: options.withSecrets === true };
        if (options.json === true) shell.printer.sayJson(buildWakeValue(wake, look));
        else shell.printer.say(...renderWakeLook(wake, look));
      });
    },
  );
}

interface PlansOptions extends WorldOptions {
  readonly topic?: string;
  readonly when?: (typeof whens)[number];
}

function addPlansCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('plans')
    .description('every open plan, the submerged ones too: what is due first')
    .option('--topic <topic>', 'a fragment, a subject, or words that stand in the plan')
    .addOption(new Option('--when <when>', 'only those').choices(whens));
  addWorldOptions(command, 'one JSON value').action(async (options: PlansOptions) => {
    const world = await findMemoryWorld(shell, options);
    await withCompanion(shell, world, (companion) => {
      const { topic, when } = options;
      const found = companion.plans({ topic, when });
      const { timeZone } = world.settings;
      const isPart = topic !== undefined || when !== undefined;
      if (options.json === true) shell.printer.sayJson({ plans: found });
      else shell.printer.say(...renderPlans(found, { width: shell.printer.width, timeZone, isPart }));
    });
  });
}

interface RecallOptions extends WorldOptions {
  readonly deep?: boolean;
}

function addRecallCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('recall')
    .description('a fragment by its exact key, and what lies next to it')
    .argument('<key>', 'such as pier')
    .option('--deep', 'everything that is written of it');
  addWorldOptions(command, 'one JSON value').action(async (key: string, options: RecallOptions) => {
    const world = await findMemoryWorld(shell, options);
    await withCompanion(shell, world, (companion) => {
      const recalled = companion.recall(key.replace(/^\[|\]$/gu, ''), { isDeep: options.deep === true });
      if (options.json === true) shell.printer.sayJson({ ...recalled, tier: recalled.tier ?? null });
      else shell.printer.say(...renderRecalled(recalled, shell.printer.width));
    });
  });
}

interface WhyOptions extends WorldOptions {
  readonly wake?: number;
}

function addWhyCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('why')
    .description('why something was in mind, or was not, with the arithmetic')
    .argument('<what...>', 'an item by its number, "event 12", or a fragment by its key')
    .addOption(buildCountOption('--wake <number>', 'at that wake (default: the newest)'));
  addWorldOptions(command, 'one JSON value').action(async (words: readonly string[], options: WhyOptions) => {
    const target = parseTarget(words.join(' '));
    const world = await findMemoryWorld(shell, options);
    await withCompanion(shell, world, (companion) => {
      const { wake: wakeId } = options;
      const presence = companion.why(target, wakeId === undefined ? {} : { wakeId });
      if (options.json === true) shell.printer.sayJson({ ...presence, section: presence.section ?? null });
      else shell.printer.say(...wrapText(presence.say, { width: shell.printer.width }));
    });
  });
}
