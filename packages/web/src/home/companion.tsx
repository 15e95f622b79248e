// Companion: the part of a world's first page about its companion, with the plans that are due.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { Link } from 'react-router';
import { countOf } from '../parts/count-of.ts';
import { nameCompanion } from '../parts/name-companion.ts';
import { renderDistance, renderDue } from '../parts/time-text.ts';
import styles from './home.module.css';

type World = RouteAnswer<'GET /api/worlds/{world}'>;

export function Companion({ home }: { readonly home: World }) {
  const { companion } = home;
  const base = `/${home.world.key}/remember`;
  if (companion === null) {
    return (
      <section aria-label="Companion">
        <h2>Companion</h2>
        <ul className={styles['rows']}>
          <li>
            <Link to={base}>Talk with a companion who remembers</Link>
          </li>
        </ul>
      </section>
    );
  }
  const { name, messages, lastAtMs, timeZone, due, proposals, isUnanswered } = companion;
  const nowMs = Date.now();
  const others = home.minds.slice(1);
  const rows = [
    ...due.map(({ id, content, dueAtMs, phase }) => ({
      key: `plan ${id}`,
      says: content,
      facts: dueAtMs === undefined ? '' : `${phases[phase] ?? ''}${renderDue(dueAtMs, timeZone, nowMs)}`,
      to: `${base}/plans`,
    })),
    ...(proposals === 0
      ? []
      : [
          {
            key: 'proposals',
            says: `${countOf(proposals, 'proposed change')} to its memory`,
            facts: '',
            to: `${base}/keeping`,
          },
        ]),
  ];
  return (
    <section aria-label="Companion">
      <h2>Companion</h2>
      <ul className={styles['rows']}>
        <li>
          <Link to={base}>
            <span className={styles['says']}>Talk with {nameCompanion(name)}</span>{' '}
            <span className={styles['facts']}>
              {isUnanswered ? 'your last message has no answer yet · ' : ''}
              {countOf(messages, 'message')}
              {lastAtMs === undefined
                ? ''
                : `, the last one ${renderDistance(lastAtMs, { nowMs, timeZone })}`}
            </span>
          </Link>
        </li>
        {others.map(({ id, name: other }) => (
          <li key={id}>
            <Link to={`/${home.world.key}~${id}/remember`}>Talk with {other}</Link>
          </li>
        ))}
        {rows.map(({ key, says, facts, to }) => (
          <li key={key}>
            <Link to={to}>
              <span className={styles['says']}>{says}</span> <span className={styles['due']}>{facts}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const phases: Readonly<Record<string, string>> = {
  approaching: 'coming up ',
  due: 'due ',
  grace: 'was due ',
  overdue: 'overdue since ',
};
