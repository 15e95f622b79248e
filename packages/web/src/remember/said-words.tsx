// Said words: shows words that were just sent, until the talk has them as a message.

import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import styles from './message-block.module.css';
import { nameVoice } from './message-block.tsx';
import { SpokenText } from './spoken-text.tsx';
import type { SentWords, Talk } from './talk.ts';

interface SaidWordsProps {
  readonly talk: Talk;
  readonly words: SentWords;
}

export function SaidWords({ talk, words: { text, voice = '' } }: SaidWordsProps) {
  return (
    <article className={styles['message']} data-side="user">
      <header className={styles['head']}>
        <b>{insertTextHyphens(nameVoice(talk, { voice, side: 'user' }))}</b>
      </header>
      <SpokenText text={text} />
    </article>
  );
}
