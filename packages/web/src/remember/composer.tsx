// Composer: the field at the bottom for the person's words; what was typed and not sent is still there after a reload.

import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useDraft } from '../client/use-draft.ts';
import { useChange } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import { AwayNote } from '../parts/away-note.tsx';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { FailureNote } from '../parts/message.tsx';
import { isSendKey, SendKeys } from '../parts/send-keys.tsx';
import { useKeys } from '../parts/use-keys.ts';
import styles from './composer.module.css';
import type { ReplyStanding, SentWords, Talk } from './talk.ts';

interface ComposerProps {
  readonly world: string;
  readonly talk: Talk;
  readonly reply: ReplyStanding;
  /** Whether the server does not answer at the moment. */
  readonly isAway: boolean;
  /** Called when what was typed is sent. */
  readonly onSend: (words: SentWords) => void;
  /** Called when what was sent was not kept. */
  readonly onRefused: () => void;
}

export function Composer({ world, talk, reply, isAway, onSend, onRefused }: ComposerProps) {
  const [text, setText] = useDraft(world);
  const [voice, setVoice] = useState(talk.speakers[0]?.id);
  const [there, setThere] = useThere(world, talk);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [isEarly, setEarly] = useState(false);
  const say = useChange('POST /api/worlds/{world}/talk', (heard) => {
    setText('');
    setNotes(heard.notes);
  });
  const stop = useChange('POST /api/worlds/{world}/talk/stop');
  // Without the server, no reply comes and none can be stopped.
  const isAnswering = reply.state === 'answering' && !isAway;
  const send = () => {
    if (text.trim() === '' || say.isPending) return;
    setEarly(isAnswering);
    if (isAnswering) return;
    if (isCommand(text)) {
      setNotes([commandNote]);
      return;
    }
    const words = { text: text.replace(/^\s*\/\//u, '/'), after: talk.newest };
    onSend({ ...words, voice });
    const body = { ...words, ...(talk.speakers.length > 1 && { voice }), with: there };
    say.mutate({ params: { world }, body }, { onError: onRefused });
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const stopReply = () => stop.mutate({ params: { world }, body: {} });
  useKeys(isAnswering ? { Escape: stopReply } : {});
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && isAnswering) stopReply();
    if (!isSendKey(event)) return;
    event.preventDefault();
    send();
  };
  return (
    <form className={styles['foot']} onSubmit={handleSubmit}>
      <div className={styles['column']}>
        {isAway ? <AwayNote onAgain={say.reset} hasField /> : null}
        {isAway || say.error === null ? null : <FailureNote failure={say.error} />}
        {(isAnswering && isEarly ? [waitNote] : notes).map((note) => (
          <p key={note} role="status" className={styles['note']}>
            {note}
          </p>
        ))}
        <div className={styles['say']}>
          <Speaker speakers={talk.speakers} voice={voice} onChange={setVoice} />
          <textarea
            aria-label="Say something"
            placeholder="Say something"
            dir="auto"
            rows={1}
            // The words stand in the talk while they are sent, and return if they are refused.
            value={say.isPending ? '' : text}
            readOnly={say.isPending}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={handleKey}
          />
          {isAnswering ? (
            <button type="button" onClick={stopReply}>
              Stop <kbd>Esc</kbd>
            </button>
          ) : (
            <ActButton type="submit" isOff={text.trim() === '' || say.isPending}>
              Say
            </ActButton>
          )}
        </div>
        <div className={styles['under']}>
          <Others talk={talk} there={there} onChange={setThere} />
          {isAnswering ? null : <KeyHint />}
        </div>
      </div>
    </form>
  );
}

interface SpeakerProps {
  readonly speakers: Talk['speakers'];
  readonly voice: string | undefined;
  readonly onChange: (voice: string) => void;
}

/** Lets a person who has several names choose the one under which they speak. */
function Speaker({ speakers, voice, onChange }: SpeakerProps) {
  if (speakers.length < 2) return null;
  return (
    <select aria-label="Who speaks" value={voice} onChange={({ target }) => onChange(target.value)}>
      {speakers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function KeyHint() {
  return (
    <p className={styles['hint']}>
      <SendKeys does="sends it" />
    </p>
  );
}

/**
 * Whether the terminal would take the text for a command. Such a text is not sent; with a second slash before it, it
 * counts as words.
 */
function isCommand(text: string): boolean {
  return /^\s*\/[a-z]+(?:\s|$)/u.test(text);
}

const commandNote =
  'Words that begin with a slash are commands of the terminal, so your message was not sent. Here, click anything that is listed under “In mind” to see why it is there, to change it or to forget it. For a message, the button ⋯ does the same. To send your words anyway, begin with two slashes.';

const waitNote = 'The reply is still coming. Send this once it is there, or stop the reply.';

/**
 * Hook that returns the other companions in the talk, and a function that sets them. The browser keeps them until the
 * person changes them.
 */
function useThere(world: string, { minds, mind }: Talk) {
  const [stored, setStored] = useDraft(`there ${world}`);
  const known = stored.split(' ').filter((id) => id !== mind && minds.some((one) => one.id === id));
  return [known, (ids: readonly string[]) => setStored(ids.join(' '))] as const;
}

interface OthersProps {
  readonly talk: Talk;
  readonly there: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

function Others({ talk: { minds, mind }, there, onChange }: OthersProps) {
  const others = minds.filter(({ id }) => id !== mind);
  if (others.length === 0) return null;
  return (
    <fieldset className={styles['others']}>
      <legend>Who else hears and answers</legend>
      {others.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={there.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...there, id] : there.filter((one) => one !== id))
            }
          />
          {insertTextHyphens(name)}
        </label>
      ))}
    </fieldset>
  );
}
