// Character step: lets the player choose a ready-made character or somebody from the story, or make their own by the rules.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useState } from 'react';
import { useChange, useRoute } from '../../client/use-route.ts';
import { FailureNote } from '../../parts/message.tsx';
import forms from '../forms.module.css';
import { readNumber } from '../prefabs/view.ts';
import { nameGroup } from '../sheet.tsx';
import type { ShownField } from '../table-types.ts';
import { listOptions, readTyped } from '../typed-value.ts';
import { withPlaces } from '../with-places.ts';
import { SentenceForm } from './sentence-form.tsx';
import { splitSteps } from './split-steps.ts';
import type { MadeCharacter, TriedCharacter } from './use-tried-character.ts';
import styles from './zero-page.module.css';

interface CharacterStepProps {
  readonly world: string;
  /** Name of the game. */
  readonly name: string;
  readonly wanted: MadeCharacter | undefined;
  readonly tried: TriedCharacter | undefined;
  /** The model that can fill in a sheet; null if none is named. */
  readonly model: string | null;
  /** Whether a model is making something for this game. */
  readonly isBusy: boolean;
  readonly onChange: (wanted: MadeCharacter | undefined) => void;
}

export function CharacterStep(props: CharacterStepProps) {
  const { world, name, wanted, tried, model, isBusy, onChange } = props;
  const { data, error } = useRoute('GET /api/worlds/{world}/zero/characters', {
    params: { world },
    query: { name },
  });
  const propose = useChange('POST /api/worlds/{world}/zero/proposals');
  if (error !== null) return <FailureNote failure={error} />;
  if (data === undefined)
    return (
      <section className={styles['step']} aria-label="Character">
        <h2>Who are you?</h2>
        <p className={forms['quiet']}>Looking …</p>
      </section>
    );
  const askModel = (body: { readonly wish: string; readonly change?: string }) =>
    propose.mutate({ params: { world }, body: { name, ...body } });
  const failure = propose.error === null ? null : <FailureNote failure={propose.error} />;
  if (wanted === undefined) {
    return (
      <section className={styles['step']} aria-label="Character">
        <h2>Who are you?</h2>
        <People offer={data} model={model} isBusy={isBusy} onChoose={onChange} onDescribe={askModel} />
        {failure}
      </section>
    );
  }
  return (
    <section className={styles['step']} aria-label="Character">
      <div className={styles['row']}>
        <h2>Who are you?</h2>
        <button type="button" className={styles['other']} onClick={() => onChange(undefined)}>
          Somebody else
        </button>
      </div>
      {data.manner === '' ? null : <Manner text={data.manner} />}
      {tried === undefined ? null : <CharacterForm sheet={tried.sheet} wanted={wanted} onChange={onChange} />}
      {failure}
      {model === null || wanted.character === undefined ? null : (
        <SentenceForm
          label={`What should be different? ${model} changes the sheet`}
          act="Change the sheet"
          isBusy={isBusy}
          onSay={(change) => askModel(describeChange(wanted, change))}
        />
      )}
    </section>
  );
}

/** Shows how a character is made by these rules; as a list if the rules number the steps. */
function Manner({ text }: { readonly text: string }) {
  const steps = splitSteps(text);
  if (steps.length === 1) return <p className={forms['quiet']}>{text}</p>;
  return (
    <ol className={styles['manner']}>
      {withPlaces(steps).map(({ at, one }) => (
        <li key={at}>{one}</li>
      ))}
    </ol>
  );
}

interface PeopleProps {
  readonly offer: RouteAnswer<'GET /api/worlds/{world}/zero/characters'>;
  readonly model: string | null;
  readonly isBusy: boolean;
  readonly onChoose: (wanted: MadeCharacter) => void;
  readonly onDescribe: (wanted: { readonly wish: string }) => void;
}

