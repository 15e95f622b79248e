// Bring talk: adds a talk from another program to the memory, from a file that is dropped or chosen.

import { type FormEvent, useState } from 'react';
import { sendTalk } from '../client/send-talk.ts';
import { useFilesInTurn } from '../client/use-files-in-turn.ts';
import { ActButton } from '../parts/act-button.tsx';
import { ChooseFile } from '../parts/choose-file.tsx';
import { DropWords } from '../parts/drop-words.tsx';
import { FilesUnderWay } from '../parts/files-under-way.tsx';
import { FailureNote } from '../parts/message.tsx';
import { RefusedFiles } from '../parts/refused-files.tsx';
import { useDroppedFiles } from '../parts/use-dropped-files.ts';
import styles from './bring-talk.module.css';
import { describeImported } from './describe-imported.ts';

interface BringTalkProps {
  readonly bringing: Bringing;
  /** Whether this part is always visible; otherwise only while a file is held over the page, and after it was dropped. */
  readonly isOpen: boolean;
  /** Whether this part follows words that say what else one can do. */
  readonly isOr?: boolean;
}

export type Bringing = ReturnType<typeof useBringing>;

/** With this code, the server refuses a file because it cannot tell who is who in it; the form then asks the person. */
const asksWho = 'exchange.who-is-who';

interface Wish {
  readonly file: File;
  readonly asUser?: string;
}

/**
 * Hook for the files that are dropped or chosen. It keeps them when this part moves, as it does once the talk is no
 * longer empty.
 */
export function useBringing(world: string) {
  const files = useFilesInTurn((wish: Wish) => sendTalk({ world, ...wish }), asksWho);
  const handleFiles = (all: readonly File[]) => files.addFiles(all.map((file) => ({ file })));
  return { ...files, handleFiles, isOver: useDroppedFiles(handleFiles) };
}

export function BringTalk({ bringing, isOpen, isOr = false }: BringTalkProps) {
  const { sent, brought, refused, failure, waiting, handleFiles, sendAgain, clear, isOver } = bringing;
  const done = brought.length + refused.length;
  const isDone = sent === undefined && (done > 0 || failure !== null);
  const isBusy = sent !== undefined || isDone;
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
          <DropWords what="a chat from another program" where="here" isOr={isOr} />
          <ChooseFile
            label="A chat from another program"
            accept=".json,.jsonl,.zip"
            mark="."
            onFiles={handleFiles}
          />{' '}
          SillyTavern, exports from ChatGPT and Claude, or JSON lines.
        </p>
      )}
      <div role="status">
        <BroughtTalks brought={brought} isNamed={done > 1} />
        <FilesUnderWay sent={sent} waiting={waiting} />
      </div>
      {failure === null ? null : <FailureNote failure={failure} />}
      <RefusedFiles
        refused={refused}
        isNamed={done > 1}
        draw={(one) =>
          one.failure.code === asksWho ? (
            <WhoForm onName={(asUser) => sendAgain(one, { file: one.wish.file, asUser })} />
          ) : null
        }
      />
      {isDone ? (
        <button type="button" onClick={clear}>
          Close this
        </button>
      ) : null}
    </section>
  );
}

interface BroughtTalksProps extends Pick<Bringing, 'brought'> {
  readonly isNamed: boolean;
}

function BroughtTalks({ brought, isNamed }: BroughtTalksProps) {
  return brought.flatMap(({ turn, name, answer }) =>
    answer.map((one) => (
      <p key={`${turn} ${one.path}`}>
        {isNamed ? `${name}: ` : ''}
        {describeImported(one)}
      </p>
    )),
  );
}

/** Shown if the file does not say which of the speakers is the person. */
function WhoForm({ onName }: { readonly onName: (name: string) => void }) {
  const [name, setName] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onName(name.trim());
  };
  return (
    <form className={styles['who']} onSubmit={handleSubmit}>
      <label>
        Which of the speakers are you?
        <input value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <ActButton type="submit" isOff={name.trim() === ''}>
        Bring it in
      </ActButton>
    </form>
  );
}
