// Known facts: lists the facts about people with the words that told them, and what can be done about each.

import { useState } from 'react';
import { Link } from 'react-router';
import { FoldedList } from '../parts/folded-list.tsx';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { FailureNote } from '../parts/message.tsx';
import { renderShortDay } from '../parts/time-text.ts';
import { EditForm } from './edit-form.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import styles from './known-facts.module.css';
import type { Mind } from './mind.ts';
import panel from './mind-panel.module.css';
import { nameFact } from './name-fact.ts';
import type { Look } from './time-slider.tsx';
import { type Settled, UndoSettled } from './undo-settled.tsx';
import { useSettling } from './use-settling.ts';

type Fact = Mind['facts'][number];

interface KnownFactsProps {
  readonly world: string;
  readonly mind: Mind;
  /** The moment at which the mind is looked at; at an earlier moment, facts cannot be corrected. */
  readonly look: Pick<Look, 'isPast' | 'atMs'>;
}

export function KnownFacts({ world, mind, look }: KnownFactsProps) {
  const [settled, setSettled] = useState<Settled>();
  const { isPast, atMs } = look;
  const facts = mind.facts.filter(
    ({ fromMs = 0, untilMs = Number.POSITIVE_INFINITY }) => isPast || (fromMs <= atMs && atMs < untilMs),
  );
  if (facts.length === 0 && settled === undefined) return null;
  const isOne = new Set(facts.map(({ voice }) => voice)).size === 1;
  return (
    <section aria-label="Known facts">
      <h3 className={panel['title']}>Known</h3>
      {settled === undefined ? null : (
        <UndoSettled world={world} settled={settled} onOver={() => setSettled(undefined)} />
      )}
      <FoldedList
        rows={facts}
        first={firstFacts}
        draw={(fact) => (
          <FactRow key={fact.item} {...{ world, mind, fact, isOne, look }} onSettled={setSettled} />
        )}
      />
    </section>
  );
}

const firstFacts = 24;

interface FactRowProps extends KnownFactsProps {
  readonly fact: Fact;
  /** Whether all facts are about one person, who then need not be named. */
  readonly isOne: boolean;
  /** Called once the fact is out of mind. */
  readonly onSettled: (settled: Settled) => void;
}

function FactRow({ world, mind, fact, isOne, look: { isPast }, onSettled }: FactRowProps) {
  const [isOpen, setOpen] = useState(false);
  const [isForgetting, setForgetting] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const { item, person, value, content, eventId, toldAtMs } = fact;
  const name = nameFact(fact);
  const held = { item, content: `${name}, ${value}`, dropped: 'Out of mind', name };
  const correct = useSettling(held, (settled) => {
    // The form is closed first: its field would keep the focus, and be gone a moment later.
    setEditing(false);
    onSettled(settled);
  });
  const day = toldAtMs === undefined ? '' : renderShortDay(toldAtMs, mind.timeZone, mind.nowMs);
  return (
    <li className={styles['fact']}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={styles['name']}>{isOne ? name : `${person} · ${name}`}</span>
        <span>
          {insertTextHyphens(value)}
          <Remarks fact={fact} mind={mind} />
        </span>
      </button>
      {isOpen ? (
        <div className={styles['details']}>
          <p>
            “{content}” {day === '' ? null : <span className={styles['name']}>told {day}</span>}
          </p>
          <p className={styles['acts']}>
            {isPast ? null : (
              <>
                <button
                  type="button"
                  onClick={() => correct.mutate({ params: { world, item }, body: { do: 'drop' } })}
                >
                  Put out of mind
                </button>
                <button type="button" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
                  Correct it
                </button>
              </>
            )}
            <button type="button" onClick={() => setForgetting(true)}>
              Forget …
            </button>
            <Link to={`/${world}/remember#message-${eventId}`}>Where it was said</Link>
          </p>
          {isEditing ? (
            <EditForm
              text={value}
              label={`The right ${name}`}
              onCancel={() => setEditing(false)}
              onSave={(text) => correct.mutate({ params: { world, item }, body: { do: 'edit', text } })}
            />
          ) : null}
          {correct.error === null ? null : <FailureNote failure={correct.error} />}
        </div>
      ) : null}
      {isForgetting ? (
        <ForgetDialog world={world} target={{ item }} name="this" onClose={() => setForgetting(false)} />
      ) : null}
    </li>
  );
}

/**
 * The remarks in brackets after a value, as far as they are known: the value before, what was said since then, and
 * until when the value is true.
 */
function Remarks({ fact, mind }: Pick<FactRowProps, 'fact' | 'mind'>) {
  const { before, newer, untilMs } = fact;
  const remarks = [
    before === undefined ? undefined : `before: ${before}`,
    newer === undefined ? undefined : `since then: “${newer.quote}”`,
    untilMs === undefined ? undefined : `until ${renderShortDay(untilMs, mind.timeZone, mind.nowMs)}`,
  ].filter((remark) => remark !== undefined);
  return remarks.map((remark) => (
    <span key={remark} className={styles['name']}>
      {` (${remark})`}
    </span>
  ));
}
