// Mind panel: shows what is in mind now, or at a later or earlier moment; weaker items are drawn paler.

import { useState } from 'react';
import { Link } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import { countOf } from '../parts/count-of.ts';
import { FoldedList } from '../parts/folded-list.tsx';
import { FailureNote } from '../parts/message.tsx';
import { renderDay, renderDistance, renderTime } from '../parts/time-text.ts';
import { Brought } from './brought.tsx';
import { KnownFacts } from './known-facts.tsx';
import { type Mind, type MindLine, mindQuery } from './mind.ts';
import { MindItem } from './mind-item.tsx';
import styles from './mind-panel.module.css';
import { Secrets } from './secrets.tsx';
import { type Look, type Reach, TimeSlider } from './time-slider.tsx';
import { type Settled, UndoSettled } from './undo-settled.tsx';
import { useCompanionName } from './use-companion-name.ts';
import { WithoutModel } from './without-model.tsx';

interface MindPanelProps {
  readonly world: string;
  /** Whether the panel is on a page of its own, which has a title. */
  readonly isPage?: boolean;
}

/** The number of steps of the slider, which is the number of moments in the server's answer. */
const steps = 57;
const dayMs = 86_400_000;
const startReach: Reach = { ...mindQuery, isBack: false };

export function MindPanel({ world, isPage = false }: MindPanelProps) {
  const [reach, setReach] = useState(startReach);
  const [step, setStep] = useState(0);
  /**
   * The time at which the person began to look back; the moments of the slider are counted from it, so that they do not
   * move.
   */
  const [startMs, setStartMs] = useState(0);
  const { days, isBack } = reach;
  const pastMs = isBack ? findPast(step, { startMs, days }) : undefined;
  const { data, error, isPlaceholderData } = useRoute(
    'GET /api/worlds/{world}/mind',
    { params: { world }, query: pastMs === undefined ? { days } : { days, at: pastMs } },
    { keepsLast: true, everyMs: pastMs === undefined ? 60_000 : false },
  );
  if (data === undefined)
    return error === null ? <p className={styles['quiet']}>Looking …</p> : <FailureNote failure={error} />;
  const moveReach = (next: Reach) => {
    setReach(next);
    setStartMs(data.nowMs);
    setStep(next.isBack ? steps - 1 : 0);
  };
  const look = chooseLook(data, { reach, step, pastMs });
  const isBlank = isNothing(data) && data.turn === 0 && !isBack;
  // Until the answer for an earlier moment is there, the previous answer is still shown.
  const isStale = isPlaceholderData && look.isPast;
  return (
    <>
      {isBlank ? (
        <BlankHead isPage={isPage} />
      ) : (
        <>
          {isPage ? <Lead world={world} hasPicture={!isBack && data.lines.length > 0} /> : null}
          <Head mind={data} {...{ look, isPage, isBack, isStale }} />
          <TimeSlider mind={data} {...{ look, reach, step, startMs }} onMove={setStep} onReach={moveReach} />
        </>
      )}
      <div className={styles['seen']} data-stale={isStale} aria-busy={isStale}>
        <Seen world={world} mind={data} look={look} isPage={isPage} />
      </div>
    </>
  );
}

interface LeadProps {
  readonly world: string;
  /** Whether the slider has a picture of how things fade. */
  readonly hasPicture: boolean;
}

/** Says what the page is for. The page has room for this, unlike the panel beside the talk. */
function Lead({ world, hasPicture }: LeadProps) {
  const companion = useCompanionName(world);
  return (
    <>
      <p className={styles['lead']}>
        This is what {companion} has in mind as you talk.{' '}
        <span className={styles['press']}>
          Press a thing to see why it is there, to change it or to forget it.
        </span>
      </p>
      <details className={styles['about']}>
        <summary>How things fade</summary>
        <p className={styles['lead']}>
          The longer the bar, the stronger a thing is in mind. Most things fade with time. A plan grows
          stronger as its date comes near.
          {hasPicture ? ' In the picture, each thing is a line that shows how strong it will be.' : ''}
        </p>
      </details>
    </>
  );
}

