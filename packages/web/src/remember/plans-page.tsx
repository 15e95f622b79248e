// Plans page: lists the open plans by date, earliest first, with buttons that mark a plan as done, drop it or reword it.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useState } from 'react';
import { useParams } from 'react-router';
import { buildPlansQuestion } from '../client/first-questions.ts';
import { useRoute } from '../client/use-route.ts';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { FailureNote } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { nameDay, renderDay, renderDistance, renderDueTime } from '../parts/time-text.ts';
import { AwaitedMemory } from './awaited-memory.tsx';
import { describeMoved } from './describe-moved.ts';
import pages from './page.module.css';
import { PlanEditForm } from './plan-edit-form.tsx';
import { PlanForm } from './plan-form.tsx';
import styles from './plans-page.module.css';
import { RememberNav } from './remember-nav.tsx';
import { type Settled, UndoSettled } from './undo-settled.tsx';
import { useCompanionName } from './use-companion-name.ts';
import { useSettling } from './use-settling.ts';
import { WithoutModel } from './without-model.tsx';

type Shown = RouteAnswer<'GET /api/worlds/{world}/plans'>;
type Plan = Shown['plans'][number];

export function PlansPage() {
  const { world = '' } = useParams();
  const [settled, setSettled] = useState<Settled>();
  /** Whether the person has done something else since adding the newest plan with the form. */
  const [isOver, setOver] = useState(false);
  const companion = useCompanionName(world);
  const { data, error } = useRoute(...buildPlansQuestion(world));
  if (data === undefined) return <AwaitedMemory world={world} failure={error} what="the plans" />;
  const handleSettled = (next: Settled) => {
    setSettled(next);
    setOver(true);
  };
  const dated = data.plans.filter(({ dueAtMs }) => dueAtMs !== undefined);
  const some = data.plans.filter(({ dueAtMs }) => dueAtMs === undefined);
  return (
    <>
      <RememberNav world={world} />
      <Page>
        <h1>Plans</h1>
        {data.plans.length === 0 ? (
          <p className={pages['lead']}>
            Nothing is planned. What you plan is listed here until it is done: write it below, with its date,
            or ask {companion} to remind you.
            <WithoutModel world={world} says="Plans that you write below need no model." />
          </p>
        ) : (
          <p className={pages['lead']}>
            A plan grows stronger in the mind of {companion} as its date comes near.{' '}
            <span className={pages['screen']}>
              Write one below, with its date, or ask {companion} to remind you.
            </span>
          </p>
        )}
        <PlanForm
          world={world}
          page={data}
          isOver={isOver}
          onPlanned={(changed) => {
            setSettled(changed);
            setOver(false);
          }}
        />
        {settled === undefined ? null : (
          <UndoSettled world={world} settled={settled} onOver={() => setSettled(undefined)} />
        )}
        {groupByDay(dated, data).map(([day, plans]) => (
          <section key={day} className={styles['day']} aria-label={day}>
            <h2>
              {describeDay(plans[0], data)}
              <span>{describeDistance(plans[0], data)}</span>
            </h2>
            <PlanList world={world} page={data} plans={plans} onSettled={handleSettled} />
          </section>
        ))}
        {some.length === 0 ? null : (
          <section className={styles['day']} data-open="true" aria-label="Some day">
            <h2>Some day</h2>
            <PlanList world={world} page={data} plans={some} onSettled={handleSettled} />
          </section>
        )}
      </Page>
    </>
  );
}

function groupByDay(
  plans: readonly Plan[],
  { timeZone }: Shown,
): readonly (readonly [string, readonly Plan[]])[] {
  const groups = new Map<string, Plan[]>();
  for (const plan of plans) {
    const day = nameDay(plan.dueAtMs ?? 0, timeZone);
    const group = groups.get(day) ?? [];
    group.push(plan);
    groups.set(day, group);
  }
  return [...groups];
}

function describeDay(plan: Plan | undefined, { timeZone, nowMs }: Shown): string {
  const atMs = plan?.dueAtMs ?? nowMs;
  const day = renderDay(atMs, timeZone, nowMs);
  return nameDay(atMs, timeZone) === nameDay(nowMs, timeZone) ? `Today, ${day}` : day;
}

function describeDistance(plan: Plan | undefined, { timeZone, nowMs }: Shown): string {
  const atMs = plan?.dueAtMs ?? nowMs;
  return nameDay(atMs, timeZone) === nameDay(nowMs, timeZone)
    ? ''
    : renderDistance(atMs, { nowMs, timeZone });
}

interface PlanListProps {
  readonly world: string;
  readonly page: Shown;
  readonly plans: readonly Plan[];
  readonly onSettled: (settled: Settled) => void;
}

function PlanList({ world, page, plans, onSettled }: PlanListProps) {
  return (
    <ul>
      {plans.map((plan) => (
        <PlanRow key={plan.id} world={world} page={page} plan={plan} onSettled={onSettled} />
      ))}
    </ul>
  );
}

const phases: Readonly<Record<Plan['phase'], string>> = {
  active: '',
  submerged: 'only faintly in mind until its date is near',
  // The heading above says how near its date is.
  approaching: '',
  due: 'due now',
  // The heading above says on which day, the time beside it at which hour.
  grace: 'was due',
  overdue: 'overdue',
  'open-ended': '',
};

/** Describes how near a plan is. A plan is `due` from one hour before its time, and is then only `due soon`. */
function describePhase({ phase, dueAtMs }: Plan, { nowMs }: Shown): string {
  const isAhead = phase === 'due' && dueAtMs !== undefined && dueAtMs > nowMs;
  return isAhead ? 'due soon' : phases[phase];
}

interface PlanRowProps extends Omit<PlanListProps, 'plans'> {
  readonly plan: Plan;
}

function PlanRow({ world, page, plan, onSettled }: PlanRowProps) {
  const [isEditing, setEditing] = useState(false);
  const settle = useSettling({ item: plan.id, content: plan.content }, (settled) => {
    // The form is closed first: its field would keep the focus, and be gone a moment later.
    setEditing(false);
    onSettled(settled);
  });
  const params = { world, item: plan.id };
  // The day is in the heading above, so only the time is shown.
  const time = plan.dueAtMs === undefined ? undefined : renderDueTime(plan.dueAtMs, page.timeZone);
  const at = time === undefined ? '' : `at ${time}`;
  const facts = [
    // The words for the recurrence of a plan also say at which time it is due.
    plan.recurrence ?? at,
    describeMoved(plan, page),
    describePhase(plan, page),
  ].filter((fact) => fact !== '');
  return (
    <li className={styles['plan']} data-phase={plan.phase}>
      <p className={styles['content']}>
        <span>{insertHyphens(plan.content)}</span>{' '}
        {facts.length === 0 ? null : <span className={styles['facts']}>{joinFacts(facts)}</span>}
      </p>
      <div className={pages['acts']}>
        <button type="button" onClick={() => settle.mutate({ params, body: { do: 'done' } })}>
          Done
        </button>
        <button type="button" onClick={() => settle.mutate({ params, body: { do: 'drop' } })}>
          Drop it
        </button>
        <button type="button" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          Reword or move it
        </button>
      </div>
      {isEditing ? (
        <PlanEditForm
          plan={plan}
          timeZone={page.timeZone}
          onCancel={() => setEditing(false)}
          onSave={(changed) => settle.mutate({ params, body: { do: 'edit', ...changed } })}
        />
      ) : null}
      {settle.error === null ? null : <FailureNote failure={settle.error} />}
    </li>
  );
}
