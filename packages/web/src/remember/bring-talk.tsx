// Bring talk: brings in a talk from another program, or a companion's character card, from a dropped or chosen file.

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
import { BroughtCard } from './brought-card.tsx';
import { describeImported } from './describe-imported.ts';

interface BringTalkProps {
  readonly world: string;
  readonly bringing: Bringing;
  /** Whether this part is always visible; otherwise only while a file is held over the page, and after it was dropped. */
  readonly isOpen: boolean;
  /** Whether this part follows words that say what else one can do. */
  readonly isOr?: boolean;
}

export type Bringing = ReturnType<typeof useBringing>;

/** With this code, the server refuses a file because it cannot tell who is who in it; the form then asks the person. */
const asksWho = 'exchange.who-is-who';
/** What a person may choose to have done with a card that the server refuses. */
const cardChoices = {
  add: { label: 'Add it as one more companion', wish: { isAdding: true } },
  replace: { label: 'Replace the present companion', wish: { isReplacing: true } },
  renew: { label: 'Take what the card says now', wish: { isReplacing: true } },
} as const;

type CardChoice = keyof typeof cardChoices;

/** With these codes, the server refuses a card because there is a companion; each lists what the person may choose. */
const asksOfCard: ReadonlyMap<string, readonly CardChoice[]> = new Map([
  ['memory.companion-there', ['add', 'replace']],
  ['memory.companion-known', ['renew']],
  ['memory.card-of-another', ['add']],
]);

const questions = [asksWho, ...asksOfCard.keys()];

interface Wish {
  readonly file: File;
  readonly asUser?: string;
  readonly isAdding?: boolean;
  readonly isReplacing?: boolean;
}

/**
 * Hook for the files that are dropped or chosen. It is used outside of `BringTalk`, which moves to another place when
 * the talk is no longer empty, so the files are not lost then.
 */
export function useBringing(world: string) {
  const files = useFilesInTurn((wish: Wish) => sendTalk({ world, ...wish }), questions);
  const handleFiles = (all: readonly File[]) => files.addFiles(all.map((file) => ({ file })));
  return { ...files, handleFiles, isOver: useDroppedFiles(handleFiles) };
}

export function BringTalk({ world, bringing, isOpen, isOr = false }: BringTalkProps) {
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
      aria-label="A chat or a character card"
    >
      {isOver ? <p>Let go to bring it in.</p> : null}
      {isOver || !isOpen ? null : (
        <p>
          <DropWords what="a chat or a character card" where="here" isOr={isOr} />
          <ChooseFile
            label="A chat or a character card"
            accept=".json,.jsonl,.zip,.png"
            mark="."
            onFiles={handleFiles}
          />{' '}
          Chats of SillyTavern, exports from ChatGPT and Claude, JSON lines; a card (PNG or JSON) becomes the
          companion.
        </p>
      )}
      <div role="status">
        <BroughtFiles world={world} brought={brought} isNamed={done > 1} />
        <FilesUnderWay sent={sent} waiting={waiting} />
      </div>
      {failure === null ? null : <FailureNote failure={failure} />}
      <RefusedFiles
        refused={refused}
        isNamed={done > 1}
        asksWith={questions}
        draw={(one) => <Answering refused={one} sendAgain={sendAgain} />}
      />
      {isDone ? (
        <button type="button" onClick={clear}>
          Close this
        </button>
      ) : null}
    </section>
  );
}

interface BroughtFilesProps extends Pick<Bringing, 'brought'> {
  readonly world: string;
  readonly isNamed: boolean;
}

function BroughtFiles({ world, brought, isNamed }: BroughtFilesProps) {
  return brought.flatMap(({ turn, name, answer }) =>
    'card' in answer
      ? [<BroughtCard key={turn} world={world} card={answer.card} />]
      : answer.talks.map((one) => (
          <p key={`${turn} ${one.path}`}>
            {isNamed ? `${name}: ` : ''}
            {describeImported(one)}
          </p>
        )),
  );
}

interface AnsweringProps extends Pick<Bringing, 'sendAgain'> {
  readonly refused: Bringing['refused'][number];
}

/** Lets the person answer a refusal that is a question. */
function Answering({ refused, sendAgain }: AnsweringProps) {
  const { wish, failure } = refused;
  if (failure.code === asksWho)
    return <WhoForm onName={(asUser) => sendAgain(refused, { file: wish.file, asUser })} />;
  return (asksOfCard.get(failure.code) ?? []).map((choice) => (
    <button
      key={choice}
      type="button"
      onClick={() => sendAgain(refused, { ...wish, ...cardChoices[choice].wish })}
    >
      {cardChoices[choice].label}
    </button>
  ));
}

/** Asks which of the speakers is the person, if the file does not say so. */
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
