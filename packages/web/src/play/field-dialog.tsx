// Field dialog: explains why a field has its value, and lets the player change it, checked like any other change.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type FormEvent, useId, useState } from 'react';
import { useChange, useRoute } from '../client/use-route.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogAct } from '../parts/dialog-act.tsx';
import { insertHyphens, insertTextHyphens } from '../parts/insert-hyphens.ts';
import { FailureNote } from '../parts/message.tsx';
import { Changes, MovedItems } from './changes.tsx';
import styles from './field-dialog.module.css';
import forms from './forms.module.css';
import { ItemActs } from './item-acts.tsx';
import { renderFigure, renderFormula, renderNumber, renderSum } from './render-figure.ts';
import type { GameAddress, ShownField } from './table-types.ts';
import { listOptions, readTyped } from './typed-value.ts';
import { withPlaces } from './with-places.ts';

/** A longer value, such as a list of things, stands below its name instead of beside it. */
const longestBeside = 24;

interface FieldDialogProps {
  readonly address: GameAddress;
  readonly entity: string;
  readonly field: ShownField;
  /** Who carries the things of the field: the player's character; undefined if nobody carries them. */
  readonly carrier: string | undefined;
  readonly onClose: () => void;
}

export function FieldDialog({ address, entity, field, carrier, onClose }: FieldDialogProps) {
  const form = useId();
  const shows = renderFigure(field.shows);
  const isShort = shows.length <= longestBeside;
  return (
    <Dialog
      label={`${field.label}: why?`}
      onClose={onClose}
      cancel="Close"
      acts={field.canBeSet ? <DialogAct says="Set it" form={form} /> : null}
    >
      <div className={styles['why']}>
        <h2>
          {insertHyphens(field.label)} {isShort ? <span>{shows}</span> : null}
        </h2>
        {isShort || carrier !== undefined ? null : (
          <p className={styles['long']}>{insertTextHyphens(shows)}</p>
        )}
        {carrier === undefined ? null : (
          <ItemActs address={address} owner={carrier} items={field.items ?? []} />
        )}
        {field.hint === undefined ? null : <p className={styles['quiet']}>{field.hint}</p>}
        <Why address={address} entity={entity} path={field.path} />
        {field.canBeSet ? (
          <SetForm id={form} address={address} entity={entity} field={field} />
        ) : (
          <p className={styles['quiet']}>The rules compute this value, so nobody sets it by hand.</p>
        )}
      </div>
    </Dialog>
  );
}

interface WhyProps {
  readonly address: GameAddress;
  readonly entity: string;
  readonly path: string;
}

const names = { value: 'It is', maximum: 'At most', beginning: 'It begins with' } as const;

function Why({ address, entity, path }: WhyProps) {
  const { data, error } = useRoute('GET /api/worlds/{world}/games/{game}/why', {
    params: address,
    query: { entity, path },
  });
  if (error !== null) return <FailureNote failure={error} />;
  if (data === undefined) return null;
  const { formulas, history, feeds } = data;
  return (
    <>
      {formulas.map((one) => (
        <div key={one.of} className={styles['formula']}>
          {one.sum === undefined ? <Formula formula={one} /> : <Sum formula={one} sum={one.sum} />}
        </div>
      ))}
      {feeds.length === 0 ? null : (
        <p className={styles['quiet']}>What depends on this value: {feeds.join(', ')}.</p>
      )}
      {history.length === 0 ? (
        <p className={styles['quiet']}>This value has not changed since the game began.</p>
      ) : (
        <ol className={styles['history']} aria-label="Its last changes">
          {withPlaces(history).map(({ at, one: { number, words, before, after, came, went, because } }) => (
            <li key={at}>
              {came === undefined && went === undefined ? (
                <b>
                  {renderFigure(before)} → {renderFigure(after)}
                </b>
              ) : (
                <MovedItems came={came} went={went} />
              )}
              {because === undefined ? '' : `, ${because}`}
              <span className={styles['quiet']}>
                Turn {number}
                {words === '' ? '' : `: ${words}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

type Explained = RouteAnswer<'GET /api/worlds/{world}/games/{game}/why'>['formulas'][number];

interface SumProps {
  readonly formula: Explained;
  readonly sum: NonNullable<Explained['sum']>;
}

/** Shows the numbers that add up to the value, and the rule behind them for those who want to check it. */
function Sum({ formula: { of, says, reads }, sum }: SumProps) {
  return (
    <>
      <p>
        {names[of]} <b>{renderNumber(sum.reduce((total, { value }) => total + value, 0))}</b> ={' '}
        {renderSum(sum)}
      </p>
      <details>
        <summary>The rule</summary>
        <p>{renderFormula(says)}</p>
        <Reads reads={reads} />
      </details>
    </>
  );
}

function Formula({ formula: { of, says, reads } }: { readonly formula: Explained }) {
  return (
    <>
      <p>
        {names[of]}: {renderFormula(says)}
      </p>
      <Reads reads={reads} />
    </>
  );
}

function Reads({ reads }: Pick<Explained, 'reads'>) {
  if (reads.length === 0) return null;
  return (
    <dl>
      {reads.map(({ name, label, shows }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{renderFigure(shows)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SetFormProps {
  readonly id: string;
  readonly address: GameAddress;
  readonly entity: string;
  readonly field: ShownField;
}

function SetForm({ id, address, entity, field }: SetFormProps) {
  const [value, setValue] = useState(readTyped(field));
  const set = useChange('POST /api/worlds/{world}/games/{game}/values');
  const options = listOptions(field);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!set.isPending) set.mutate({ params: address, body: { entity, path: field.path, value } });
  };
  return (
    <form id={id} className={`${forms['form']} ${styles['set']}`} onSubmit={handleSubmit}>
      <label htmlFor="by-hand">Correct it by hand, within the rules</label>
      {options === undefined ? (
        <input id="by-hand" value={value} onChange={({ target }) => setValue(target.value)} />
      ) : (
        <select id="by-hand" value={value} onChange={({ target }) => setValue(target.value)}>
          {options.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
      {set.error === null ? null : <FailureNote failure={set.error} />}
      {set.data === undefined ? null : (
        <div role="status">
          <Changes changes={set.data.changes} />
          {set.data.says.map((line) => (
            <p key={line} className={styles['quiet']}>
              {line}
            </p>
          ))}
        </div>
      )}
    </form>
  );
}
