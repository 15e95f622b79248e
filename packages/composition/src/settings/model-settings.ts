// Reads which model is asked in a world, at which server, who set this, and what nobody has accepted yet.

import { nameModelServer } from '@terrarium/kernel/asked-server';
import { UsageError } from '@terrarium/kernel/errors';
import { showName } from '@terrarium/kernel/foreign-text';
import { splitAddress } from '@terrarium/kernel/server-address';
import type { Host } from '../host/host.ts';
import { recordAcceptedRoutes } from './accepted-routes.ts';
import { type Configured, readConfigured } from './read-configured.ts';

export interface ModelSettings {
  readonly model: string;
  /** The address without credentials and query. */
  readonly baseUrl: string | undefined;
  readonly contextBudget: number | undefined;
  /** Whether a key would be sent along; the key itself is never here. */
  readonly hasKey: boolean;
  /** The source that names the model: a file, or the environment; undefined if no source does. */
  readonly from: string | undefined;
  /** Whether model or address come from a source that overrides the person's own file. */
  readonly isOverruled: boolean;
  /** The world's settings about where requests go, if nobody has accepted them yet. */
  readonly held: { readonly digest: string; readonly says: readonly HeldSetting[] } | undefined;
}

interface HeldSetting {
  readonly name: string;
  readonly value: string;
}

export function readModelSettings(host: Host, dir: string): ModelSettings {
  const configured = readConfigured(host, {}, dir);
  const { settings, said, held } = configured;
  const { model = 'builtin', baseUrl, contextBudget } = settings;
  const saying = said.find(({ name }) => name === 'model');
  const routes = said.filter(({ name }) => ['model', 'baseUrl'].includes(name));
  return {
    model,
    baseUrl: baseUrl === undefined ? undefined : splitAddress(baseUrl).url,
    contextBudget,
    hasKey: hasKey(configured),
    from: saying?.source,
    isOverruled: routes.some(({ kind }) => kind !== 'own'),
    held: held && {
      digest: held.digest,
      says: held.said.map(({ name, value }) => ({ name, value: showHeld(name, value) })),
    },
  };
}

/**
 * The address that a person typed. If it equals the shown form of their stored address, returns the stored
 * address, with its hidden parts.
 */
export function resolveTypedAddress(host: Host, dir: string, typed: string | undefined): string | undefined {
  const { said } = readConfigured(host, {}, dir);
  const own = said.find(({ name, kind }) => name === 'baseUrl' && kind === 'own')?.value;
  if (typed === undefined || own === undefined) return typed;
  return splitAddress(String(own)).url === typed ? String(own) : typed;
}

/** Throws `UsageError` if the world's settings are no longer those that the person saw. */
export function recordHeldRoutes(host: Host, dir: string, digest: string): void {
  if (readConfigured(host, {}, dir).held?.digest !== digest) {
    throw new UsageError({
      code: 'settings.moved-on',
      happened: 'The file of the world now says something else about where requests go.',
      todo: 'Load the page again, and check once more where requests go.',
    });
  }
  recordAcceptedRoutes(host, dir, digest);
}

const loopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/u;

/**
 * Throws a `UsageError` that says where texts would go, unless they stay on this machine. Call it only if the person
 * has not agreed.
 */
export function requireAgreement(asked: {
  readonly model: string;
  readonly baseUrl: string | undefined;
}): void {
  if (asked.model === 'builtin') return;
  const { host = "the provider's own address", model } = nameModelServer(asked.model, asked.baseUrl);
  if (loopback.test(host)) return;
  throw new UsageError({
    code: 'settings.not-agreed',
    happened: `What is read, said and played in your worlds would be sent to ${host}, for the model ${model}.`,
    todo: 'Agree, if that is what you want.',
  });
}

function hasKey({ settings: { model, baseUrl }, keyring }: Configured): boolean {
  if (model === undefined || model === 'builtin') return false;
  try {
    return keyring.chooseForModel({ model, baseUrl }).key !== undefined;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

const longestShown = 200;

/**
 * Shows a value from the world's file that nobody has accepted yet: a stranger may have written it, and it
 * may be secret.
 */
function showHeld(name: string, value: unknown): string {
  if (name === 'apiKey') return '[secret]';
  if (typeof value === 'object' && value !== null) return Object.keys(value).map(showName).join(', ');
  return showName(splitAddress(String(value)).url).slice(0, longestShown);
}
