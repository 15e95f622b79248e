// Plan form: adds a plan by hand, by sending a message with the tag for a plan.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useState } from 'react';
import { useChange } from '../client/use-route.ts';
import { AskField } from '../parts/ask-field.tsx';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { FailureNote } from '../parts/message.tsx';
import { renderDay, renderDue, renderDueTime } from '../parts/time-text.ts';
import pages from './page.module.css';
import styles from './undo-settled.module.css';
import type { Settled } from './undo-settled.tsx';

type Heard = RouteAnswer<'POST /api/worlds/{world}/talk'>;
type Shown = RouteAnswer<'GET /api/worlds/{world}/plans'>;

interface PlanFormProps {
  readonly world: string;
  readonly page: Shown;
  /** Whether something else was done since the plan was made: then nothing more is said of it. */
  readonly isOver: boolean;
  /** Called with the plan that the words ended or moved, if they made no plan of their own. */
  readonly onPlanned: (settled: Settled | undefined) => void;
}

export function PlanForm({ world, page, isOver, onPlanned }: PlanFormProps) {
  const [text, setText] = useState('');
  const [heard, setHeard] = useState<Heard>();
  const say = useChange('POST /api/worlds/{world}/talk', (answer) => {
    // Words that did nothing stay in the field.
    if (answer.plans.length > 0) setText('');
    setHeard(answer);
    onPlanned(findSettled(answer, page));
  });
  const plan = text.trim();
  const handleSend = () => say.mutate({ params: { world }, body: { text: plan, isPlan: true } });
  const made = heard?.plans.find(({ effect }) => effect === 'planned');
  const planned = page.plans.find(({ id }) => id === made?.id);
  return (
    <>
      <AskField act="Plan it" isOff={plan === '' || say.isPending} onSend={handleSend}>
        <input
          type="text"
          aria-label="Plan something"
          placeholder="Call the dentist tomorrow"
          value={text}
          readOnly={say.isPending}
          onChange={({ target }) => setText(target.value)}
        />
      </AskField>
      {planned === undefined || isOver ? null : (
        <p role="status" className={styles['settled']}>
          Planned {describeDay(planned, page)}: {insertHyphens(planned.content)}
        </p>
      )}
      {(isOver ? [] : (heard?.notes ?? [])).map((note) => (
        <p key={note} role="status" className={pages['quiet']}>
          {note}
        </p>
      ))}
      {say.error === null ? null : <FailureNote failure={say.error} />}
    </>
  );
}

const deeds: Readonly<Record<Exclude<Heard['plans'][number]['effect'], 'planned'>, string>> = {
  resolved: 'Done',
  dropped: 'Dropped',
  settled: 'Settled for this time',
  moved: 'Moved',
};

/**
 * Says what the words did to an existing plan, as in “Move the dentist to Friday”; undefined if they made a new plan or
 * did nothing.
 */
function findSettled({ event, plans }: Heard, { timeZone, nowMs }: Shown): Settled | undefined {
  const [plan] = plans;
  if (plan === undefined || plan.effect === 'planned') return undefined;
  const { id, content, effect, dueAtMs } = plan;
  const to = effect === 'moved' && dueAtMs !== undefined ? ` to ${renderDue(dueAtMs, timeZone, nowMs)}` : '';
  return { item: id, content, says: `${deeds[effect]}${to}`, event };
}

/**
 * Says for when the new plan is: the plan may be far down in the list, so the day that was read from its words is shown
 * here, too.
 */
function describeDay({ dueAtMs, recurrence }: Shown['plans'][number], { timeZone, nowMs }: Shown): string {
  if (dueAtMs === undefined) return 'without a date';
  const time = renderDueTime(dueAtMs, timeZone);
  const day = `for ${renderDay(dueAtMs, timeZone, nowMs)}${time === undefined ? '' : ` at ${time}`}`;
  return recurrence === undefined ? day : `${recurrence}, first ${day}`;
}
