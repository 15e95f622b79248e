// Brought card: says who the companion is after a character card came in, and asks for the person's name if none is known.

import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { ImportedCard } from '../client/send-talk.ts';
import { splitAddress } from '../client/split-address.ts';
import { useChange, useRoute } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import { FailureNote } from '../parts/message.tsx';
import styles from './bring-talk.module.css';
import { describeCard } from './describe-card.ts';

interface BroughtCardProps {
  readonly world: string;
  readonly card: ImportedCard;
}

export function BroughtCard({ world, card }: BroughtCardProps) {
  const { instructions } = card.leftOut;
  return (
    <>
      <ul>
        {describeCard(card).map((said) => (
          <li key={said}>{said}</li>
        ))}
      </ul>
      {card.of === undefined ? null : (
        <p>
          <Link to={`/${splitAddress(world).world}~${card.of}/remember`}>Talk with {card.name}</Link>
        </p>
      )}
      {instructions === '' ? null : (
        <details>
          <summary>What the card tells a model to do</summary>
          <blockquote>{instructions}</blockquote>
        </details>
      )}
      {card.calls === undefined ? <NameForm world={world} companion={card.name} /> : null}
    </>
  );
}

const setting = 'memory.voices.user';

interface NameFormProps {
  readonly world: string;
  readonly companion: string;
}

function NameForm({ world, companion }: NameFormProps) {
  const [name, setName] = useState('');
  const settings = useRoute('GET /api/worlds/{world}/settings', { params: { world } });
  const set = useChange('PUT /api/worlds/{world}/settings');
  const voices = settings.data?.find((one) => one.name === setting)?.value;
  const [first, ...others] = Array.isArray(voices) ? (voices as readonly object[]) : [];
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const value = [{ ...first, name: name.trim() }, ...others];
    set.mutate({ params: { world }, body: { name: setting, value } });
  };
  if (set.isSuccess) return <p>{companion} knows what you are called.</p>;
  return (
    <form className={styles['who']} onSubmit={handleSubmit}>
      <label>
        What does {companion} call you?
        <input
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <ActButton type="submit" isOff={name.trim() === '' || first === undefined || set.isPending}>
        Save
      </ActButton>
      {set.error === null ? null : <FailureNote failure={set.error} />}
    </form>
  );
}
