// Bring in: adds a story to the world, from a file that is dropped or chosen.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ServerFailure } from '../client/send-request.ts';
import { sendStory } from '../client/send-story.ts';
import { ChooseFile } from '../parts/choose-file.tsx';
import { countOf } from '../parts/count-of.ts';
import { FailureNote } from '../parts/message.tsx';
import { useDroppedFile } from '../parts/use-dropped-file.ts';
import styles from './bring-in.module.css';

type Stories = Awaited<ReturnType<typeof sendStory>>;

interface Wish {
  readonly file: File;
  readonly belongs: boolean;
}

export function BringIn({ world, isFirst }: { readonly world: string; readonly isFirst: boolean }) {
  const cache = useQueryClient();
  const send = useMutation<Stories, ServerFailure, Wish>({
    mutationFn: (wish) => sendStory({ world, ...wish }),
    onSuccess: () => cache.invalidateQueries(),
  });
  const handleFile = (file: File | undefined) => {
    if (file !== undefined && !send.isPending) send.mutate({ file, belongs: false });
  };
  const isOver = useDroppedFile(handleFile);
  const { error, variables, data } = send;
  return (
    <div className={styles['bring']} data-over={isOver} data-first={isFirst}>
      <p>
        {isOver ? 'Let go to bring it in.' : 'Drop a story anywhere on this page, or '}
        {isOver ? null : (
          <ChooseFile
            label="A story"
            accept=".epub,.txt,.md,.markdown,.html,.htm,.jsonl,.json,.sqlite,.db"
            mark=":"
            onFile={handleFile}
          />
        )}
        {isOver ? null : ' EPUB, text, Markdown, HTML, JSON lines, SQLite.'}
      </p>
      <div role="status" className={styles['brought']}>
        {send.isPending ? <p>Bringing in {variables?.file.name} …</p> : null}
        {data === undefined ? null : data.map((one) => <p key={one.corpus.name}>{describeStory(one)}</p>)}
      </div>
      {error === null ? null : <FailureNote failure={error} />}
      {error?.code === 'import.other-story' && variables !== undefined ? (
        <button type="button" onClick={() => send.mutate({ file: variables.file, belongs: true })}>
          This story belongs to this world: bring it in
        </button>
      ) : null}
    </div>
  );
}

function describeStory({ status, corpus, report }: Stories[number]): string {
  if (status === 'known') return `“${corpus.title}” was here already. Nothing was changed.`;
  if (report === undefined) return `“${corpus.title}” was brought up to date.`;
  return `“${corpus.title}” is here now: ${countOf(report.threads, 'chapter')}, ${report.words.toLocaleString('en')} words.`;
}
