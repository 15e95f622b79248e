// Bring talk: adds a talk from another program to the memory, from a file that is dropped or chosen.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ServerFailure } from '../client/send-request.ts';
import { type ImportedTalks, sendTalk } from '../client/send-talk.ts';
import { ChooseFile } from '../parts/choose-file.tsx';
import { FailureNote } from '../parts/message.tsx';
import { useDroppedFile } from '../parts/use-dropped-file.ts';
import styles from './bring-talk.module.css';
import { describeImported } from './describe-imported.ts';

interface BringTalkProps {
  readonly bringing: Bringing;
  /** Whether this part is always visible; otherwise only while a file is held over the page, and after it was dropped. */
  readonly isOpen: boolean;
}

export type Bringing = ReturnType<typeof useBringing>;

interface Wish {
  readonly file: File;
  readonly asUser?: string;
}

/** Hook for the file that is dropped or chosen: it stays when this part moves, because the talk is no longer empty. */
export function useBringing(world: string) {
  const cache = useQueryClient();
  const send = useMutation<ImportedTalks, ServerFailure, Wish>({
    mutationFn: (wish) => sendTalk({ world, ...wish }),
    onSuccess: () => cache.invalidateQueries(),
  });
  const handleFile = (file: File | undefined) => {
    if (file !== undefined && !send.isPending) send.mutate({ file });
  };
  return { send, handleFile, isOver: useDroppedFile(handleFile) };
}

export function BringTalk({ bringing: { send, handleFile, isOver }, isOpen }: BringTalkProps) {
  const { error, variables, data } = send;
  const isBusy = send.isPending || data !== undefined || error !== null;
  if (!isOpen && !isOver && !isBusy) return null;
  return (
    <section
      className={styles['bring']}
      data-over={isOver}
      data-below={!isOpen}
      aria-label="A chat from another program"
    >
      {isOver ? <p>Let go to bring the chat in.</p> : null}
      {isOver || !isOpen ? null : (
        <p>
          {'Or bring in a chat from another program: drop its file here, or '}
          <ChooseFile
            label="A chat from another program"
            accept=".json,.jsonl,.zip"
            mark="."
            onFile={handleFile}
          />{' '}
          SillyTavern, exports from ChatGPT and Claude, or JSON lines.
        </p>
      )}
      <div role="status">
        {send.isPending ? <p>Bringing in {variables?.file.name} …</p> : null}
        {data?.map((one) => (
          <p key={one.path}>{describeImported(one)}</p>
        ))}
      </div>
      {error === null ? null : <FailureNote failure={error} />}
      {error?.code === 'exchange.who-is-who' && variables !== undefined ? (
        <WhoForm onName={(asUser) => send.mutate({ file: variables.file, asUser })} />
      ) : null}
      {data === undefined && error === null ? null : (
        <button type="button" onClick={() => send.reset()}>
          Close this
        </button>
      )}
    </section>
  );
}

/** Shown if the file does not say which of the speakers is the person. */
function WhoForm({ onName }: { readonly onName: (name: string) => void }) {
  const [name, setName] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onName(name.trim());
  };
  return (
    <form className={styles['who']} onSubmit={handleSubmit}>
      <label>
        Which of the speakers are you?
        <input value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <button type="submit" disabled={name.trim() === ''}>
        Bring it in
      </button>
    </form>
  );
}
