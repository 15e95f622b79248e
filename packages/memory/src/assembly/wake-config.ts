// Wake config: the settings of every assembly, such as database, voices, decay profile, budgets and clock, with defaults.

import { buildSystemEnvironment, type Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { type DecayProfile, defaultProfile } from '../decay/profile.ts';
import { type DateLanguage, resolveLanguage } from '../events/load-date-parser.ts';
import { type Budgets, resolveBudgets } from '../ledger/wake-package.ts';
import { exampleVoices, type Voices } from '../tags/voices.ts';
import type { WakeFilePaths } from './read-wake-files.ts';
import { estimatingCounter, type TokenCounter } from './token-budget.ts';
import { type MemoryStores, openMemoryStores } from './waking.ts';

export interface WakeConfig extends WakeFilePaths {
  readonly database: Connection;
  readonly voices?: Voices | undefined;
  readonly profile?: DecayProfile | undefined;
  readonly budgets?: Partial<Budgets> | undefined;
  readonly tokens?: TokenCounter | undefined;
  readonly clock?: Pick<Clock, 'now'> | undefined;
  /** The person's time zone, such as "Europe/Vienna"; by default the machine's. */
  readonly timeZone?: string | undefined;
  /** The languages in which times that a message names are read; by default English. */
  readonly languages?: readonly DateLanguage[] | undefined;
}

export interface ResolvedConfig extends WakeFilePaths {
  readonly stores: MemoryStores;
  readonly voices: Voices;
  readonly profile: DecayProfile;
  readonly budgets: Budgets;
  readonly tokens: TokenCounter;
  readonly clock: Pick<Clock, 'now'>;
  readonly timeZone: string | undefined;
  readonly languages: readonly DateLanguage[];
}

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Fills in defaults for missing values; only a missing time zone stays undefined. Throws `UsageError` for impossible
 * budgets.
 */
export function resolveWakeConfig(config: WakeConfig): ResolvedConfig {
  const { wakeContextPath, wakeContextImagePath, ambientPath, timeZone } = config;
  return {
    wakeContextPath,
    wakeContextImagePath,
    ambientPath,
    timeZone,
    languages: (config.languages ?? ['en']).map((one) => resolveLanguage(one, timeZone ?? ownZone)),
    stores: openMemoryStores(config.database),
    voices: config.voices ?? exampleVoices,
    profile: config.profile ?? defaultProfile,
    budgets: resolveBudgets(config.budgets),
    tokens: config.tokens ?? estimatingCounter,
    clock: config.clock ?? buildSystemEnvironment().clock,
  };
}