interface SeenProps {
  readonly world: string;
  readonly mind: Mind;
  readonly look: Look;
  readonly isPage: boolean;
}

function Seen({ world, mind, look, isPage }: SeenProps) {
  const [settled, setSettled] = useState<Settled>();
  return (
    <>
      {look.isNow && mind.wake !== null ? <Brought world={world} wake={mind.wake} mind={mind} /> : null}
      {settled === undefined || look.isPast ? null : (
        <UndoSettled world={world} settled={settled} onOver={() => setSettled(undefined)} />
      )}
      <Lingering {...{ world, mind, look }} onSettled={setSettled} />
      <KnownFacts world={world} mind={mind} look={look} />
      {look.isPast ? null : <Secrets world={world} count={mind.secrets} />}
      {isNothing(mind) ? <Empty world={world} isPast={look.isPast} isPage={isPage} /> : null}
    </>
  );
}

function isNothing({ lines, secrets, facts }: Mind): boolean {
  return lines.length + secrets + facts.length === 0;
}

/** Shows a title above the panel while nothing is in mind; not on a page of its own, which has a title. */
function BlankHead({ isPage }: { readonly isPage: boolean }) {
  return isPage ? null : (
    <header className={styles['head']}>
      <h2>In mind now</h2>
    </header>
  );
}

interface HeadProps {
  readonly mind: Mind;
  readonly look: Look;
  readonly isPage: boolean;
  readonly isBack: boolean;
  /** Whether the content is still that of another moment. */
  readonly isStale: boolean;
}

function Head({ mind, look, isPage, isBack, isStale }: HeadProps) {
  return (
    <header className={styles['head']}>
      <h2>{isStale ? 'Looking …' : nameMoment(look, isPage)}</h2>
      <span className={look.isNow ? styles['hint'] : styles['quiet']}>
        {look.isNow ? describeHint(mind, isBack) : describeMoment(mind, look.atMs)}
      </span>
    </header>
  );
}

interface Chosen {
  readonly reach: Reach;
  readonly step: number;
  readonly pastMs: number | undefined;
}

function chooseLook(mind: Mind, { reach, step, pastMs }: Chosen): Look {
  if (pastMs !== undefined) return { isNow: false, isPast: true, atMs: pastMs, index: 0 };
  const index = reach.isBack ? 0 : step;
  return { isNow: index === 0, isPast: false, atMs: mind.momentsMs[index] ?? mind.nowMs, index };
}

/** Computes the time at a step of the slider; undefined at its last step, which is the present. */
function findPast(step: number, { startMs, days }: { startMs: number; days: number }): number | undefined {
  const last = steps - 1;
  return step >= last ? undefined : Math.round(startMs - (1 - step / last) * days * dayMs);
}

function nameMoment({ isNow }: Look, isPage: boolean): string {
  const moment = isNow ? 'now' : 'then';
  return isPage ? moment : `In mind ${moment}`;
}

function describeHint({ lines }: Mind, isBack: boolean): string {
  if (isBack) return 'Drag to see what was in mind earlier';
  if (lines.length === 0) return '';
  return 'Drag to see what will be in mind later';
}

function describeMoment({ timeZone, nowMs }: Mind, atMs: number): string {
  return `${renderDay(atMs, timeZone, nowMs)}, ${renderTime(atMs, timeZone)} · ${renderDistance(atMs, { nowMs, timeZone })}`;
}

interface LingeringProps {
  readonly world: string;
  readonly mind: Mind;
  readonly look: Look;
  readonly onSettled: (settled: Settled) => void;
}

interface Weighed {
  readonly line: MindLine;
  readonly score: number;
}

/**
 * Lists the items, the weightiest first. Items that weigh too little at the moment are out of mind but not forgotten,
 * so they are in a list of their own.
 */
