// Field input: a field of a new character as a number, a choice, a box to tick or words.

import type { ShownField } from '../table-types.ts';
import { isTypedNumber, listOptions, readTyped } from '../typed-value.ts';
import styles from './zero-page.module.css';

interface FieldInputProps {
  readonly field: ShownField;
  /** What the player entered; undefined if the value is still the one that the rules give. */
  readonly said: string | undefined;
  /** Why the rules do not allow what was entered. */
  readonly refused: string | undefined;
  readonly onChange: (value: string) => void;
}

export function FieldInput({ field, said, refused, onChange }: FieldInputProps) {
  const id = `field-${field.path}`;
  const isNumber = isTypedNumber(field);
  // A model may have proposed a score as an object; the sheet has the number.
  const value = said === undefined || (isNumber && said.startsWith('{')) ? readTyped(field) : said;
  if (typeof field.value === 'boolean') {
    return (
      <label htmlFor={id} title={field.hint}>
        <input
          id={id}
          type="checkbox"
          checked={value === 'true'}
          onChange={({ target }) => onChange(String(target.checked))}
        />
        {field.label}
      </label>
    );
  }
  const options = listOptions(field);
  return (
    <div data-wide={options === undefined && !isNumber}>
      <label htmlFor={id} title={field.hint}>
        {field.label}
        {options === undefined ? (
          <input
            id={id}
            value={value}
            type={isNumber ? 'number' : 'text'}
            aria-invalid={refused !== undefined}
            aria-describedby={refused === undefined ? undefined : `${id}-refused`}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
            {options.map((one) => (
              <option key={one} value={one}>
                {`${one.charAt(0).toUpperCase()}${one.slice(1)}`}
              </option>
            ))}
          </select>
        )}
      </label>
      {refused === undefined ? null : (
        <span id={`${id}-refused`} className={styles['refused']}>
          {refused}
        </span>
      )}
    </div>
  );
}
