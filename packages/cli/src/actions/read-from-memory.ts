// Shows plans, facts or a fragment of a memory, what the companion would wake to, or why something is in mind or not.

import { buildFacts, buildPlans, buildPresence, buildRecalled } from '@terrarium/composition/build-memory';
import { describeNoPlans } from '@terrarium/composition/describe-no-plans';
import { renderCommand } from '@terrarium/composition/render-command';
import type { PlanSpan } from '@terrarium/memory/plans';
import type { Voices } from '@terrarium/memory/voices';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { explainNamed } from '../shell/explain-named.ts';
import type { MindOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderFacts } from '../views/render-facts.ts';
import { renderPlans } from '../views/render-plans.ts';
import { renderRecalled } from '../views/render-recalled.ts';
import { showFromMemory } from './show-from-memory.ts';

export interface WakeOptions extends MindOptions {
  readonly decay?: readonly string[];
  readonly now?: string;
  readonly withSecrets?: boolean;
}

export interface PlansOptions extends MindOptions {
  readonly topic?: string;
  readonly when?: PlanSpan;
  readonly now?: string;
}

export interface FactsOptions extends MindOptions {
  readonly all?: boolean;
  readonly now?: string;
}

export interface RecallOptions extends MindOptions {
  readonly deep?: boolean;
}

export interface WhyOptions extends MindOptions {
  readonly wake?: number;
  readonly now?: string;
}

export async function showWake(shell: Shell, words: readonly string[], options: WakeOptions): Promise<void> {
  await showFromMemory(
    shell,
    { ...options, shape: 'memoryWake', isSearch: true },
    async (companion, { voices }, vectors) => {
      const { renderWakeLook, buildWakeValue } = await import('../views/render-wake-look.ts');
      const message = words.length === 0 ? undefined : words.join(' ');
      const wake = await companion.wake({ message, isPreview: true });
      const look = { withSecrets: options.withSecrets === true };
      return {
        value: { ...buildWakeValue(wake, look), vectors },
        renderLines: () => [...renderWakeLook(wake, look), ...renderLooked(voices, shell.printer.width)],
      };
    },
  );
}

/** Says that this was only a look and nothing is recorded; for the mind of a person, says what was shown. */
function renderLooked({ companion: [self] }: Voices, width: number): readonly string[] {
  const said =
    self.role === 'user'
      ? `${self.name} is a person, not a companion, so there is no prompt: this only shows what they have in mind.`
      : 'This was only a preview: nothing of it is recorded.';
  return wrapText(said, { width }).map((line) => paint(line, 'dim'));
}

export async function showPlans(shell: Shell, options: PlansOptions): Promise<void> {
  await showFromMemory(shell, { ...options, shape: 'memoryPlans' }, (companion, { timeZone }) => {
    const { topic, when } = options;
    const plans = companion.plans({ topic, when });
    const isPart = topic !== undefined || when !== undefined;
    const { width } = shell.printer;
    const whyNone = plans.length === 0 ? describeNoPlans(companion.measureTagYield()) : undefined;
    const screen = { width, timeZone, nowMs: shell.environment.clock.now(), isPart, whyNone };
    return { value: buildPlans(plans), renderLines: () => renderPlans(plans, screen) };
  });
}

export async function showFacts(
  shell: Shell,
  words: readonly string[],
  options: FactsOptions,
): Promise<void> {
  await showFromMemory(shell, { ...options, shape: 'memoryFacts' }, (companion, { timeZone }) => {
    const topic = words.length === 0 ? undefined : words.join(' ');
    const facts = companion.facts({ topic, isAll: options.all === true });
    const voices = companion.nameVoices();
    const screen = { width: shell.printer.width, timeZone, voices, isPart: topic !== undefined };
    return { value: buildFacts(facts), renderLines: () => renderFacts(facts, screen) };
  });
}

export async function showFragment(shell: Shell, key: string, options: RecallOptions): Promise<void> {
  await showFromMemory(shell, { ...options, shape: 'recalledFragment' }, (companion) => {
    const recalled = companion.recall(key.replace(/^\[|\]$/gu, ''), { isDeep: options.deep === true });
    const writing = companion.findWriting(recalled.key);
    const of = options.of === undefined ? [] : ['--of', options.of];
    const searching = renderCommand(`memory search ${JSON.stringify(recalled.key)}`, options.world, of);
    return {
      value: buildRecalled(recalled, writing),
      renderLines: () => renderRecalled(recalled, writing, { width: shell.printer.width, searching }),
    };
  });
}

/** Times are shown to the minute, so a time that a person names means all of this minute. */
const restOfMinuteMs = 59_999;

export async function showWhy(shell: Shell, words: readonly string[], options: WhyOptions): Promise<void> {
  await showFromMemory(shell, { ...options, shape: 'mindPresence' }, (companion) => {
    const untilMs = options.now === undefined ? undefined : shell.environment.clock.now() + restOfMinuteMs;
    const presence = explainNamed(companion, words.join(' '), { wakeId: options.wake, untilMs });
    return {
      value: buildPresence(presence),
      renderLines: () => wrapText(presence.say, { width: shell.printer.width }),
    };
  });
}
