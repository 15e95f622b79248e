// Setting row: shows a setting with its purpose, its value, and a button that restores the default.

import { type FormEvent, useId, useState } from 'react';
import { useChange } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import buttons from '../parts/main-button.module.css';
import { renderPageWords } from '../parts/render-page-words.ts';
import type { KnownSetting } from './known-settings.ts';
import styles from './setting-row.module.css';
import { describeValid, type PersonSetting, parseWritten, renderValue } from './setting-value.ts';

interface SettingRowProps {
  readonly world: string;
  readonly setting: PersonSetting;
  readonly known: Omit<KnownSetting, 'name'>;
}

export function SettingRow({ world, setting, known }: SettingRowProps) {
  const now = renderValue(setting.value, setting);
  const [typed, setTyped] = useState<string>();
  const set = useChange('PUT /api/worlds/{world}/settings', () => setTyped(undefined));
  const id = useId();
  const text = typed ?? now;
  const send = (value: unknown) =>
    set.mutate({
      params: { world },
      body: { name: setting.name, ...(value === undefined ? {} : { value }) },
    });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text !== now) send(parseWritten(text, setting));
  };
  const handleText = (next: string) => {
    set.reset();
    setTyped(next);
  };
  return (
    <form className={styles['row']} onSubmit={handleSubmit} data-changed={text !== now}>
      <label htmlFor={id}>{known.label}</label>
      <span className={styles['field']}>
        <Control id={id} text={text} setting={setting} known={known} onText={handleText} />
        {known.unit === undefined ? null : <span>{known.unit}</span>}
      </span>
      <p id={`${id}-help`} className={styles['help']}>
        {known.help === undefined ? '' : `${known.help} `}
        {describeDefault(setting, known)}
      </p>
      <Acts
        isChanged={text !== now}
        isSet={setting.from === 'own' || setting.from === 'world'}
        isPending={set.isPending}
        onUndo={() => setTyped(undefined)}
        onDefault={() => send(undefined)}
      />
      {set.error === null ? null : (
        <p role="alert" className={styles['wrong']}>
          {set.error.code === 'settings.bad-value'
            ? `It must be ${describeValid(setting)}. Nothing was changed.`
            : renderPageWords(`${set.error.happened} ${set.error.todo}`)}
        </p>
      )}
      {set.isSuccess ? (
        <p role="status" className={styles['kept']}>
          {describeKept(setting)}
        </p>
      ) : null}
    </form>
  );
}

const truths: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

function describeDefault(setting: PersonSetting, { unit, words }: Omit<KnownSetting, 'name'>): string {
  const { byDefault, from, kind } = setting;
  const value = renderValue(byDefault, setting);
  const said = (kind === 'truth' ? truths : words)?.[value] ?? value;
  const own = from === 'environment' ? ' Now set by an environment variable of the server.' : '';
  if (byDefault === null && value === '') return own.trim();
  const days = unit === 'hours' ? nameDays(Number(byDefault)) : '';
  return `Default:\u00a0${said}${unit === undefined || byDefault === null ? '' : `\u00a0${unit}`}${days}.${own}`;
}

function describeKept({ from }: PersonSetting): string {
  if (from === 'world') return 'Saved for this world.';
  return from === 'own' ? 'Saved for all your worlds.' : 'The default applies again.';
}

interface ActsProps {
  readonly isChanged: boolean;
  readonly isSet: boolean;
  readonly isPending: boolean;
  readonly onUndo: () => void;
  readonly onDefault: () => void;
}

function Acts({ isChanged, isSet, isPending, onUndo, onDefault }: ActsProps) {
  if (isChanged)
    return (
      <span className={styles['acts']}>
        <ActButton type="submit" className={buttons['main']} isOff={isPending}>
          Save
        </ActButton>
        <button type="button" onClick={onUndo}>
          Cancel
        </button>
      </span>
    );
  if (!isSet) return null;
  return (
    <span className={styles['acts']}>
      <ActButton isOff={isPending} onClick={onDefault}>
        Back to the default
      </ActButton>
    </span>
  );
}

interface ControlProps {
  readonly id: string;
  readonly text: string;
  readonly setting: PersonSetting;
  readonly known: Omit<KnownSetting, 'name'>;
  readonly onText: (text: string) => void;
}

function Control({ id, text, setting, known, onText }: ControlProps) {
  const isOff = setting.from === 'environment';
  const shared = { id, 'aria-describedby': `${id}-help`, disabled: isOff, value: text };
  const choices =
    setting.kind === 'truth'
      ? [['true', 'yes'] as const, ['false', 'no'] as const]
      : setting.options.map((one) => [one, known.words?.[one] ?? one] as const);
  if (choices.length === 0)
    return (
      <input
        {...shared}
        inputMode={setting.kind === 'number' ? 'decimal' : 'text'}
        data-kind={setting.kind}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onText(target.value)}
      />
    );
  return (
    <select {...shared} onChange={({ target }) => onText(target.value)}>
      {text === '' ? <option value="">not set</option> : null}
      {choices.map(([value, says]) => (
        <option key={value} value={value}>
          {says}
        </option>
      ))}
    </select>
  );
}

/** Says how many days some hours are, if that is easier to grasp. */
function nameDays(hours: number): string {
  return hours >= 48 && hours % 24 === 0 ? ` (${hours / 24}\u00a0days)` : '';
}
