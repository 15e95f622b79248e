// Mind panel: what is in mind, each item paler the weaker it is, and what would be in mind later.

import { useState } from 'react';
import { Link } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import { countOf } from '../parts/count-of.ts';
import { FoldedList } from '../parts/folded-list.tsx';
import { FailureNote } from '../parts/message.tsx';
import { renderDay, renderDistance, renderTime } from '../parts/time-text.ts';
import { Brought } from './brought.tsx';
import { KnownFacts } from './known-facts.tsx';
import type { Mind, MindLine } from './mind.ts';
import { MindItem } from './mind-item.tsx';
import styles from './mind-panel.module.css';
import { Secrets } from './secrets.tsx';
import { TimeSlider } from './time-slider.tsx';
import { WithoutModel } from './without-model.tsx';

interface MindPanelProps {
  readonly world: string;
  /** Whether the panel is on a page of its own, which has a title. */
  readonly isPage?: boolean;
}

export function MindPanel({ world, isPage = false }: MindPanelProps) {
  const [days, setDays] = useState(14);
  const [at, setAt] = useState(0);
  const { data, error } = useRoute(
    'GET /api/worlds/{world}/mind',
    { params: { world }, query: { days } },
    { keepsLast: true, everyMs: 60_000 },
  );
  if (data === undefined)
    return error === null ? <p className={styles['quiet']}>Looking …</p> : <FailureNote failure={error} />;
  const atMs = data.momentsMs[at] ?? data.nowMs;
  return (
    <>
      <header className={styles['head']}>
        <h2>{nameMoment(at, isPage)}</h2>
        <span className={styles['quiet']}>{describeLook(data, at, atMs)}</span>
      </header>
      {data.lines.length === 0 ? null : (
        <TimeSlider mind={data} at={at} days={days} onMove={setAt} onReach={setDays} />
      )}
      {at === 0 && data.wake !== null ? <Brought world={world} wake={data.wake} mind={data} /> : null}
      <Lingering world={world} mind={data} at={at} />
      {at === 0 ? <KnownFacts world={world} mind={data} /> : null}
      <Secrets world={world} count={data.secrets} />
      {data.lines.length + data.secrets + data.facts.length === 0 ? <Empty world={world} /> : null}
    </>
  );
}

function nameMoment(at: number, isPage: boolean): string {
  const moment = at === 0 ? 'now' : 'then';
  return isPage ? moment : `In mind ${moment}`;
}

function describeLook(mind: Mind, at: number, atMs: number): string {
  if (at > 0) return describeMoment(mind, atMs);
  return mind.lines.length === 0 ? '' : 'Drag to see what will be in mind later';
}

function describeMoment({ timeZone, nowMs }: Mind, atMs: number): string {
  return `${renderDay(atMs, timeZone, nowMs)}, ${renderTime(atMs, timeZone)} · ${renderDistance(atMs, { nowMs, timeZone })}`;
}

interface LingeringProps {
  readonly world: string;
  readonly mind: Mind;
  readonly at: number;
}

interface Weighed {
  readonly line: MindLine;
  readonly score: number;
}

/** The weightiest first; an item that weighs too little at that moment is out of mind, but not gone. */
function Lingering({ world, mind, at }: LingeringProps) {
  const weighed = mind.lines
    .map((line): Weighed => ({ line, score: line.scores[at] ?? 0 }))
    .toSorted((one, other) => other.score - one.score);
  const present = weighed.filter(({ score }) => score >= mind.threshold);
  const sunk = weighed.filter(({ score }) => score < mind.threshold);
  const section = mind.wake?.sections.find(({ name }) => name === 'lingering');
  return (
    <>
      {present.length === 0 ? null : (
        <section aria-label="Lingering">
          <h3 className={styles['title']}>
            <span>Lingering</span>
            {at === 0 && section !== undefined ? <Room {...section} /> : null}
          </h3>
          <ItemList world={world} mind={mind} weighed={present} />
        </section>
      )}
      {sunk.length === 0 ? null : (
        <details className={styles['sunk']}>
          <summary>
            {sunk.length} out of mind{at === 0 ? '' : ' by then'}, not forgotten
          </summary>
          <ItemList world={world} mind={mind} weighed={sunk} />
        </details>
      )}
      {mind.otherItems === 0 ? null : (
        <p className={styles['quiet']}>
          {countOf(mind.otherItems, 'other thing matters', 'other things matter')} less, and{' '}
          {mind.otherItems === 1 ? 'is' : 'are'} not shown. Every plan is listed under{' '}
          <Link to={`/${world}/remember/plans`}>Plans</Link>.
        </p>
      )}
    </>
  );
}

function Room({ tokens, maximum }: { readonly tokens: number; readonly maximum?: number | undefined }) {
  return (
    <span title="Tokens used in the newest prompt, and how many fit">
      {tokens}
      {maximum === undefined ? '' : ` of ${maximum.toLocaleString('en')}`} tokens
    </span>
  );
}

const firstItems = 24;

interface ItemListProps {
  readonly world: string;
  readonly mind: Mind;
  readonly weighed: readonly Weighed[];
}

function ItemList({ world, mind, weighed }: ItemListProps) {
  return (
    <FoldedList
      rows={weighed}
      first={firstItems}
      draw={({ line, score }) => (
        <MindItem key={line.item} world={world} mind={mind} line={line} score={score} />
      )}
    />
  );
}

function Empty({ world }: { readonly world: string }) {
  return (
    <p className={styles['quiet']}>
      Nothing is held in mind yet. What your companion feels, notes and plans appears here as you talk.
      <WithoutModel
        world={world}
        says="What you say is kept and found again. Facts that you tell about yourself, and what you ask to be reminded of, are still kept in mind."
      />
    </p>
  );
}
