// History: lists what changed in an entry, by whom and why, newest first, and lets a person undo their own corrections.

import type { RouteInput } from '@terrarium/protocol/routes';
import { useChange } from '../client/use-route.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { LongList } from '../parts/long-list.tsx';
import { FailureNote } from '../parts/message.tsx';
import { renderShortDay } from '../parts/time-text.ts';
import { Words } from '../parts/words.tsx';
import { type Account, isUnsaid } from './account.ts';
import styles from './history.module.css';
import { findKind } from './kinds.ts';
import { listChanged, listTelling } from './list-changed.ts';

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
}

export function History({ world, account, isFixed }: HistoryProps) {
  const change = useChange('PATCH /api/worlds/{world}/entries/{entry}');
  const revisions = listTelling(account.revisions);
  if (revisions.length === 0) return null;
  return (
    <details className={styles['history']}>
      <summary>History</summary>
      {change.error === null ? null : <FailureNote failure={change.error} />}
      <ol>
        {revisions.map((revision) => {
          const isOurs = revision.author === 'human' && !isFixed;
          const body = isOurs ? buildReturn(account, revision) : undefined;
          return (
            <Step
              key={revision.id}
              revision={revision}
              name={nameField(account, revision.field)}
              onBack={body && (() => change.mutate({ params: { world, entry: account.id }, body }))}
            />
          );
        })}
      </ol>
    </details>
  );
}

type Revision = Account['revisions'][number];

/** While the story has not said what a thing is, its definition has only sentences that name it. */
function nameField(account: Account, field: string): string {
  if (field === 'definition' && isUnsaid(account)) return 'sentences that name it';
  return fields[field] ?? field;
}

/** A revision is dated by the clock of the machine. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

interface StepProps {
  readonly revision: Revision;
  readonly name: string;
  /** Puts the former value back; undefined if that is not possible, or if the value is already back. */
  readonly onBack: (() => void) | undefined;
}

function Step({ revision, name, onBack }: StepProps) {
  const { field, author, at, reason } = revision;
  const { removed, added } = listChanged(revision);
  return (
    <li>
      <p className={styles['what']}>
        <b>{name}</b> · {joinFacts([authors[author] ?? author, renderShortDay(Date.parse(at), timeZone)])}
        {onBack === undefined ? null : (
          <button type="button" onClick={onBack}>
            Put it back as it was
          </button>
        )}
      </p>
      {listParts(field, removed).map((texts) => (
        <del key={texts[0]}>
          <Texts texts={texts} />
        </del>
      ))}
      {listParts(field, added).map((texts) => (
        <ins key={texts[0]}>
          <Texts texts={texts} />
        </ins>
      ))}
      {reason === undefined ? null : <p className={styles['reason']}>{reason}</p>}
    </li>
  );
}

/** Other names are short and may be many: they share a line. */
function listParts(field: string, texts: readonly string[]): readonly (readonly string[])[] {
  if (field !== 'aliases') return texts.map((text) => [text]);
  return texts.length === 0 ? [] : [texts];
}

function Texts({ texts }: { readonly texts: readonly string[] }) {
  const [text = '', ...others] = texts;
  return others.length === 0 ? <Words text={text} /> : <LongList names={texts} first={12} />;
}

type Correction = RouteInput<'PATCH /api/worlds/{world}/entries/{entry}'>['body'];

/** Builds the correction that undoes one of a person's corrections; undefined if nothing would change. */
function buildReturn({ entry }: Account, { field, old }: Revision): Correction | undefined {
  if (entry === undefined || old === null) return undefined;
  const before: unknown = JSON.parse(old);
  const list = Array.isArray(before) ? before.map(String) : [];
  if (field === 'aliases') return buildFormerNames(entry.aliases, list);
  if (field === 'tags') return buildFormerKind(entry.tags, list);
  if (field === 'status' && before !== entry.status)
    return { status: before === 'confirmed' ? before : 'tentative' };
  const isText = field === 'definition' || field === 'term';
  return isText && before !== entry[field] && before !== '' ? { [field]: String(before) } : undefined;
}

/** Builds the correction that restores the former kind; an entry without a kind counts as `term`. */
function buildFormerKind(now: readonly string[], before: readonly string[]): Correction | undefined {
  const kind = findKind(before) ?? 'term';
  return kind === (findKind(now) ?? 'term') ? undefined : { kind };
}

function buildFormerNames(now: readonly string[], before: readonly string[]): Correction | undefined {
  const addedAliases = before.filter((one) => !now.includes(one));
  const removedAliases = now.filter((one) => !before.includes(one));
  return addedAliases.length + removedAliases.length === 0 ? undefined : { addedAliases, removedAliases };
}
