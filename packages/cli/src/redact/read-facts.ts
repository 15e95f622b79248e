// Reads the facts that an examination shows first: which versions run, and where each setting comes from.

import { arch, platform, release } from 'node:os';
import type { SaidSetting } from '@terrarium/kernel/read-configuration';
import { readSqliteVersion } from '@terrarium/kernel/sqlite-version';
import { isAddress, renderAddress } from './build-redactor.ts';

export interface Versions {
  readonly terrarium: string;
  readonly node: string;
  readonly sqlite: string;
  readonly system: string;
}

/** A setting in a form that a person may see, without secrets. */
export interface ShownSetting {
  readonly name: string;
  readonly value: string;
  readonly from: string;
}

export function readVersions(terrarium: string): Versions {
  return {
    terrarium,
    node: process.versions.node,
    sqlite: readSqliteVersion(),
    system: `${platform()} ${release()} ${arch()}`,
  };
}

export function showSettings(said: readonly SaidSetting[]): readonly ShownSetting[] {
  return said.map(({ name, spelling, source, value }) => ({
    name,
    value: showValue(name, value),
    from: spelling === name ? source : `${source} (${spelling})`,
  }));
}

/** Shows only an outline of a value that may contain a secret. */
function showValue(name: string, value: unknown): string {
  if (name === 'apiKey') return '[secret]';
  if (name === 'keys') return Object.keys(Object(value)).map(renderAddress).join(', ');
  if (isAddress(name)) return renderAddress(String(value));
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return Object.keys(value).join(', ');
  return String(value);
}
