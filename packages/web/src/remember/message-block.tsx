// Message block: shows a message, the items that it brought to mind, and what can be done with it.

import { useState } from 'react';
import { FoldedList } from '../parts/folded-list.tsx';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { renderDay, renderDueDate, renderShortDay, renderTime } from '../parts/time-text.ts';
import { ForgetDialog } from './forget-dialog.tsx';
import styles from './message-block.module.css';
import { nameFact } from './name-fact.ts';
import { SpokenText } from './spoken-text.tsx';
import { isHandmade, type Talk, type TalkMessage, unnamed } from './talk.ts';
import { Why } from './why.tsx';

interface MessageBlockProps {
  readonly world: string;
  readonly talk: Pick<Talk, 'voices' | 'speakers' | 'timeZone' | 'nowMs'>;
  readonly message: TalkMessage;
  /** Whether the address names this message. */
  readonly isNamed?: boolean;
}

type Open = 'acts' | 'why' | 'forget';

export function MessageBlock({ world, talk, message, isNamed = false }: MessageBlockProps) {
  const [open, setOpen] = useState<Open>();
  const { id, shown, atMs, isUndated, hasImage } = message;
  return (
    <article
      id={`message-${id}`}
      className={styles['message']}
      data-side={findSpeaker(talk, message)}
      data-named={isNamed}
    >
      <header className={styles['head']}>
        <span>
          <b>{insertTextHyphens(nameVoice(talk, message))}</b>
          {isUndated ? null : (
            <>
              {' '}
              <time dateTime={new Date(atMs).toISOString()}>{renderTime(atMs, talk.timeZone)}</time>
            </>
          )}
          {isHandmade(message) && findSpeaker(talk, message) === 'user' ? ' · written down, not said' : ''}
        </span>
        <button
          type="button"
          className={styles['more']}
          aria-expanded={open !== undefined}
          aria-label="What can be done with this message"
          onClick={() => setOpen(open === undefined ? 'acts' : undefined)}
        >
          ⋯
        </button>
      </header>
      {shown === '' ? null : <SpokenText text={shown} />}
      {hasImage ? <p className={styles['noted']}>With a picture</p> : null}
      <Noted talk={talk} message={message} />
      <Changed talk={talk} message={message} />
      {open === undefined ? null : (
        <div className={styles['acts']}>
          <button type="button" onClick={() => setOpen('why')}>
            Why is this in mind, or why not?
          </button>
          <button type="button" onClick={() => setOpen('forget')}>
            Forget this moment …
          </button>
        </div>
      )}
      {open === 'why' ? (
        <Why world={world} of={{ event: id }} unshown={describeHandmade(talk, message)} />
      ) : null}
      {open === 'forget' ? (
        <ForgetDialog
          world={world}
          target={{ event: id }}
          name="this moment"
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </article>
  );
}

/**
 * The side on which a message is shown. A companion's memory keeps the words of other companions on the user's side,
 * but they are shown on the companion's.
 */
function findSpeaker(
  { voices, speakers }: MessageBlockProps['talk'],
  { voice, side }: TalkMessage,
): TalkMessage['side'] {
  const isVoice = ({ id }: { readonly id: string }) => id === voice;
  return voices.user.some(isVoice) && !speakers.some(isVoice) ? 'companion' : side;
}

export function nameVoice(
  { voices }: Pick<Talk, 'voices'>,
  { voice, side }: Pick<TalkMessage, 'voice' | 'side'>,
): string {
  // In an imported talk, the voice of another companion may be on either side.
  const name =
    [...voices[side], ...voices.user, ...voices.companion].find(({ id }) => id === voice)?.name ?? voice;
  return side === 'user' && name === unnamed ? 'You' : name;
}

/**
 * Describes a message with which a person only put something into mind, such as a plan from the page of plans;
 * undefined for any other message.
 */
function describeHandmade(talk: MessageBlockProps['talk'], message: TalkMessage): string | undefined {
  if (!isHandmade(message) || findSpeaker(talk, message) !== 'user') return undefined;
  const { told, isUndated, atMs } = message;
  const day = renderDay(atMs, talk.timeZone, talk.nowMs);
  const when = isUndated ? '' : ` on ${day} at ${renderTime(atMs, talk.timeZone)}`;
  const isPlan = told.length > 0 && told.every(({ kind }) => kind === 'plan');
  return isPlan
    ? `${nameVoice(talk, message)} made this plan by hand${when}. It is kept as a plan, not as words of the talk.`
    : `${nameVoice(talk, message)} wrote this by hand${when}. It is held in mind, but not as words of the talk.`;
}

const kinds: Readonly<Record<TalkMessage['told'][number]['kind'], string>> = {
  feeling: 'Feeling',
  thought: 'Thought',
  pattern: 'Pattern',
  desc: 'Noted',
  fact: 'Known',
  pin: 'Pin',
  plan: 'Plan',
  secret: 'Secret',
};

const ends: Readonly<Partial<Record<TalkMessage['told'][number]['status'], string>>> = {
  resolved: 'done',
  dropped: 'dropped',
  decayed: 'faded',
};

const firstNoted = 12;

/** What is held in mind from the message. */
function Noted({ talk, message }: Pick<MessageBlockProps, 'talk' | 'message'>) {
  if (message.told.length === 0) return null;
  return (
    <FoldedList
      className={styles['told']}
      label="Held in mind from this message"
      rows={message.told}
      first={firstNoted}
      draw={({ id, kind, content, dueAtMs, recurrence, status, fact }) => (
        <li key={id} className={styles['noted']} data-status={status}>
          {insertTextHyphens(
            `${kinds[kind]}: ${fact === undefined ? content : `${fact.value} (${nameFact(fact)})`}`,
          )}
          {dueAtMs === undefined ? null : (
            <>
              {' '}
              <span className={styles['due']}>
                ({recurrence ?? renderDueDate(dueAtMs, talk.timeZone, talk.nowMs)})
              </span>
            </>
          )}
          {fact === undefined ? '' : describeTime(fact, talk)}
          {ends[status] === undefined ? '' : ` · ${ends[status]}`}
        </li>
      )}
    />
  );
}

/**
 * Says until or from when a fact is true, if that day is still to come, or that it is no longer true; otherwise empty.
 */
function describeTime(
  { fromMs, untilMs }: NonNullable<TalkMessage['told'][number]['fact']>,
  { timeZone, nowMs }: MessageBlockProps['talk'],
): string {
  if (untilMs !== undefined)
    return untilMs > nowMs ? ` · until ${renderShortDay(untilMs, timeZone, nowMs)}` : ' · no longer so';
  return fromMs !== undefined && fromMs > nowMs ? ` · from ${renderShortDay(fromMs, timeZone, nowMs)}` : '';
}

const effects: Readonly<Record<TalkMessage['changed'][number]['effect'], string>> = {
  resolved: 'Plan done',
  dropped: 'Plan dropped',
  settled: 'Plan settled for this time',
  moved: 'Plan moved',
};

/** The plans that the message changed, for instance moved or marked as done. */
function Changed({ talk, message: { changed } }: Pick<MessageBlockProps, 'talk' | 'message'>) {
  if (changed.length === 0) return null;
  return (
    <ul className={styles['told']} aria-label="Plans that this message changed">
      {changed.map(({ id, content, effect, dueAtMs }) => (
        <li key={id} className={styles['noted']}>
          {effects[effect]}
          {effect === 'moved' && dueAtMs !== undefined
            ? ` to ${renderDueDate(dueAtMs, talk.timeZone, talk.nowMs)}`
            : ''}
          : {insertTextHyphens(content)}
        </li>
      ))}
    </ul>
  );
}
