// Bring in: adds a story to the world, from a file that is dropped or chosen.

import { sendStory } from '../client/send-story.ts';
import { useFilesInTurn } from '../client/use-files-in-turn.ts';
import { ChooseFile } from '../parts/choose-file.tsx';
import { countOf } from '../parts/count-of.ts';
import { DropWords } from '../parts/drop-words.tsx';
import { FilesUnderWay } from '../parts/files-under-way.tsx';
import { FailureNote } from '../parts/message.tsx';
import paper from '../parts/paper.module.css';
import { RefusedFiles } from '../parts/refused-files.tsx';
import { useDroppedFiles } from '../parts/use-dropped-files.ts';
import styles from './bring-in.module.css';

type Stories = Awaited<ReturnType<typeof sendStory>>;

interface Wish {
  readonly file: File;
  readonly belongs: boolean;
}

/** With this code, the server refuses a file that looks like another story than that of the world. */
const asksWith = ['import.other-story'];

export function BringIn({ world, isFirst }: { readonly world: string; readonly isFirst: boolean }) {
  const { sent, brought, refused, failure, waiting, addFiles, sendAgain } = useFilesInTurn(
    (wish: Wish) => sendStory({ world, ...wish }),
    asksWith,
  );
  const handleFiles = (files: readonly File[]) => addFiles(files.map((file) => ({ file, belongs: false })));
  const isOver = useDroppedFiles(handleFiles);
  return (
    <div className={`${styles['bring']} ${paper['never']}`} data-over={isOver} data-first={isFirst}>
      <p>
        {isOver ? 'Let go to bring it in.' : <DropWords what="a story" where="anywhere on this page" />}
        {isOver ? null : (
          <ChooseFile
            label="A story"
            accept=".epub,.txt,.md,.markdown,.html,.htm,.jsonl,.json,.sqlite,.db"
            mark=":"
            onFiles={handleFiles}
          />
        )}
        {isOver ? null : ' EPUB, text, Markdown, HTML, JSON lines, SQLite.'}
      </p>
      {isFirst && !isOver ? <p>Then you can read it here and build its glossary.</p> : null}
      <div role="status" className={styles['brought']}>
        {brought.flatMap(({ turn, answer }) =>
          answer.map((one) => <p key={`${turn} ${one.corpus.name}`}>{describeStory(one)}</p>),
        )}
        <FilesUnderWay sent={sent} waiting={waiting} />
      </div>
      {failure === null ? null : <FailureNote failure={failure} />}
      <RefusedFiles
        refused={refused}
        isNamed={brought.length + refused.length > 1}
        asksWith={asksWith}
        draw={(one) => (
          <button type="button" onClick={() => sendAgain(one, { file: one.wish.file, belongs: true })}>
            This story belongs to this world: bring it in
          </button>
        )}
      />
    </div>
  );
}

function nameLength({ words, characters, isInCharacters }: NonNullable<Stories[number]['report']>): string {
  return isInCharacters === true ? countOf(characters, 'character') : countOf(words, 'word');
}

function describeStory({ status, corpus, report }: Stories[number]): string {
  if (status === 'known') return `“${corpus.title}” was here already. Nothing was changed.`;
  if (report === undefined) return `“${corpus.title}” was brought up to date.`;
  return `“${corpus.title}” is here now: ${countOf(report.threads, 'chapter')}, ${nameLength(report)}.`;
}
