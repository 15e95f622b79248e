// Said settings: lists each setting that was set somewhere, with its value, and where it was set.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useRoute } from '../client/use-route.ts';
import { countOf } from '../parts/count-of.ts';
import { settingGroups } from './known-settings.ts';
import type { PersonSetting } from './setting-value.ts';
import styles from './settings-page.module.css';

type Examination = RouteAnswer<'GET /api/worlds/{world}/examination'>;

interface SaidSettingsProps {
  readonly world: string;
  readonly settings: Examination['settings'];
}

export function SaidSettings({ world, settings }: SaidSettingsProps) {
  const known = useRoute('GET /api/worlds/{world}/settings', { params: { world } }).data ?? [];
  return (
    <details className={styles['group']}>
      <summary>
        {settings.length === 0
          ? 'No setting is set in files or the environment'
          : `${countOf(settings.length, 'setting')} set in files or the environment`}
      </summary>
      {settings.length === 0 ? <p>Every setting has its default.</p> : null}
      <dl className={styles['said']}>
        {settings.map(({ name, value, from }) => (
          <div key={name}>
            <dt>{labels.get(name) ?? name}</dt>
            <dd>
              {listNames(known.find((one) => one.name === name)) ?? value}
              <span>{from}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const labels: ReadonlyMap<string, string> = new Map([
  ...settingGroups.flatMap(({ settings }) =>
    settings.map(
      ({ name, label }) => [name, name.includes('.halfLives.') ? `${label} fades by half` : label] as const,
    ),
  ),
  ['memory.voices.user', 'Your name'],
  ['memory.voices.companion', 'Your companion’s name'],
]);

/** The doctor tells no names of people, since its findings are also meant for others; the page is for their owner. */
function listNames(setting: PersonSetting | undefined): string | undefined {
  if (setting === undefined || !setting.name.startsWith('memory.voices.')) return undefined;
  return (setting.value as readonly { readonly name: string }[]).map(({ name }) => name).join(', ');
}
