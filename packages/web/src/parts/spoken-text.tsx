// Spoken text: shows a message with deeds in italics, strong words in bold, and lists, quotes, code and tables as such.

import { findDirection } from './find-direction.ts';
import { type Block, splitBlocks, splitCode, splitRows } from './split-blocks.ts';
import styles from './spoken-text.module.css';
import { Words } from './words.tsx';

/** The text never becomes any other markup, and no link. */
export function SpokenText({ text }: { readonly text: string }) {
  return splitBlocks(text).map((block) => <ShownBlock key={block.at} block={block} />);
}

function ShownBlock({ block }: { readonly block: Block }) {
  const { kind, text, depth } = block;
  if (kind === 'code') return <pre className={styles['code']}>{text}</pre>;
  if (kind === 'table') return <Table block={block} />;
  return (
    <p className={styles['line']} data-kind={kind} data-depth={depth} dir={findDirection(text)}>
      <WordsWithCode text={text} />
    </p>
  );
}

function Table({ block }: { readonly block: Block }) {
  const [head, ...rows] = splitRows(block);
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          {head?.cells.map(({ at, text }) => (
            <th key={at}>
              <WordsWithCode text={text} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.at}>
            {row.cells.map(({ at, text }) => (
              <td key={at}>
                <WordsWithCode text={text} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Between two backticks, asterisks are no marks. */
function WordsWithCode({ text }: { readonly text: string }) {
  return splitCode(text).map(({ at, text: piece, isCode }) =>
    isCode ? <code key={at}>{piece}</code> : <Words key={at} text={piece} />,
  );
}
