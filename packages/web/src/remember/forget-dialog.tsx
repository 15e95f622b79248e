// Forget dialog: lists what would be forgotten, and asks the person to confirm, because it cannot be undone.

import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { buildMindsQuestion } from '../client/first-questions.ts';
import { useChange, useRoute } from '../client/use-route.ts';
import { countOf } from '../parts/count-of.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogAct } from '../parts/dialog-act.tsx';
import { FailureNote } from '../parts/message.tsx';
import {
  describeForgotten,
  type Forgotten,
  listGoing,
  nameGoing,
  nameHearers,
} from './describe-forgotten.ts';
import styles from './forget-dialog.module.css';
import { announceForgotten } from './forgotten-note.tsx';
import { renderFragmentLine } from './render-fragment-line.ts';

export type ForgetTarget =
  | { readonly item: number }
  | { readonly event: number; readonly sentence?: number; readonly words?: string }
  | { readonly fragment: string };

interface ForgetDialogProps {
  readonly world: string;
  readonly target: ForgetTarget;
  readonly name: string;
  readonly onClose: () => void;
  /** Where the person is led after something was forgotten; without it, the page stays. */
  readonly onForgotten?: { readonly path: string; readonly lead: () => void };
}

export function ForgetDialog({ world, target: whole, name, onClose, onForgotten }: ForgetDialogProps) {
  const { pathname } = useLocation();
  const [target, setTarget] = useState(whole);
  const [isWithCopies, setWithCopies] = useState(false);
  const params = { world };
  const forget = useChange('POST /api/worlds/{world}/forget', (forgotten) => {
    onClose();
    onForgotten?.lead();
    announceForgotten({ path: onForgotten?.path ?? pathname, says: describeForgotten(forgotten) });
  });
  // Once the target is forgotten, there is nothing left to look at.
  const look = useRoute(
    'POST /api/worlds/{world}/forget',
    { params, body: { target } },
    { isWanted: forget.isIdle || forget.isError, keepsLast: true },
  );
  const failure = look.error ?? forget.error;
  // After another choice, nothing is shown until its answer is there.
  const data = look.isPlaceholderData ? undefined : look.data;
  const called = 'event' in target && target.sentence !== undefined ? 'this sentence' : name;
  return (
    <Dialog
      label={`Forget ${called}`}
      onClose={onClose}
      cancel="Keep it"
      acts={
        <DialogAct
          says={forget.isPending ? 'Forgetting …' : 'Forget it for good'}
          isOff={data === undefined || forget.isPending}
          onClick={() => forget.mutate({ params, body: { target, isAgreed: true, isWithCopies } })}
          isFinal
        />
      }
    >
      <div className={styles['forget']}>
        <h2>Forget {called}?</h2>
        <p>The words are deleted for good. This is the one thing here that cannot be undone.</p>
        {failure === null ? null : <FailureNote failure={failure} />}
        <ChooseSentence target={target} sentences={look.data?.sentences} onChoose={setTarget} />
        {look.isPending || look.isPlaceholderData ? (
          <p role="status">Looking for what would be deleted …</p>
        ) : null}
        {data === undefined ? null : <WouldGo world={world} forgotten={data} onLeave={onClose} />}
        <Copies copies={data?.copies ?? []} isChecked={isWithCopies} onCheck={setWithCopies} />
      </div>
    </Dialog>
  );
}

interface CopiesProps {
  readonly copies: readonly string[];
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
}

function Copies({ copies, isChecked, onCheck }: CopiesProps) {
  if (copies.length === 0) return null;
  return (
    <label className={styles['copies']}>
      <input type="checkbox" checked={isChecked} onChange={({ target: box }) => onCheck(box.checked)} />
      {' Also remove '}
      {countOf(copies.length, 'copy of this memory', 'copies of this memory')}: {copies.join(', ')}
    </label>
  );
}

interface ChooseSentenceProps {
  readonly target: ForgetTarget;
  readonly sentences: Forgotten['sentences'] | undefined;
  readonly onChoose: (target: ForgetTarget) => void;
}

/** Lets the person choose whether all of a moment with several sentences is forgotten, or only one of its sentences. */
function ChooseSentence({ target, sentences = [], onChoose }: ChooseSentenceProps) {
  if (!('event' in target) || sentences.length === 0) return null;
  const { event } = target;
  const choices = [
    { sentence: undefined, says: 'All of it', target: { event } },
    ...sentences.map(({ sentence, text: words }) => ({
      sentence,
      says: `Only: ${words}`,
      target: { event, sentence, words },
    })),
  ];
  return (
    <fieldset className={styles['sentences']}>
      <legend>How much of it?</legend>
      {choices.map(({ sentence, says, target: chosen }) => (
        <label key={sentence ?? 0}>
          <input
            type="radio"
            name="sentence"
            checked={target.sentence === sentence}
            onChange={() => onChoose(chosen)}
          />{' '}
          {says}
        </label>
      ))}
    </fieldset>
  );
}

/** At most this many lines are shown at once; more are shown on request. */
const mostOpen = 4;

interface WouldGoProps {
  readonly world: string;
  readonly forgotten: Forgotten;
  /** Called before the person follows a link to something that would not be deleted. */
  readonly onLeave: () => void;
}

function WouldGo({ world, forgotten, onLeave }: WouldGoProps) {
  const { alsoSaid, others, lines, returning } = forgotten;
  const minds = useRoute(...buildMindsQuestion(world)).data?.minds ?? [];
  const hearers = nameHearers(forgotten, minds);
  const stays = [
    [returning.length, `so again: ${returning.map(({ content }) => content).join('; ')}`],
    [hearers.length, `what ${hearers.join(' and ')} heard of it: forget it there as well`],
    [others.length, `files of your own in which words of it occur: ${others.join(', ')}`],
  ] as const;
  return (
    <>
      <p>What would be deleted:</p>
      <ul>
        {listGoing(forgotten).map((says) => (
          <li key={says}>{says}</li>
        ))}
      </ul>
      {lines.length === 0 ? null : (
        <details open={lines.length <= mostOpen}>
          <summary>Show the words</summary>
          <ul>
            {lines.map(({ name, text }) => (
              <li key={`${name} ${text}`}>
                {nameGoing(name)}: {renderFragmentLine(text)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {stays.some(([count]) => count > 0) || alsoSaid.length > 0 ? <p>What stays:</p> : null}
      <ul>
        {alsoSaid.length === 0 ? null : (
          <li>
            {countOf(alsoSaid.length, 'moment')} that {alsoSaid.length === 1 ? 'says' : 'say'} much the same:{' '}
            {alsoSaid.map((id, at) => (
              <Link key={id} to={`/${world}/remember#message-${id}`} onClick={onLeave}>
                {alsoSaid.length === 1 ? 'show it' : `show ${at + 1}`}
              </Link>
            ))}
          </li>
        )}
        {stays
          .filter(([count]) => count > 0)
          .map(([, says]) => (
            <li key={says}>{says}</li>
          ))}
      </ul>
    </>
  );
}
