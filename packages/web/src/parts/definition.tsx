// Definition: shows the definition of an entry, with the names of other entries marked; its text never becomes markup.

import { cutLinks } from './cut-links.ts';
import styles from './definition.module.css';
import { findDirection } from './find-direction.ts';
import { stripChoiceMark, Words } from './words.tsx';

export function Definition({ text }: { readonly text: string }) {
  return (
    <p className={styles['definition']} dir={findDirection(text)}>
      {cutLinks(text).map(({ at, text: piece, isName }) =>
        isName ? (
          <b key={at}>{piece}</b>
        ) : (
          <span key={at}>
            <Words text={at === 0 ? stripChoiceMark(piece) : piece} />
          </span>
        ),
      )}
    </p>
  );
}
