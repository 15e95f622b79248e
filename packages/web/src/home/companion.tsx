// Companion: the part of a world's first page about its companions, with the plans that are due.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { Link } from 'react-router';
import { countOf } from '../parts/count-of.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { nameCompanion } from '../parts/name-companion.ts';
import { renderDistance, renderDue } from '../parts/time-text.ts';
import styles from './home.module.css';

type World = RouteAnswer<'GET /api/worlds/{world}'>;
type Remembering = Omit<World['others'][number], 'id'>;

export function Companion({ home }: { readonly home: World }) {
  const { companion, minds, others } = home;
  const { key } = home.world;
  const base = `/${key}/remember`;
  return (
    <section aria-label="Companion">
      <h2>{others.length === 0 ? 'Companion' : 'Companions'}</h2>
      <ul className={styles['rows']}>
        {companion === null ? (
          <li>
            <Link to={base}>{describeFirstTalk(minds[0]?.name)}</Link>
          </li>
        ) : (
          <CompanionRows base={base} companion={companion} isOneOfSeveral={minds.length > 1} />
        )}
        {minds.slice(1).map(({ id, name }) => {
          const other = others.find((one) => one.id === id);
          const to = `/${key}~${id}/remember`;
          return other === undefined ? (
            <li key={id}>
              <Link to={to}>Talk with {insertTextHyphens(name)}</Link>
            </li>
          ) : (
            <CompanionRows key={id} base={to} companion={other} isOneOfSeveral />
          );
        })}
      </ul>
    </section>
  );
}

/** Before anything was said, a companion without a name of its own is introduced. */
function describeFirstTalk(name: string | undefined): string {
  const named = nameCompanion(name);
  return named === name ? `Talk with ${named}` : 'Talk with a companion who remembers';
}

interface CompanionRowsProps {
  /** The address of the talk. */
  readonly base: string;
  readonly companion: Remembering;
  /** Whether it must be said whose the plans and the memory are. */
  readonly isOneOfSeveral: boolean;
}

function CompanionRows({ base, companion, isOneOfSeveral }: CompanionRowsProps) {
  const { name, messages, lastAtMs, timeZone, due, proposals, isUnanswered } = companion;
  const nowMs = Date.now();
  const rows = [
    ...due.map(({ id, content, dueAtMs, phase }) => ({
      key: `plan ${id}`,
      says: `Plan: ${content}`,
      facts: joinFacts([
        isOneOfSeveral ? nameCompanion(name) : '',
        dueAtMs === undefined ? '' : `${phases[phase] ?? ''}${renderDue(dueAtMs, timeZone, nowMs)}`,
      ]),
      to: `${base}/plans`,
    })),
    ...(proposals === 0
      ? []
      : [
          {
            key: 'proposals',
            says: `${countOf(proposals, 'proposed change')} to the memory of ${nameCompanion(name)}`,
            facts: '',
            to: `${base}/keeping`,
          },
        ]),
  ];
  return (
    <>
      <li>
        <Link to={base}>
          <span className={styles['says']}>Talk with {insertTextHyphens(nameCompanion(name))}</span>{' '}
          <span className={styles['facts']}>
            {isUnanswered ? 'your last message has no answer yet · ' : ''}
            {countOf(messages, 'message')}
            {lastAtMs === undefined ? '' : `, the last one ${renderDistance(lastAtMs, { nowMs, timeZone })}`}
          </span>
        </Link>
      </li>
      {rows.map(({ key, says, facts, to }) => (
        <li key={key}>
          <Link to={to}>
            <span className={styles['says']}>{insertTextHyphens(says)}</span>{' '}
            <span className={styles['due']}>{insertTextHyphens(facts)}</span>
          </Link>
        </li>
      ))}
    </>
  );
}

const phases: Readonly<Record<string, string>> = {
  approaching: 'coming up ',
  due: 'due ',
  grace: 'was due ',
  overdue: 'overdue since ',
};