function People({ offer, model, isBusy, onChoose, onDescribe }: PeopleProps) {
  const [isDescribing, setDescribing] = useState(false);
  return (
    <>
      <ul>
        {offer.people.map(({ id, label, about }) => (
          <Person
            key={`person ${id}`}
            label={label}
            about={about}
            onChoose={() => onChoose({ character: { name: label, about, set: {} } })}
          />
        ))}
        {offer.quick.map(({ id, label, about }) => (
          <Person key={id} label={label} about={about} onChoose={() => onChoose({ quick: id })} />
        ))}
        <Person
          label="Somebody of my own"
          about="The rules fill in values, and you can change them"
          onChoose={() => onChoose({ character: { name: 'The Stranger', about: '', set: {} } })}
        />
        {model === null ? null : (
          <Person
            label="Somebody you describe"
            about={`In a sentence: ${model} fills in the sheet, and you can change it`}
            onChoose={() => setDescribing(true)}
          />
        )}
      </ul>
      {isDescribing ? (
        <SentenceForm
          label="Who do you want to be?"
          act="Fill in the sheet"
          isBusy={isBusy}
          onSay={(wish) => onDescribe({ wish })}
        />
      ) : null}
    </>
  );
}

/** Describes the present character, as far as it is known, and what should be different. */
function describeChange({ character }: MadeCharacter, change: string) {
  const about = `${character?.name ?? ''}. ${character?.about ?? ''}`;
  return { wish: about.slice(0, 2_000), change, character };
}

interface PersonProps {
  readonly label: string;
  readonly about: string;
  readonly onChoose: () => void;
}

function Person({ label, about, onChoose }: PersonProps) {
  return (
    <li>
      <button type="button" onClick={onChoose}>
        <b>{label}</b>
        <span>{about}</span>
      </button>
    </li>
  );
}

interface CharacterFormProps {
  readonly sheet: TriedCharacter['sheet'];
  readonly wanted: MadeCharacter;
  readonly onChange: (wanted: MadeCharacter) => void;
}

/** Groups of fields that are open from the start; the others are folded, for players who want them. */
const opened: ReadonlySet<string> = new Set(['identity', 'attributes']);

function CharacterForm({ sheet, wanted, onChange }: CharacterFormProps) {
  const said = wanted.character ?? { name: sheet.name, about: sheet.about, set: {} };
  const update = (part: Partial<typeof said>) => onChange({ ...wanted, character: { ...said, ...part } });
  const sections = sheet.sections
    .map(({ category, fields }) => ({ category, fields: fields.filter(isChosen) }))
    .filter(({ fields }) => fields.length > 0);
  return (
    <form className={forms['form']} onSubmit={(event) => event.preventDefault()}>
      <label>
        Name
        <input value={said.name} maxLength={80} onChange={({ target }) => update({ name: target.value })} />
      </label>
      <label>
        Who they are, in a sentence
        <textarea
          rows={2}
          value={said.about}
          maxLength={2_000}
          onChange={({ target }) => update({ about: target.value })}
        />
      </label>
      {sections.map(({ category, fields }) => (
        <details key={category} open={opened.has(category)} className={styles['group']}>
          <summary>{nameGroup(category)}</summary>
          <div className={styles['fields']}>
            {fields.map((field) => (
              <FieldInput
                key={field.path}
                field={field}
                value={said.set[field.path] ?? readTyped(field)}
                onChange={(value) => update({ set: { ...said.set, [field.path]: value } })}
              />
            ))}
          </div>
        </details>
      ))}
    </form>
  );
}

/** Of a score with a modifier, the rules compute the modifier and the player chooses the score. */
function isChosen({ canBeSet, prefab }: ShownField): boolean {
  return canBeSet && prefab !== 'REF' && prefab !== 'CONT_CONDITIONS';
}

interface FieldInputProps {
  readonly field: ShownField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function FieldInput({ field, value, onChange }: FieldInputProps) {
  const options = listOptions(field);
  const id = `field-${field.path}`;
  const isNumber = readNumber(field.value) !== undefined || readNumber(field.value, 'score') !== undefined;
  const isShort = isNumber || /^-?\d+$/u.test(readTyped(field));
  return (
    <label htmlFor={id} title={field.hint} data-wide={options === undefined && !isShort}>
      {field.label}
      {options === undefined ? (
        <input
          id={id}
          value={value}
          type={isNumber ? 'number' : 'text'}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
          {options.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
    </label>
  );
}