function Lingering({ world, mind, look, onSettled }: LingeringProps) {
  const companion = useCompanionName(world);
  const { isNow, isPast, index } = look;
  const weighed = mind.lines
    .map((line): Weighed => ({ line, score: line.scores[index] ?? 0 }))
    .toSorted((one, other) => other.score - one.score);
  const present = weighed.filter(({ score }) => score >= mind.threshold);
  const sunk = weighed.filter(({ score }) => score < mind.threshold);
  const lists = { world, mind, look, onSettled };
  return (
    <>
      {present.length === 0 ? null : (
        <section aria-label="What has not faded">
          <h3 className={styles['title']}>What has not faded{isNow ? ' yet' : ' by then'}</h3>
          <ItemList {...lists} weighed={present} />
          <Room mind={mind} isNow={isNow} />
        </section>
      )}
      {sunk.length === 0 ? null : (
        <details className={styles['sunk']}>
          <summary>
            {sunk.length} out of mind{isNow ? '' : ' by then'}, not forgotten
          </summary>
          <ItemList {...lists} weighed={sunk} />
        </details>
      )}
      {mind.lines.length > 0 || isNothing(mind) ? null : (
        <p className={styles['quiet']}>
          {isPast
            ? 'Nothing lingered in mind then.'
            : `Nothing lingers in mind now. What ${companion} feels, notes and plans appears here as you talk.`}
        </p>
      )}
      {mind.otherItems === 0 ? null : <Others world={world} count={mind.otherItems} isPast={isPast} />}
    </>
  );
}

interface OthersProps {
  readonly world: string;
  readonly count: number;
  readonly isPast: boolean;
}

function Others({ world, count, isPast }: OthersProps) {
  if (isPast)
    return (
      <p className={styles['quiet']}>
        {countOf(count, 'other thing mattered', 'other things mattered')} less, and{' '}
        {count === 1 ? 'is' : 'are'} not shown.
      </p>
    );
  return (
    <p className={styles['quiet']}>
      {countOf(count, 'other thing matters', 'other things matter')} less, and {count === 1 ? 'is' : 'are'}{' '}
      not shown. Every plan is listed under <Link to={`/${world}/remember/plans`}>Plans</Link>.
    </p>
  );
}

function Room({ mind, isNow }: Pick<LingeringProps, 'mind'> & { readonly isNow: boolean }) {
  const section = mind.wake?.sections.find(({ name }) => name === 'lingering');
  if (section === undefined || !isNow) return null;
  const { tokens, maximum } = section;
  return (
    <p className={styles['room']}>
      {maximum === undefined
        ? `This took ${tokens.toLocaleString('en')} tokens of the newest prompt.`
        : `This took ${tokens.toLocaleString('en')} of the ${maximum.toLocaleString('en')} tokens that the newest prompt had for it. When there is no more room, what matters least is left out.`}
    </p>
  );
}

const firstItems = 24;

interface ItemListProps extends LingeringProps {
  readonly weighed: readonly Weighed[];
}

function ItemList({ world, mind, weighed, look, onSettled }: ItemListProps) {
  return (
    <FoldedList
      rows={weighed}
      first={firstItems}
      draw={({ line, score }) => (
        <MindItem key={line.item} {...{ world, mind, line, score, look, onSettled }} />
      )}
    />
  );
}

interface EmptyProps {
  readonly world: string;
  readonly isPast: boolean;
  readonly isPage: boolean;
}

function Empty({ world, isPast, isPage }: EmptyProps) {
  const companion = useCompanionName(world);
  if (isPast) return <p className={styles['quiet']}>Nothing was in mind then.</p>;
  return (
    <p className={isPage ? styles['lead'] : styles['quiet']}>
      Nothing is held in mind yet. What {companion} feels, notes and plans appears here as you talk.
      <WithoutModel
        world={world}
        says="What you say is kept and found again. Facts that you tell about yourself, and what you ask to have remembered or to be reminded of, are still kept in mind."
      />
    </p>
  );
}
