// Edit entry: lets a person correct, merge or delete an entry; no model overwrites this, and it can be undone.

import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { useChange } from '../client/use-route.ts';
import buttons from '../parts/main-button.module.css';
import { FailureNote } from '../parts/message.tsx';
import { showForm } from '../parts/show-whole.ts';
import { type Account, isUnsaid } from './account.ts';
import styles from './edit-entry.module.css';
import { findKind, kindNames } from './kinds.ts';
import { MergeForm } from './merge-form.tsx';

type Form = 'correct' | 'merge' | 'delete';

/** What a link to the page of an entry may say: which form is open at once. */
export interface OpenedForm {
  readonly form?: 'correct' | 'merge';
}

interface EditEntryProps {
  readonly world: string;
  readonly account: Account;
  /** Called with what is to be said when the entry was corrected, removed or brought back. */
  readonly onDone: (says: string) => void;
}

export function EditEntry({ world, account, onDone }: EditEntryProps) {
  const opened = useLocation().state as OpenedForm | null;
  const [form, setForm] = useState<Form | undefined>(opened?.form);
  const params = { world, entry: account.id };
  const [refused, setRefused] = useState<string>();
  const change = useChange('PATCH /api/worlds/{world}/entries/{entry}');
  const save = (body: Correction) => {
    setRefused(undefined);
    change.mutate(
      { params, body },
      {
        onSuccess: (changed) => {
          const isRenamed = body.term === undefined || changed?.entry?.term === body.term;
          if (!isRenamed) return setRefused(body.term);
          setForm(undefined);
          onDone('Saved.');
        },
      },
    );
  };
  const restore = useChange('POST /api/worlds/{world}/entries/{entry}/restore', () =>
    onDone('Brought back.'),
  );
  const { entry } = account;
  const failure = change.error ?? restore.error;
  if (entry === undefined) {
    return (
      <div className={styles['edit']}>
        {failure === null ? null : <FailureNote failure={failure} />}
        <div className={styles['acts']}>
          <button
            type="button"
            className={buttons['main']}
            onClick={() => restore.mutate({ params, body: {} })}
          >
            Bring it back
          </button>
        </div>
      </div>
    );
  }
  const isConfirmed = entry.status === 'confirmed';
  return (
    <section className={styles['edit']} aria-label="Change this entry">
      <div className={styles['acts']}>
        <button type="button" aria-expanded={form === 'correct'} onClick={() => setForm('correct')}>
          Correct
        </button>
        <button type="button" aria-expanded={form === 'merge'} onClick={() => setForm('merge')}>
          Merge with …
        </button>
        <button type="button" aria-expanded={form === 'delete'} onClick={() => setForm('delete')}>
          Remove
        </button>
        {/* Last, because its width changes and the other buttons should not move. */}
        <button
          type="button"
          onClick={() =>
            change.mutate(
              { params, body: { status: isConfirmed ? 'tentative' : 'confirmed' } },
              { onSuccess: () => onDone(isConfirmed ? 'No longer confirmed.' : 'Confirmed.') },
            )
          }
        >
          {isConfirmed ? 'Withdraw the confirmation' : 'Confirm'}
        </button>
      </div>
      {failure === null ? null : <FailureNote failure={failure} />}
      {refused === undefined ? null : (
        <p role="alert" className={styles['note']}>
          The name “{refused}” cannot be used here: either another entry already has it, or this entry is
          renamed later in the story. Choose a different name. If another entry has the name “{refused}”, you
          can merge that entry with this entry.
        </p>
      )}
      {form === 'correct' ? (
        <CorrectForm
          entry={entry}
          told={isUnsaid(account) ? '' : entry.definition}
          onCancel={() => setForm(undefined)}
          onSave={save}
        />
      ) : null}
      {form === 'merge' ? (
        <MergeForm world={world} account={account} onClose={() => setForm(undefined)} />
      ) : null}
      {form === 'delete' ? (
        <DeleteForm world={world} account={account} onDone={onDone} onCancel={() => setForm(undefined)} />
      ) : null}
    </section>
  );
}

interface CorrectFormProps {
  readonly entry: NonNullable<Account['entry']>;
  /** The definition that the page of the entry shows; empty while the story has not said what the entry is. */
  readonly told: string;
  readonly onCancel: () => void;
  readonly onSave: (body: Correction) => void;
}

interface Correction {
  term?: string;
  kind?: string;
  definition?: string;
  addedAliases?: string[];
  removedAliases?: string[];
}

function CorrectForm({ entry, told, onCancel, onSave }: CorrectFormProps) {
  const [term, setTerm] = useState(entry.term);
  const known = findKind(entry.tags) ?? '';
  const [kind, setKind] = useState(known);
  const [definition, setDefinition] = useState(told);
  const [aliases, setAliases] = useState(entry.aliases.join('\n'));
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = splitLines(aliases);
    const added = wanted.filter((alias) => !entry.aliases.includes(alias));
    const removed = entry.aliases.filter((alias) => !wanted.includes(alias));
    onSave({
      ...(term === entry.term ? {} : { term }),
      ...(kind === known ? {} : { kind }),
      ...(definition === told ? {} : { definition }),
      ...(added.length === 0 ? {} : { addedAliases: added }),
      ...(removed.length === 0 ? {} : { removedAliases: [...removed] }),
    });
  };
  return (
    <form ref={showForm} className={styles['form']} onSubmit={save}>
      <label>
        Name
        <input required value={term} onChange={({ target }) => setTerm(target.value)} />
      </label>
      <label>
        Kind
        <select value={kind} onChange={({ target }) => setKind(target.value)}>
          {known === '' ? <option value="">not known</option> : null}
          {[...kindNames].map(([tag, says]) => (
            <option key={tag} value={tag}>
              {says}
            </option>
          ))}
        </select>
      </label>
      <label>
        What it is
        <textarea
          rows={4}
          required={told !== ''}
          value={definition}
          onChange={({ target }) => setDefinition(target.value)}
        />
      </label>
      <label>
        Other names, one per line
        <textarea rows={3} value={aliases} onChange={({ target }) => setAliases(target.value)} />
      </label>
      <p className={styles['quiet']}>
        You see the change at once. If you go back to an earlier place, you see it there only if the story has
        come to every name and quote in it by then.
      </p>
      <FormEnd says="Save" onCancel={onCancel} />
    </form>
  );
}

function splitLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

function DeleteForm({
  world,
  account,
  onDone,
  onCancel,
}: EditEntryProps & { readonly onCancel: () => void }) {
  const [reason, setReason] = useState('');
  const remove = useChange('POST /api/worlds/{world}/entries/{entry}/delete', () => onDone('Removed.'));
  const send = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate({
      params: { world, entry: account.id },
      body: reason.trim() === '' ? {} : { reason: reason.trim() },
    });
  };
  return (
    <form ref={showForm} className={styles['form']} onSubmit={send}>
      <label>
        Why? (optional; if the model proposes the entry again, it is told your reason)
        <input value={reason} onChange={({ target }) => setReason(target.value)} />
      </label>
      <p className={styles['quiet']}>
        You can bring the entry back: choose “removed entries” above the list of the glossary.
      </p>
      {remove.error === null ? null : <FailureNote failure={remove.error} />}
      <FormEnd says="Remove" onCancel={onCancel} />
    </form>
  );
}

function FormEnd({ says, onCancel }: { readonly says: string; readonly onCancel: () => void }) {
  return (
    <div className={styles['acts']}>
      <button type="submit" className={buttons['main']}>
        {says}
      </button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
