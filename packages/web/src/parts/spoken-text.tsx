// Spoken text: shows a message line by line, with deeds in italics and strong words in bold; its text never becomes other markup.

import styles from './spoken-text.module.css';
import { Words } from './words.tsx';

export function SpokenText({ text }: { readonly text: string }) {
  return cutLines(text).map(({ at, line }) => (
    <p key={at} className={styles['line']}>
      <Words text={line} />
    </p>
  ));
}

function cutLines(text: string): readonly { readonly at: number; readonly line: string }[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const begun = at;
    at += line.length + 1;
    return { at: begun, line };
  });
}
