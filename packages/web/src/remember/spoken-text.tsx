// Spoken text: shows a message with deeds in italics, strong words in bold, and lists, quotes, code and tables as such.

import { findDirection } from '../parts/find-direction.ts';
import { Words } from '../parts/words.tsx';
import { joinText, type Part, parseMessage } from './parse-message.ts';
import styles from './spoken-text.module.css';

/** The text becomes only the markup that `parseMessage` knows, and never a link. */
export function SpokenText({ text }: { readonly text: string }) {
  return (
    <div className={styles['text']}>
      <Parts parts={parseMessage(text)} />
    </div>
  );
}

function Parts({ parts }: { readonly parts: readonly Part[] }) {
  // Words that come are added to the end, so each part keeps its number.
  return [...parts.entries()].map(([at, part]) => <ShownPart key={at} part={part} />);
}

function ShownPart({ part: { tag, text, number, parts } }: { readonly part: Part }) {
  if (tag === '') return <Words text={text} />;
  if (tag === 'code') return <code>{text}</code>;
  if (tag === 'pre') return <pre>{text}</pre>;
  const inside = <Parts parts={parts} />;
  if (tag === 'li')
    return (
      <li value={number} data-wide={number !== undefined && number > 99}>
        {inside}
      </li>
    );
  // A heading in a message is drawn as a paragraph, since the page has headings of its own. Other tags cannot come: the
  // rules of the parser decide, and not the text.
  const isHeading = /^h\d$/u.test(tag);
  const Element = (isHeading ? 'p' : tag) as 'p' | 'blockquote' | 'ul' | 'table';
  return (
    <Element data-heading={isHeading || undefined} dir={findDirection(joinText(parts))}>
      {inside}
    </Element>
  );
}
