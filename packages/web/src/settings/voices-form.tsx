// Voices form: changes the names of the person and the companion in this world.

import { type FormEvent, useState } from 'react';
import { useChange } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import buttons from '../parts/main-button.module.css';
import { FailureNote } from '../parts/message.tsx';
import styles from './setting-row.module.css';
import type { PersonSetting } from './setting-value.ts';

interface VoicesFormProps {
  readonly world: string;
  readonly setting: PersonSetting;
  /** The label of the first field: whose name is to be entered. */
  readonly label: string;
}

interface Voice {
  readonly id: string;
  readonly name: string;
  readonly about?: string;
}

/** Changes the names but keeps the ids of the voices, because earlier messages refer to the ids. */
export function VoicesForm({ world, setting, label }: VoicesFormProps) {
  const voices = setting.value as readonly Voice[];
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const set = useChange('PUT /api/worlds/{world}/settings', () => setTyped({}));
  const readName = ({ id, name }: Voice) => typed[id] ?? name;
  const isChanged = voices.some((voice) => readName(voice) !== voice.name);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const value = voices.map((voice) => ({ ...voice, name: readName(voice).trim() }));
    if (isChanged) set.mutate({ params: { world }, body: { name: setting.name, value } });
  };
  const isEmpty = voices.some((voice) => readName(voice).trim() === '');
  return (
    <form className={styles['row']} data-names onSubmit={handleSubmit}>
      {voices.map((voice, at) => (
        <VoiceName
          key={voice.id}
          id={`voice-${voice.id}`}
          label={at === 0 ? label : `${voice.name}’s name`}
          name={readName(voice)}
          onName={(name) => {
            set.reset();
            setTyped({ ...typed, [voice.id]: name });
          }}
        />
      ))}
      <p className={styles['help']}>{set.isSuccess ? 'Saved for this world.' : ''}</p>
      {isChanged ? (
        <span className={styles['acts']}>
          <ActButton type="submit" className={buttons['main']} isOff={set.isPending || isEmpty}>
            Save
          </ActButton>
          <button type="button" onClick={() => setTyped({})}>
            Cancel
          </button>
        </span>
      ) : null}
      {set.error === null ? null : (
        <div className={styles['wrong']}>
          <FailureNote failure={set.error} />
        </div>
      )}
    </form>
  );
}

interface VoiceNameProps {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly onName: (name: string) => void;
}

function VoiceName({ id, label, name, onName }: VoiceNameProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <span className={styles['field']}>
        <input
          id={id}
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => onName(target.value)}
        />
      </span>
    </>
  );
}
