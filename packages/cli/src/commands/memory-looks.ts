// The memory commands that look: what the companion would wake to, its plans, a fragment, and why something is in mind or not.

import type { PlanSpan } from '@terrarium/memory/plans';
import { type Command, Option } from 'commander';
import { addWorldOptions, buildCountOption, type WorldOptions } from '../options.ts';
import { parseTarget } from '../parse-target.ts';
import { wrapText } from '../screen/layout.ts';
import type { Shell } from '../shell.ts';
import { renderPlans } from '../views/render-plans.ts';
import { renderRecalled } from '../views/render-recalled.ts';
import { tellOfMemory } from './tell-of-memory.ts';

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
  addWorldOptions(command, 'one JSON value').action((words: readonly string[], options: WakeOptions) =>
    tellOfMemory(shell, options, async (companion) => {
      const { renderWakeLook, buildWakeValue } = await import('../views/render-wake-look.ts');
      const message = words.length === 0 ? undefined : words.join(' ');
      const wake = await companion.wake({ message, isPreview: true });
      const look = { withSecrets: options.withSecrets === true };
      return { value: buildWakeValue(wake, look), renderLines: () => renderWakeLook(wake, look) };
    }),
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
  addWorldOptions(command, 'one JSON value').action((options: PlansOptions) =>
    tellOfMemory(shell, options, (companion, { timeZone }) => {
      const { topic, when } = options;
      const plans = companion.plans({ topic, when });
      const isPart = topic !== undefined || when !== undefined;
      const { width } = shell.printer;
      return { value: { plans }, renderLines: () => renderPlans(plans, { width, timeZone, isPart }) };
    }),
  );
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
  addWorldOptions(command, 'one JSON value').action((key: string, options: RecallOptions) =>
    tellOfMemory(shell, options, (companion) => {
      const recalled = companion.recall(key.replace(/^\[|\]$/gu, ''), { isDeep: options.deep === true });
      const value = { ...recalled, tier: recalled.tier ?? null };
      return { value, renderLines: () => renderRecalled(recalled, shell.printer.width) };
    }),
  );
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
    await tellOfMemory(shell, options, (companion) => {
      const { wake: wakeId } = options;
      const presence = companion.why(target, wakeId === undefined ? {} : { wakeId });
      const value = { ...presence, section: presence.section ?? null };
      return { value, renderLines: () => wrapText(presence.say, { width: shell.printer.width }) };
    });
  });
}
