// Bring talk: adds a talk from another program to the memory, from a file that is dropped or chosen.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ServerFailure } from '../client/send-request.ts';
import { type ImportedTalks, sendTalk } from '../client/send-talk.ts';
import { ChooseFile } from '../parts/choose-file.tsx';
import { countOf } from '../parts/count-of.ts';
import { FailureNote } from '../parts/message.tsx';
import { useDroppedFile } from '../parts/use-dropped-file.ts';
import styles from './bring-talk.module.css';

interface BringTalkProps {
  readonly world: string;
  /** Whether this part is always visible; otherwise only while a file is held over the page. */
  readonly isOpen: boolean;
}

interface Wish {
  readonly file: File;
  readonly asUser?: string;
}

export function BringTalk({ world, isOpen }: BringTalkProps) {
  const cache = useQueryClient();
  const send = useMutation<ImportedTalks, ServerFailure, Wish>({
    mutationFn: (wish) => sendTalk({ world, ...wish }),
    onSuccess: () => cache.invalidateQueries(),
  });
  const handleFile = (file: File | undefined) => {
    if (file !== undefined && !send.isPending) send.mutate({ file });
  };
  const isOver = useDroppedFile(handleFile);
  const { error, variables, data } = send;
  const isBusy = send.isPending || data !== undefined || error !== null;
  if (!isOpen && !isOver && !isBusy) return null;
  return (
    <section
      className={styles['bring']}
      data-over={isOver}
      data-floats={!isOpen}
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
          <p key={one.path}>{describeTalk(one)}</p>
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

function describeTalk({ added, known, changed, leftOut }: ImportedTalks[number]): string {
  const parts = [
    added === 0 ? 'Nothing new came in' : `${countOf(added, 'message')} came in`,
    known === 0 ? '' : `${countOf(known, 'message was', 'messages were')} here already`,
    changed === 0
      ? ''
      : `${countOf(changed, 'message differs', 'messages differ')} from the file: the words here were not changed`,
    leftOut.length === 0
      ? ''
      : `${countOf(leftOut.length, 'kind of thing was', 'kinds of things were')} left out`,
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.`;
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
