// Character step: lets the player choose a ready-made character or somebody from the story, or make their own by the rules.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type ReactNode, useState } from 'react';
import { useChange, useRoute } from '../../client/use-route.ts';
import { FailureNote } from '../../parts/message.tsx';
import forms from '../forms.module.css';
import { nameGroup } from '../sheet.tsx';
import { isTypedNumber } from '../typed-value.ts';
import { withPlaces } from '../with-places.ts';
import { FieldInput } from './field-input.tsx';
import { listChosen } from './list-chosen.ts';
import { SentenceForm } from './sentence-form.tsx';
import { splitBoxes } from './split-boxes.ts';
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
  /** How far the model is with the sheet, or why nothing came of it. */
  readonly note: ReactNode;
  /** The sheet that a model proposed last. */
  readonly proposed: MadeCharacter['character'] | null;
  readonly onChange: (wanted: MadeCharacter | undefined) => void;
}

export function CharacterStep(props: CharacterStepProps) {
  const { world, name, wanted, tried, model, isBusy, note, proposed, onChange } = props;
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
        {note}
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
      {tried === undefined ? null : <CharacterForm tried={tried} wanted={wanted} onChange={onChange} />}
      {failure}
      {model === null || wanted.character === undefined ? null : (
        <SentenceForm
          key={JSON.stringify(proposed)}
          label={`What should be different? ${model} changes the sheet`}
          act="Change the sheet"
          isBusy={isBusy}
          onSay={(change) => askModel(describeChange(wanted, change))}
        />
      )}
      {note}
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
      <Group
        title="From the story"
        people={offer.people}
        onChoose={({ label, about }) => onChoose({ character: { name: label, about, set: {} } })}
      />
      <Group
        title="Ready-made for these rules"
        people={offer.quick}
        onChoose={({ id }) => onChoose({ quick: id })}
      />
      {offer.people.length + offer.quick.length === 0 ? null : <h3>Or your own</h3>}
      <ul>
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

interface Offered {
  readonly id: string | number;
  readonly label: string;
  readonly about: string;
}

interface GroupProps<One extends Offered> {
  readonly title: string;
  readonly people: readonly One[];
  readonly onChoose: (chosen: One) => void;
}

function Group<One extends Offered>({ title, people, onChoose }: GroupProps<One>) {
  if (people.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {people.map((one) => (
          <Person key={one.id} label={one.label} about={one.about} onChoose={() => onChoose(one)} />
        ))}
      </ul>
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

/**
 * Renders what is said of somebody, to stand below their name: usually without the name at the beginning, and with the
 * end of a sentence.
 */
function describePerson(label: string, about: string): string {
  const said = about.startsWith(`${label}, `) ? about.slice(label.length + 2) : about;
  // “The Reeve, who is …” would become a question.
  const rest = /^(?:who|whose|whom|which|that|where)\b/iu.test(said) ? about : said;
  const end = rest === '' || /[\p{Sentence_Terminal}…][\p{Pe}\p{Pi}\p{Pf}"']*$/u.test(rest) ? '' : '.';
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}${end}`;
}

function Person({ label, about, onChoose }: PersonProps) {
  return (
    <li>
      <button type="button" onClick={onChoose}>
        <b>{label}</b>
        <span>{describePerson(label, about)}</span>
      </button>
    </li>
  );
}

interface CharacterFormProps {
  readonly tried: TriedCharacter;
  readonly wanted: MadeCharacter;
  readonly onChange: (wanted: MadeCharacter) => void;
}

/** Groups of fields that are open from the start; the others are folded, for players who want them. */
const opened: ReadonlySet<string> = new Set(['identity', 'attributes']);

function CharacterForm({ tried, wanted, onChange }: CharacterFormProps) {
  const { sheet, refused, unmet } = tried;
  const said = wanted.character ?? { name: sheet.name, about: sheet.about, set: {} };
  const unnamed = refused.find(({ at }) => at === 'name')?.say;
  const update = (part: Partial<typeof said>) => onChange({ ...wanted, character: { ...said, ...part } });
  return (
    <form className={forms['form']} onSubmit={(event) => event.preventDefault()}>
      <div className={styles['named']}>
        <label>
          Name
          <input
            value={said.name}
            maxLength={80}
            aria-invalid={unnamed !== undefined}
            aria-describedby={unnamed === undefined ? undefined : 'name-refused'}
            onChange={({ target }) => update({ name: target.value })}
          />
        </label>
        {unnamed === undefined ? null : (
          <span id="name-refused" className={styles['refused']}>
            {unnamed}
          </span>
        )}
      </div>
      <label>
        Who they are, in a sentence
        <textarea
          rows={2}
          value={said.about}
          maxLength={2_000}
          onChange={({ target }) => update({ about: target.value })}
        />
      </label>
      {listChosen(sheet.sections).map(({ category, fields }) => (
        <details key={category} open={opened.has(category)} className={styles['group']}>
          <summary>{nameGroup(category)}</summary>
          {unmet
            .filter((rule) => rule.category === category)
            .map(({ at, say }) => (
              <p key={at} className={styles['wrong']}>
                {say}
              </p>
            ))}
          {splitBoxes(fields).map(({ kind, fields: some }) => (
            <div key={kind} className={styles[kind]} data-numbers={some.every(isTypedNumber)}>
              {some.map((field) => (
                <FieldInput
                  key={field.path}
                  field={field}
                  said={said.set[field.path]}
                  refused={refused.find(({ at }) => at === field.path)?.say}
                  onChange={(value) => update({ set: { ...said.set, [field.path]: value } })}
                />
              ))}
            </div>
          ))}
        </details>
      ))}
    </form>
  );
}
