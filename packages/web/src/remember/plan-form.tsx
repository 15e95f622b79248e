// Plan form: adds a plan by hand, by sending a message with the tag for a plan.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useState } from 'react';
import { useChange } from '../client/use-route.ts';
import { AskField } from '../parts/ask-field.tsx';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { FailureNote } from '../parts/message.tsx';
import { renderDay, renderDueTime } from '../parts/time-text.ts';
import pages from './page.module.css';
import styles from './undo-settled.module.css';

type Shown = RouteAnswer<'GET /api/worlds/{world}/plans'>;

interface PlanFormProps {
  readonly world: string;
  readonly page: Shown;
  /** Whether something else was done since: then nothing is said any more of the plan that was made before. */
  readonly isOver: boolean;
  readonly onPlanned: () => void;
}

export function PlanForm({ world, page, isOver, onPlanned }: PlanFormProps) {
  const [text, setText] = useState('');
  const [sent, setSent] = useState('');
  const [notes, setNotes] = useState<readonly string[]>([]);
  const say = useChange('POST /api/worlds/{world}/talk', (heard) => {
    setText('');
    setSent(plan);
    setNotes(heard.notes);
    onPlanned();
  });
  // An angle bracket would end the tag.
  const plan = text.replace(/[<>]/gu, ' ').trim();
  const handleSend = () => {
    if (plan !== '' && !say.isPending)
      say.mutate({ params: { world }, body: { text: `<plan>${plan}</plan>` } });
  };
  const planned = page.plans.find(({ content }) => content === sent);
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
      {planned === undefined || isOver ? null : (
        <p role="status" className={styles['settled']}>
          Planned {describeDay(planned, page)}: {insertHyphens(planned.content)}
        </p>
      )}
      {(isOver ? [] : notes).map((note) => (
        <p key={note} role="status" className={pages['quiet']}>
          {note}
        </p>
      ))}
      {say.error === null ? null : <FailureNote failure={say.error} />}
    </>
  );
}

/** The new plan may be far down in the list, so the day that was read from its words is shown here, too. */
function describeDay({ dueAtMs }: Shown['plans'][number], { timeZone, nowMs }: Shown): string {
  if (dueAtMs === undefined) return 'without a date';
  const time = renderDueTime(dueAtMs, timeZone);
  return `for ${renderDay(dueAtMs, timeZone, nowMs)}${time === undefined ? '' : ` at ${time}`}`;
}
