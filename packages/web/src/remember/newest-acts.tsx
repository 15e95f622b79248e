// Newest acts: buttons that answer the newest exchange again, show another answer, reword it, undo it or bring it back.

import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useChange } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import buttons from '../parts/main-button.module.css';
import { FailureNote } from '../parts/message.tsx';
import { isSendKey, SendKeys } from '../parts/send-keys.tsx';
import { showForm } from '../parts/show-whole.ts';
import styles from './newest-acts.module.css';
import { isHandmade, type Talk, type TalkMessage } from './talk.ts';

interface NewestActsProps {
  readonly world: string;
  readonly talk: Talk;
  /** Whether the answer failed: the note about the failure then has the button that asks for it again. */
  readonly isFailed: boolean;
}

/** Shows buttons for what can still be changed: only the newest messages, and not if they were imported. */
export function NewestActs({ world, talk, isFailed }: NewestActsProps) {
  const { tellings, isUnanswered, asides } = talk;
  return (
    <div className={styles['acts']}>
      {tellings.length > 1 ? <Tellings world={world} talk={talk} /> : null}
      {isUnanswered || tellings.length > 0 ? <OwnActs world={world} talk={talk} isFailed={isFailed} /> : null}
      {asides > 0 ? <Redo world={world} /> : null}
    </div>
  );
}

function OwnActs({ world, talk, isFailed }: NewestActsProps) {
  /** The message that is reworded. */
  const [edited, setEdited] = useState<number>();
  const params = { world };
  const answer = useChange('POST /api/worlds/{world}/talk/answer');
  const undo = useChange('POST /api/worlds/{world}/talk/undo', () => setEdited(undefined));
  const failure = answer.error ?? undo.error;
  const newest = talk.messages.findLast(({ side }) => side === 'user');
  const isSaid = newest === undefined || !isHandmade(newest);
  const isEditing = newest !== undefined && newest.id === edited;
  return (
    <>
      {talk.model === null || (talk.isUnanswered && (isFailed || !isSaid)) ? null : (
        <button type="button" onClick={() => answer.mutate({ params, body: {} })}>
          {talk.isUnanswered ? 'Ask for the answer' : 'Answer again'}
        </button>
      )}
      {isSaid ? (
        <button
          type="button"
          aria-expanded={isEditing}
          onClick={() => setEdited(isEditing ? undefined : newest?.id)}
        >
          Reword your message
        </button>
      ) : null}
      <button type="button" onClick={() => undo.mutate({ params, body: {} })}>
        {describeUndo(newest)}
      </button>
      {failure === null ? null : <FailureNote failure={failure} />}
      {isEditing ? <EditForm world={world} text={newest.shown} onClose={() => setEdited(undefined)} /> : null}
    </>
  );
}

/**
 * The words on the button that takes something back say what that is: a message, a plan or something else that was
 * written down.
 */
function describeUndo(newest: TalkMessage | undefined): string {
  if (newest === undefined || !isHandmade(newest)) return 'Take your message back';
  const { told } = newest;
  const isPlan = told.length === 1 && told[0]?.kind === 'plan';
  return isPlan ? 'Take this plan back' : 'Take back what you wrote down';
}

function Redo({ world }: { readonly world: string }) {
  const redo = useChange('POST /api/worlds/{world}/talk/redo');
  return (
    <>
      <button type="button" onClick={() => redo.mutate({ params: { world }, body: {} })}>
        Restore what was taken back
      </button>
      {redo.error === null ? null : <FailureNote failure={redo.error} />}
    </>
  );
}

function Tellings({ world, talk }: Omit<NewestActsProps, 'isFailed'>) {
  const choose = useChange('POST /api/worlds/{world}/talk/telling');
  const { tellings } = talk;
  const at = tellings.findIndex(({ isStanding }) => isStanding) + 1;
  const handleChoice = (number: number) => choose.mutate({ params: { world }, body: { number } });
  return (
    <span className={styles['tellings']}>
      <ActButton aria-label="Previous answer" isOff={at <= 1} onClick={() => handleChoice(at - 1)}>
        ‹
      </ActButton>
      Answer {at === 0 ? '–' : at} of {tellings.length}
      <ActButton aria-label="Next answer" isOff={at >= tellings.length} onClick={() => handleChoice(at + 1)}>
        ›
      </ActButton>
    </span>
  );
}

interface EditFormProps {
  readonly world: string;
  readonly text: string;
  readonly onClose: () => void;
}

function EditForm({ world, text, onClose }: EditFormProps) {
  const [words, setWords] = useState(text);
  const edit = useChange('POST /api/worlds/{world}/talk/edit', onClose);
  const send = () => {
    if (words.trim() !== '' && !edit.isPending) edit.mutate({ params: { world }, body: { text: words } });
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const handleEscape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    send();
  };
  return (
    <form ref={showForm} className={styles['form']} onSubmit={handleSubmit} onKeyDown={handleEscape}>
      <label>
        New words for your newest message
        <textarea
          rows={3}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={handleKey}
        />
      </label>
      {edit.error === null ? null : <FailureNote failure={edit.error} />}
      <div>
        <ActButton type="submit" className={buttons['main']} isOff={edit.isPending}>
          Replace it
        </ActButton>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <SendKeys does="replaces it" />
      </div>
    </form>
  );
}
