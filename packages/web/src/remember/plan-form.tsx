// Plan form: adds a plan by hand, by sending a message with the tag for a plan.

import { useState } from 'react';
import { useChange } from '../client/use-route.ts';
import { AskField } from '../parts/ask-field.tsx';
import { FailureNote } from '../parts/message.tsx';
import pages from './page.module.css';

export function PlanForm({ world }: { readonly world: string }) {
  const [text, setText] = useState('');
  const [notes, setNotes] = useState<readonly string[]>([]);
  const say = useChange('POST /api/worlds/{world}/talk', (heard) => {
    setText('');
    setNotes(heard.notes);
  });
  // An angle bracket would end the tag.
  const plan = text.replace(/[<>]/gu, ' ').trim();
  const handleSend = () => {
    if (plan !== '' && !say.isPending)
      say.mutate({ params: { world }, body: { text: `<plan>${plan}</plan>` } });
  };
  return (
    <>
      <AskField act="Plan it" isOff={plan === '' || say.isPending} onSend={handleSend}>
        <input
          type="text"
          aria-label="Plan something"
          placeholder="Call the dentist tomorrow"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </AskField>
      {notes.map((note) => (
        <p key={note} role="status" className={pages['quiet']}>
          {note}
        </p>
      ))}
      {say.error === null ? null : <FailureNote failure={say.error} />}
    </>
  );
}
