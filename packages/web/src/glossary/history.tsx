// History: lists what changed in an entry, by whom and why, newest first, and lets a person undo their own corrections.

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useChange } from '../client/use-route.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { LongList } from '../parts/long-list.tsx';
import { FailureNote } from '../parts/message.tsx';
import { renderShortDay } from '../parts/time-text.ts';
import { stripChoiceMark, Words } from '../parts/words.tsx';
import { type Account, isUnsaidThen } from './account.ts';
import { buildReturnOfStep } from './build-return.ts';
import styles from './history.module.css';
import { listChanged } from './list-changed.ts';
import { isMergeReason, listSteps, type Step } from './list-steps.ts';
import { renderReason } from './render-reason.ts';
import { useUndoMerge } from './use-undo-merge.ts';

const fields: Readonly<Record<string, string>> = {
  term: 'name',
  aliases: 'other names',
  definition: 'what it is',
  status: 'confirmed or not',
  tags: 'kind',
  evidence: 'quotes',
  relations: 'how it relates to others',
  deleted: 'removed',
  merged_into: 'merged with another',
};

/** The names of steps that undid a removal or a merge. */
const ends: Readonly<Record<string, string>> = {
  deleted: 'brought back',
  merged_into: 'no longer merged with another',
};

const authors: Readonly<Record<string, string>> = {
  agent: 'read in the story',
  curator: 'review of new entries',
  human: 'you',
};

interface HistoryProps {
  readonly world: string;
  readonly account: Account;
  /** Whether no correction in the history can be undone here. */
  readonly isFixed: boolean;
  /** Called with what is to be said when something was put back. */
  readonly onDone: (says: ReactNode) => void;
}

export function History({ world, account, isFixed, onDone }: HistoryProps) {
  const change = useChange('PATCH /api/worlds/{world}/entries/{entry}', () => onDone('Put back as it was.'));
  const merges = useUndoMerge(world, ({ id, term }) => {
    onDone(
      <>
        No longer merged with <Link to={`/${world}/glossary/${id}`}>{term}</Link>.
      </>,
    );
  });
  const failure = change.error ?? merges.failure;
  const steps = listSteps(account);
  if (steps.length === 0) return null;
  return (
    <details className={styles['history']}>
      <summary>History</summary>
      {failure === null ? null : <FailureNote failure={failure} />}
      <ol>
        {steps.map((step, index) => {
          const body = isFixed ? undefined : buildReturnOfStep(account, step);
          const { merged } = step;
          return (
            <StepRow
              key={step.id}
              step={step}
              isOfSame={isOfSameChange(steps[index - 1], step)}
              name={step.merge ?? nameChange(account, step.revisions[0])}
              onBack={body && (() => change.mutate({ params: { world, entry: account.id }, body }))}
              onUndo={merged === undefined || isFixed ? undefined : () => merges.undo(merged)}
            />
          );
        })}
      </ol>
    </details>
  );
}

type Revision = Account['revisions'][number];

function nameChange(account: Account, revision: Revision | undefined): string {
  if (revision === undefined) return '';
  const { field, new: now } = revision;
  // Until the story says what a thing is, its definition has only sentences that name it.
  if (field === 'definition' && isUnsaidThen(account, revision)) return 'sentences that name it';
  return (now === null ? ends[field] : undefined) ?? fields[field] ?? field;
}

/** Revisions are dated in the time zone of the browser. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

function isOfSameChange(before: Step | undefined, { revisions: [now] }: Step): boolean {
  const [above] = before?.revisions ?? [];
  return above !== undefined && now !== undefined && above.at === now.at && above.author === now.author;
}

interface StepRowProps {
  readonly step: Step;
  /** Whether the step above is of the same change, and says by whom and when it was made. */
  readonly isOfSame: boolean;
  readonly name: string;
  /** Puts the former value back; undefined if that is not possible, or if the value is already back. */
  readonly onBack: (() => void) | undefined;
  /** Undoes the merge; undefined for any other step, or if the merge was already undone. */
  readonly onUndo: (() => void) | undefined;
}

function StepRow({ step: { revisions }, isOfSame, name, onBack, onUndo }: StepRowProps) {
  const [first] = revisions;
  if (first === undefined) return null;
  const { author, at, reason } = first;
  return (
    <li data-same={isOfSame}>
      <p className={styles['what']}>
        <b>{name}</b>
        {isOfSame
          ? null
          : ` · ${joinFacts([authors[author] ?? author, renderShortDay(Date.parse(at), timeZone)])}`}
        {onBack === undefined ? null : (
          <button type="button" onClick={onBack}>
            Put it back as it was
          </button>
        )}
        {onUndo === undefined ? null : (
          <button type="button" onClick={onUndo}>
            Undo the merge
          </button>
        )}
      </p>
      {revisions.map((revision) => (
        <Changed key={revision.field} revision={revision} />
      ))}
      {reason === undefined || isMergeReason(reason) ? null : (
        <p className={styles['reason']}>{renderReason(reason)}</p>
      )}
    </li>
  );
}

function Changed({ revision }: { readonly revision: Revision }) {
  const { removed, added } = listChanged(revision);
  return (
    <>
      {listParts(revision.field, removed).map((texts) => (
        <del key={texts[0]}>
          <Texts texts={texts} />
        </del>
      ))}
      {listParts(revision.field, added).map((texts) => (
        <ins key={texts[0]}>
          <Texts texts={texts} />
        </ins>
      ))}
    </>
  );
}

/** Splits texts into lines: one text each, but all aliases on one line, since they are short and may be many. */
function listParts(field: string, texts: readonly string[]): readonly (readonly string[])[] {
  if (field !== 'aliases') return texts.map((text) => [text]);
  return texts.length === 0 ? [] : [texts];
}

function Texts({ texts }: { readonly texts: readonly string[] }) {
  const [text = '', ...others] = texts;
  return others.length === 0 ? <Words text={stripChoiceMark(text)} /> : <LongList names={texts} first={12} />;
}
