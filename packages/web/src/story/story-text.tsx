// Story text: shows paragraphs in which the reader can choose known names.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { Fragment, memo } from 'react';
import { useParams } from 'react-router';
import { findDirection } from '../parts/find-direction.ts';
import { elements } from '../parts/find-emphasis.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import type { Chosen } from './chosen.ts';
import { cutMarks, type Mark, type Paragraph, type Piece } from './cut-marks.ts';
import styles from './story-text.module.css';
import { useNamedRow } from './use-reading-point.ts';

type Post = RouteAnswer<'GET /api/worlds/{world}/stories/{corpus}/chapters/{thread}'>['posts'][number];

interface StoryTextProps {
  readonly posts: readonly Post[];
  readonly paragraphs: readonly Paragraph[];
  readonly chosen: Chosen | undefined;
  readonly onChoose: (chosen: Chosen) => void;
}

export function StoryText({ posts, paragraphs, chosen, onChoose }: StoryTextProps) {
  const byId = new Map(posts.map((post) => [post.postId, post]));
  const named = useNamedRow(paragraphs);
  const isForum = posts.some(({ isStory }) => !isStory);
  return (
    <>
      {paragraphs.map((paragraph, index) => {
        const isFirst = paragraphs[index - 1]?.postId !== paragraph.postId;
        const post = byId.get(paragraph.postId);
        const before = byId.get(paragraphs[index - 1]?.postId ?? -1);
        return (
          <div
            key={`${paragraph.postId} ${paragraph.start}`}
            data-row={index}
            data-named={index === named}
            className={post?.isStory === false ? styles['aside'] : styles['row']}
          >
            {isFirst && isForum && post?.author !== undefined && post.author !== before?.author ? (
              <p className={styles['author']}>{post.author}</p>
            ) : null}
            {isFirst && post?.subject !== undefined ? (
              <h2 className={styles['subject']}>{post.subject}</h2>
            ) : null}
            <ParagraphText
              paragraph={paragraph}
              chosenAt={chosen?.paragraph === paragraph ? chosen.at : undefined}
              onChoose={onChoose}
            />
          </div>
        );
      })}
    </>
  );
}

function Plain({ text, kind }: Pick<Piece, 'text' | 'kind'>) {
  const Element = elements[kind];
  return <Element>{text}</Element>;
}

interface ParagraphTextProps {
  readonly paragraph: Paragraph;
  readonly chosenAt: number | undefined;
  readonly onChoose: (chosen: Chosen) => void;
}

/** Drawn again only if it contains or contained the chosen name: a chapter has thousands of paragraphs. */
const ParagraphText = memo(function ParagraphText({ paragraph, chosenAt, onChoose }: ParagraphTextProps) {
  const { world = '' } = useParams();
  return (
    <p className={styles['paragraph']} dir={findDirection(paragraph.text)}>
      {cutMarks(paragraph).map(({ pieces, reading }) => {
        const shown = pieces.map((piece) => (
          <NameOrText
            key={piece.at}
            piece={piece}
            world={world}
            isChosen={piece.mark !== undefined && chosenAt === piece.mark.start}
            onChoose={({ entries, start: at }) => onChoose({ entries, paragraph, at })}
          />
        ));
        const at = pieces[0]?.at;
        return reading === undefined ? (
          <Fragment key={at}>{shown}</Fragment>
        ) : (
          <ruby key={at}>
            {shown}
            <rp>（</rp>
            <rt>{reading}</rt>
            <rp>）</rp>
          </ruby>
        );
      })}
    </p>
  );
});

interface NameOrTextProps {
  readonly piece: Piece;
  readonly world: string;
  readonly isChosen: boolean;
  readonly onChoose: (mark: Mark) => void;
}

function NameOrText({ piece: { text: words, mark, kind }, world, isChosen, onChoose }: NameOrTextProps) {
  const text = insertTextHyphens(words);
  if (mark === undefined) return <Plain text={text} kind={kind} />;
  return (
    // A link, since a name of several words can break at the end of a line, and a button cannot.
    <a
      href={`/${world}/glossary/${mark.entries[0]}`}
      // The keys `,` and `.` go through the names; a tab stop at each would make the rest of the page unreachable.
      tabIndex={-1}
      className={styles['name']}
      data-new={mark.isNew}
      title={mark.isNew ? 'Named here for the first time' : undefined}
      aria-current={isChosen}
      onClick={(event) => {
        // The entry can be opened in a new tab, as with every link.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onChoose(mark);
      }}
    >
      {kind === 'plain' ? text : <Plain text={text} kind={kind} />}
    </a>
  );
}
