// Mind item: shows an item in mind, paler the weaker it is, with why it is there and what can be done about it.

import { useState } from 'react';
import { Link } from 'react-router';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { FailureNote } from '../parts/message.tsx';
import { renderDue, renderDueDate } from '../parts/time-text.ts';
import { EditForm } from './edit-form.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import type { Mind, MindLine } from './mind.ts';
import styles from './mind-item.module.css';
import { PlanEditForm } from './plan-edit-form.tsx';
import type { Look } from './time-slider.tsx';
import type { Settled } from './undo-settled.tsx';
import { useSettling } from './use-settling.ts';
import { Why } from './why.tsx';

interface MindItemProps {
  readonly world: string;
  readonly mind: Mind;
  readonly line: MindLine;
  /** How present the item is in mind, from 0 to 1. */
  readonly score: number;
  /** The moment at which the item is shown; at an earlier moment, the item cannot be corrected. */
  readonly look: Look;
  /** Called once the item is done or out of mind. */
  readonly onSettled: (settled: Settled) => void;
}

const names: Readonly<Record<MindLine['kind'], string>> = {
  feeling: 'feeling',
  thought: 'thought',
  pattern: 'pattern',
  desc: 'noted',
  fact: 'fact',
  pin: 'pin',
  plan: 'plan',
  secret: 'secret',
};

/** For kinds whose name does not explain itself: what it means. */
const meanings: Partial<Record<MindLine['kind'], string>> = {
  pattern: 'A pattern is something that was noticed again and again.',
  desc: 'This was noted: how somebody or something is or looks.',
  pin: 'A pin is something that was marked as important. It fades slowly, or never if that was asked for.',
};

export function MindItem({ world, mind, line, score, look, onSettled }: MindItemProps) {
  const [isOpen, setOpen] = useState(false);
  const { kind, content } = line;
  const dueAtMs = line.duesAtMs?.[look.index] ?? line.dueAtMs;
  return (
    <li className={styles['item']}>
      <button
        type="button"
        className={styles['row']}
        aria-expanded={isOpen}
        ref={(element) => element?.style.setProperty('--w', score.toFixed(3))}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles['kind']} title={meanings[kind]}>
          {names[kind]}
        </span>
        <span className={styles['content']}>
          {insertHyphens(content)}
          {dueAtMs === undefined ? null : (
            <span className={styles['due']}>
              {joinFacts([
                `${dueAtMs < look.atMs ? 'was due ' : ''}${renderDueSeen(dueAtMs, mind, look)}`,
                stripTime(line.recurrence ?? ''),
              ])}
            </span>
          )}
        </span>
        <span className={styles['meter']} aria-hidden="true">
          <i />
        </span>
        <span className={styles['score']} title="How strongly it is in mind, from 0 to 1">
          {score.toFixed(2)}
        </span>
      </button>
      {isOpen ? <Details {...{ world, mind, line, look, onSettled }} /> : null}
    </li>
  );
}

/**
 * Says when a plan is due. At another moment than now, names the date, since “tomorrow” would be read as the day after
 * that moment.
 */
function renderDueSeen(dueAtMs: number, { timeZone, nowMs }: Mind, { isNow }: Look): string {
  return (isNow ? renderDue : renderDueDate)(dueAtMs, timeZone, nowMs);
}

/** Removes the time from a recurrence such as `every evening at 6`, because the date beside it has the time already. */
function stripTime(recurrence: string): string {
  return recurrence.replace(/ at \d[\d:.]*$/u, '');
}

const says = { dropped: 'Out of mind', reword: 'Reword it' };
const saysOfPlan = { dropped: 'Dropped', reword: 'Reword or move it' };

function Meaning({ kind }: Pick<MindLine, 'kind'>) {
  const says = meanings[kind];
  return says === undefined ? null : <p className={styles['quiet']}>{says}</p>;
}

type DetailsProps = Omit<MindItemProps, 'score'>;

function Details({ world, mind, line, look: { isNow, isPast }, onSettled }: DetailsProps) {
  const [open, setOpen] = useState<'edit' | 'forget'>();
  const { dropped, reword } = line.kind === 'plan' ? saysOfPlan : says;
  const handleSettled = (settled: Settled) => {
    // The form is closed first: its field would keep the focus, and be gone a moment later.
    setOpen(undefined);
    onSettled(settled);
  };
  const correct = useSettling({ item: line.item, content: line.content, dropped }, handleSettled);
  const params = { world, item: line.item };
  return (
    <div className={styles['details']}>
      <Meaning kind={line.kind} />
      {isNow ? <Why world={world} of={{ item: line.item }} /> : null}
      {isNow && line.isCrowdedOut ? (
        <p className={styles['quiet']}>
          It is not in the newest prompt: there was room only for things that matter more.
        </p>
      ) : null}
      <div className={styles['acts']}>
        {line.kind === 'plan' && !isPast ? (
          <button type="button" onClick={() => correct.mutate({ params, body: { do: 'done' } })}>
            Done
          </button>
        ) : null}
        {isPast ? null : (
          <>
            <button type="button" onClick={() => correct.mutate({ params, body: { do: 'drop' } })}>
              {line.kind === 'plan' ? 'Drop it' : 'Put out of mind'}
            </button>
            <button type="button" aria-expanded={open === 'edit'} onClick={() => setOpen('edit')}>
              {reword}
            </button>
          </>
        )}
        <button type="button" onClick={() => setOpen('forget')}>
          Forget …
        </button>
        <Link to={`/${world}/remember#message-${line.eventId}`}>Where it was said</Link>
      </div>
      {correct.error === null ? null : <FailureNote failure={correct.error} />}
      {open === 'edit' ? (
        <EditLine
          line={line}
          timeZone={mind.timeZone}
          onCancel={() => setOpen(undefined)}
          onSave={(changed) => correct.mutate({ params, body: { do: 'edit', ...changed } })}
        />
      ) : null}
      {open === 'forget' ? (
        <ForgetDialog
          world={world}
          target={{ item: line.item }}
          name="this"
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </div>
  );
}

interface EditLineProps {
  readonly line: MindLine;
  readonly timeZone: string;
  readonly onCancel: () => void;
  readonly onSave: (changed: { readonly text?: string; readonly due?: string }) => void;
}

/** The form for the words of the item, and for the date of a plan. */
function EditLine({ line, timeZone, onCancel, onSave }: EditLineProps) {
  if (line.kind === 'plan')
    return <PlanEditForm plan={line} timeZone={timeZone} onCancel={onCancel} onSave={onSave} />;
  return <EditForm text={line.content} onCancel={onCancel} onSave={(text) => onSave({ text })} />;
}
