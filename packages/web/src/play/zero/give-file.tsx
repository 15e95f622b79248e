// Give file: adds a dropped or chosen file to a game in preparation: a card, a lorebook, a manifest or a rulebook.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ServerFailure } from '../../client/send-request.ts';
import { type JoinedFile, sendZeroFile } from '../../client/send-zero-file.ts';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { FailureNote } from '../../parts/message.tsx';
import { useDroppedFile } from '../../parts/use-dropped-file.ts';
import forms from '../forms.module.css';
import styles from './zero-page.module.css';

interface GiveFileProps {
  readonly world: string;
  /** Name of the game. */
  readonly name: string;
  readonly model: string | null;
}

export function GiveFile({ world, name, model }: GiveFileProps) {
  const cache = useQueryClient();
  const send = useMutation<JoinedFile, ServerFailure, File>({
    mutationFn: (file) => sendZeroFile({ world, name, file }),
    onSuccess: () => cache.invalidateQueries(),
  });
  const handleFile = (file: File | undefined) => {
    if (file !== undefined && !send.isPending) send.mutate(file);
  };
  const isOver = useDroppedFile(handleFile);
  const { data, error } = send;
  return (
    <section className={styles['given']} aria-label="Files" data-over={isOver}>
      <p className={forms['quiet']}>
        {isOver
          ? 'Let go to bring it in.'
          : 'Drop a character card, a lorebook or the rules of a game here, or '}
        {isOver ? null : (
          <ChooseFile
            label="A card, a lorebook or rules"
            accept=".png,.json,.txt,.md,.markdown"
            mark="."
            onFile={handleFile}
          />
        )}
        {isOver || model !== null ? null : ' A model is needed to extract rules from a rulebook.'}
      </p>
      <div role="status">
        {send.isPending ? <p>Bringing in {send.variables.name} …</p> : null}
        {data === undefined || data.kind === 'rulebook' ? null : <p>{data.says}</p>}
        {data === undefined || data.left.length === 0 ? null : (
          <>
            <p>Left out:</p>
            <ul className={styles['left']}>
              {data.left.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      {error === null ? null : <FailureNote failure={error} />}
    </section>
  );
}
