// Plan form: plans something by hand, said in the talk as whoever writes the tag there says it.

import { type FormEvent, useState } from 'react';
import { useChange } from '../client/use-route.ts';
import { FailureNote } from '../parts/message.tsx';
import pages from './page.module.css';
import styles from './plans-page.module.css';

export function PlanForm({ world }: { readonly world: string }) {
  const [text, setText] = useState('');
  const [notes, setNotes] = useState<readonly string[]>([]);
  const say = useChange('POST /api/worlds/{world}/talk', (heard) => {
    setText('');
    setNotes(heard.notes);
  });
  // A bracket would end the tag.
  const plan = text.replace(/[<>]/gu, ' ').trim();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (plan !== '' && !say.isPending)
      say.mutate({ params: { world }, body: { text: `<plan>${plan}</plan>` } });
  };
  return (
    <form className={styles['new']} onSubmit={handleSubmit}>
      <input
        aria-label="Plan something"
        placeholder="Plan something: call the dentist tomorrow at ten"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className={pages['main']} disabled={plan === '' || say.isPending}>
        Plan it
      </button>
      {notes.map((note) => (
        <p key={note} role="status" className={pages['quiet']}>
          {note}
        </p>
      ))}
      {say.error === null ? null : <FailureNote failure={say.error} />}
    </form>
  );
}
