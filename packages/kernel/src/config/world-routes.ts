// World routes: what a world's own file says about where requests go and what goes along with them.

import { createHash } from 'node:crypto';
import type { ConfigurationSource } from './configuration-source.ts';
import { listSaidSettings, type SaidSetting } from './read-configuration.ts';
import { listSettingKeys, type SettingsSchema } from './setting-keys.ts';

/** As the file says them; whoever says nothing of the kind sends nothing elsewhere. */
export function listWorldRoutes(
  schema: SettingsSchema,
  sources: readonly ConfigurationSource[],
): readonly SaidSetting[] {
  const names = new Set(
    listSettingKeys(schema).flatMap(({ path, isRoute }) => (isRoute ? [path.join('.')] : [])),
  );
  const worlds = sources.filter(({ kind }) => kind === 'world');
  return listSaidSettings(schema, worlds).filter((said) => names.has(said.name) && !isHarmless(said));
}

/** The built-in reader asks nobody. */
function isHarmless({ name, value }: SaidSetting): boolean {
  return name === 'model' && value === 'builtin';
}

/** The same for the same settings, in whichever order they stand. */
export function hashRoutes(routes: readonly SaidSetting[]): string {
  const said = routes.map(({ name, value }) => [name, value] as const);
  const sorted = said.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

/** The sources, and the world's file as if these settings did not stand in it. */
export function removeWorldRoutes(
  sources: readonly ConfigurationSource[],
  routes: readonly SaidSetting[],
): readonly ConfigurationSource[] {
  const paths = routes.map(({ name }) => name.split('.'));
  return sources.map((source) => {
    if (source.kind !== 'world') return source;
    return {
      ...source,
      buildValues: (keys) =>
        paths.reduce<unknown>((values, path) => removeAt(values, path), source.buildValues(keys)),
    };
  });
}

function removeAt(values: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (typeof values !== 'object' || values === null || !(name in values)) return values;
  const { [name]: part, ...others } = values as Readonly<Record<string, unknown>>;
  return rest.length === 0 ? others : { ...others, [name]: removeAt(part, rest) };
}
