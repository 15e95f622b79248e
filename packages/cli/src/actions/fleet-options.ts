// Fleet options: the options given to each command of the fleet.

import type { ModelOptions } from '../shell/options.ts';

export interface FleetOptions {
  readonly database?: string;
  readonly json?: boolean;
}

export interface InitOptions extends FleetOptions {
  readonly owner?: readonly string[];
  readonly share?: number;
  readonly most?: number;
}

export interface AddOptions extends FleetOptions {
  readonly name?: string;
  readonly owner?: string;
  readonly priority?: number;
  readonly until?: string;
  readonly model?: string;
  readonly replace?: boolean;
  readonly notes?: boolean;
  readonly task?: 'read' | 'verify' | 'export' | 'maintain';
  readonly format?: string;
}

/** All times are in milliseconds. */
export interface WorkOptions extends FleetOptions, ModelOptions {
  readonly slots?: number;
  readonly only?: string;
  readonly untilEmpty?: boolean;
  readonly dir?: string;
  readonly worker?: string;
  readonly publishEvery?: number;
  readonly lease?: number;
}

export interface StatusOptions extends FleetOptions {
  readonly watch?: boolean;
}

export interface FetchOptions extends FleetOptions {
  readonly owner?: string;
}

export interface RetryOptions extends FetchOptions {
  readonly skipped?: boolean;
}

export interface ServeOptions extends FleetOptions {
  readonly port?: number;
  readonly host?: string;
  readonly origin?: readonly string[];
  readonly metricsPort?: number;
  readonly metricsHost?: string;
  readonly dir?: string;
}
