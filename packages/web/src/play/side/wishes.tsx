// Wishes: a form for how the player wants the game told, what must never be in it, and what the narrator must keep in mind.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type FormEvent, useState } from 'react';
import { useChange, useRoute } from '../../client/use-route.ts';
import { ActButton } from '../../parts/act-button.tsx';
import buttons from '../../parts/main-button.module.css';
import { FailureNote } from '../../parts/message.tsx';
import { showWhole } from '../../parts/show-whole.ts';
import forms from '../forms.module.css';
import type { GameAddress } from '../table-types.ts';
import { describeSaved } from './describe-saved.ts';
import styles from './side.module.css';

type Told = RouteAnswer<'GET /api/worlds/{world}/games/{game}/wishes'>;

interface WishesProps {
  readonly address: GameAddress;
  /** Null for the built-in narrator. */
  readonly teller: string | null;
}

export function Wishes({ address, teller }: WishesProps) {
  const { data, error } = useRoute('GET /api/worlds/{world}/games/{game}/wishes', { params: address });
  if (error !== null) return <FailureNote failure={error} />;
  return (
    <>
      {teller === null ? (
        <p className={styles['quiet']}>
          The built-in narrator has fixed lines and cannot follow these wishes. They are kept: once you choose
          a model, it gets them in every turn.
        </p>
      ) : null}
      {data === undefined ? null : <WishForm address={address} teller={teller} told={data} />}
    </>
  );
}

const words = [
  ['wish', 'What you want from this game', 'A mood, a theme, a place', 3],
  ['lines', 'What must never be in it', 'spiders, harm to animals', 2],
  ['veils', 'What may happen, but only out of sight', 'romance, a death', 2],
  ['style', 'How it is told', 'terse, second person, present tense', 2],
  ['authorNote', 'What the narrator should keep in mind', 'It is autumn, and the bridge is down.', 3],
] as const;

function WishForm({ address, teller, told }: WishesProps & { readonly told: Told }) {
  const [typed, setTyped] = useState<Partial<Record<string, string>>>({});
  const save = useChange('PUT /api/worlds/{world}/games/{game}/wishes', () => setTyped({}));
  const length = told.length === undefined ? '' : `${told.length.from}–${told.length.to}`;
  const range = typed['length'] === undefined ? undefined : parseRange(typed['length']);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (range === 'wrong') return;
    const { length: _length, check, ...texts } = typed;
    save.mutate({
      params: address,
      body: {
        ...texts,
        ...(range === undefined ? {} : { length: range }),
        ...(check === undefined ? {} : { check: check as NonNullable<Told['check']> }),
      },
    });
  };
  const handleType = (name: string, text: string) => {
    save.reset();
    setTyped({ ...typed, [name]: text });
  };
  return (
    <form className={forms['form']} onSubmit={handleSubmit}>
      {words.map(([name, label, placeholder, rows]) => (
        <label key={name}>
          {label}
          <textarea
            rows={rows}
            value={typed[name] ?? told[name] ?? ''}
            placeholder={placeholder}
            onChange={({ target }) => handleType(name, target.value)}
          />
        </label>
      ))}
      <label>
        How long the text of a turn should be, in words
        <input
          value={typed['length'] ?? length}
          placeholder="80–160"
          aria-invalid={range === 'wrong'}
          onChange={({ target }) => handleType('length', target.value)}
        />
      </label>
      {range === 'wrong' ? <p role="status">Write two numbers, such as 80–160, or leave it empty.</p> : null}
      <label>
        Should the model check the text of each turn?
        <select
          value={typed['check'] ?? told.check ?? 'off'}
          onChange={({ target }) => handleType('check', target.value)}
        >
          <option value="off">no</option>
          <option value="mark">yes, and mark what is wrong</option>
          <option value="correct">yes, and correct it before you read it</option>
        </select>
      </label>
      {save.error === null ? null : <FailureNote failure={save.error} />}
      <div className={forms['acts']}>
        <ActButton
          type="submit"
          className={buttons['main']}
          isOff={Object.keys(typed).length === 0 || save.isPending || range === 'wrong'}
        >
          Save
        </ActButton>
        <span role="status">
          {save.isSuccess ? <span ref={showWhole}>{describeSaved(teller)}</span> : null}
        </span>
      </div>
    </form>
  );
}

function parseRange(text: string): { readonly from: number; readonly to: number } | null | 'wrong' {
  if (text.trim() === '') return null;
  const [, from, to] = /^\s*(\d{1,5})\s?[-–]\s?(\d{1,5})\s*$/u.exec(text) ?? [];
  return from === undefined || to === undefined ? 'wrong' : { from: Number(from), to: Number(to) };
}
