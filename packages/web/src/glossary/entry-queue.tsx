// Entry queue: lists the entries that wait for a person's decision, and lets the person go through them by keyboard.

import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useChange } from '../client/use-route.ts';
import { useStoryName } from '../client/use-story-name.ts';
import { FailureNote } from '../parts/message.tsx';
import { useKeys } from '../parts/use-keys.ts';
import type { OpenedForm } from './edit-entry.tsx';
import lists from './entry-list.module.css';
import { type EntryRows, RowText } from './entry-list.tsx';
import styles from './entry-queue.module.css';

export function EntryQueue({ world, rows }: EntryRows) {
  const nameStory = useStoryName(world);
  const [at, setAt] = useState(0);
  const [done, setDone] = useState<readonly { readonly id: number; readonly act: 'confirmed' | 'deleted' }[]>(
    [],
  );
  const confirm = useChange('PATCH /api/worlds/{world}/entries/{entry}');
  const remove = useChange('POST /api/worlds/{world}/entries/{entry}/delete');
  const restore = useChange('POST /api/worlds/{world}/entries/{entry}/restore');
  const index = Math.min(at, rows.length - 1);
  const row = rows[index];
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (row !== undefined) current.current?.scrollIntoView({ block: 'nearest' });
  }, [row]);
  // A decided entry stays in the list until the new list has come: a second press must not decide it again.
  const isDeciding = confirm.isPending || remove.isPending;
  const isOpen = row !== undefined && !(isDeciding && done.some(({ id }) => id === row.id));
  const handleConfirm = () => {
    if (!isOpen) return;
    setDone([...done, { id: row.id, act: 'confirmed' }]);
    confirm.mutate({ params: { world, entry: row.id }, body: { status: 'confirmed' } });
  };
  const handleTakeOut = () => {
    if (!isOpen) return;
    setDone([...done, { id: row.id, act: 'deleted' }]);
    remove.mutate({ params: { world, entry: row.id }, body: {} });
  };
  const undo = () => {
    const last = done.at(-1);
    if (last === undefined) return;
    setDone(done.slice(0, -1));
    if (last.act === 'deleted') restore.mutate({ params: { world, entry: last.id }, body: {} });
    else confirm.mutate({ params: { world, entry: last.id }, body: { status: 'tentative' } });
  };
  const navigate = useNavigate();
  const openForm = (form: NonNullable<OpenedForm['form']>) => {
    if (isOpen) void navigate(`/${world}/glossary/${row.id}`, { state: { form } satisfies OpenedForm });
  };
  const move = (step: 1 | -1) => setAt(Math.max(0, Math.min(index + step, rows.length - 1)));
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    y: handleConfirm,
    n: handleTakeOut,
    m: () => openForm('merge'),
    e: () => openForm('correct'),
    u: undo,
  });
  const failure = confirm.error ?? remove.error ?? restore.error;
  return (
    <>
      {rows.length === 0 ? null : (
        <p className={styles['lead']}>
          Neither you nor the model has confirmed these entries yet. Confirm an entry that is right, and
          remove one that does not belong in the glossary.
        </p>
      )}
      {failure === null ? null : <FailureNote failure={failure} />}
      <ul className={lists['list']}>
        {rows.map((one, position) => (
          <li key={one.id} ref={position === index ? current : undefined} data-current={position === index}>
            <Link to={`/${world}/glossary/${one.id}`}>
              <RowText world={world} row={one} story={nameStory(one.firstCorpus)} />
            </Link>
            {position === index ? (
              <div className={styles['acts']}>
                <button type="button" onClick={handleConfirm}>
                  Confirm <kbd>y</kbd>
                </button>
                <button type="button" onClick={handleTakeOut}>
                  Remove <kbd>n</kbd>
                </button>
                <button type="button" onClick={() => openForm('merge')}>
                  Merge with … <kbd>m</kbd>
                </button>
                <button type="button" onClick={() => openForm('correct')}>
                  Correct <kbd>e</kbd>
                </button>
                {done.length === 0 ? null : <UndoButton onPress={undo} />}
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {row === undefined && done.length > 0 ? (
        <div className={styles['acts']}>
          <UndoButton onPress={undo} />
        </div>
      ) : null}
    </>
  );
}

function UndoButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <button type="button" onClick={onPress}>
      Undo <kbd>u</kbd>
    </button>
  );
}
