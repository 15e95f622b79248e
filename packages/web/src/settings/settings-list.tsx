// Settings list: shows all settings except the model; those that people usually look for come first.

import { useRoute } from '../client/use-route.ts';
import { FailureNote } from '../parts/message.tsx';
import { knownNames, settingGroups } from './known-settings.ts';
import { SettingRow } from './setting-row.tsx';
import type { PersonSetting } from './setting-value.ts';
import styles from './settings-page.module.css';
import { VoicesForm } from './voices-form.tsx';

const ownVoices = 'memory.voices.user';
const otherVoices = 'memory.voices.companion';
/** Settings that stand elsewhere on the page, so that “Everything else” leaves them out. */
const elsewhere: ReadonlySet<string> = new Set([...knownNames, ownVoices, otherVoices, 'contextBudget']);

export function SettingsList({ world }: { readonly world: string }) {
  const { data, error } = useRoute('GET /api/worlds/{world}/settings', { params: { world } });
  if (error !== null) return <FailureNote failure={error} />;
  if (data === undefined) return null;
  const find = (name: string) => data.find((one) => one.name === name);
  return (
    <>
      <Names world={world} own={find(ownVoices)} companion={find(otherVoices)} />
      <h2>More settings</h2>
      {settingGroups.map(({ title, about, settings }) => (
        <details key={title} className={styles['group']}>
          <summary>
            {title}
            <Changed settings={settings.map(({ name }) => find(name))} />
          </summary>
          {about === '' ? null : <p className={styles['about']}>{about}</p>}
          {settings.map(({ name, ...known }) => {
            const setting = find(name);
            return setting === undefined ? null : (
              <SettingRow key={name} world={world} setting={setting} known={known} />
            );
          })}
        </details>
      ))}
      <Others world={world} settings={data.filter(({ name }) => !elsewhere.has(name))} />
    </>
  );
}

/** How many settings of a group have been changed. */
function Changed({ settings }: { readonly settings: readonly (PersonSetting | undefined)[] }) {
  const changed = settings.filter((setting) => setting !== undefined && setting.from !== null).length;
  return changed === 0 ? null : <span className={styles['count']}>{changed} set</span>;
}

interface NamesProps {
  readonly world: string;
  readonly own: PersonSetting | undefined;
  readonly companion: PersonSetting | undefined;
}

function Names({ world, own, companion }: NamesProps) {
  if (own === undefined || companion === undefined) return null;
  return (
    <section aria-label="Names">
      <h2>You and your companion</h2>
      <VoicesForm world={world} setting={own} label="Your name" />
      <VoicesForm world={world} setting={companion} label="Your companion’s name" />
    </section>
  );
}

interface OthersProps {
  readonly world: string;
  readonly settings: readonly PersonSetting[];
}

function Others({ world, settings }: OthersProps) {
  return (
    <details className={styles['group']}>
      <summary>
        Everything else
        <Changed settings={settings} />
      </summary>
      <p className={styles['about']}>
        For experts. Each setting has the name that it has in the settings file.
      </p>
      {settings.map((setting) => (
        <SettingRow
          key={setting.name}
          world={world}
          setting={setting}
          known={{ label: setting.name, help: setting.purpose.replaceAll('`', '') }}
        />
      ))}
    </details>
  );
}
