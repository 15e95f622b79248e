// Give file: adds a dropped or chosen card, lorebook, manifest or rulebook to a game in preparation.

import { type JoinedFile, sendZeroFile } from '../../client/send-zero-file.ts';
import { useFilesInTurn } from '../../client/use-files-in-turn.ts';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { DropWords } from '../../parts/drop-words.tsx';
import { FilesUnderWay } from '../../parts/files-under-way.tsx';
import { FailureNote } from '../../parts/message.tsx';
import { RefusedFiles } from '../../parts/refused-files.tsx';
import { showWhole } from '../../parts/show-whole.ts';
import { useDroppedFiles } from '../../parts/use-dropped-files.ts';
import forms from '../forms.module.css';
import styles from './zero-page.module.css';

interface GiveFileProps {
  readonly world: string;
  /** Name of the game. */
  readonly name: string;
  readonly model: string | null;
  /** What the player does next, once a file was added. */
  readonly next: string;
}

export function GiveFile({ world, name, model, next }: GiveFileProps) {
  const { sent, brought, refused, failure, waiting, addFiles } = useFilesInTurn(
    ({ file }: { readonly file: File }) => sendZeroFile({ world, name, file }),
  );
  const handleFiles = (files: readonly File[]) => addFiles(files.map((file) => ({ file })));
  const isOver = useDroppedFiles(handleFiles);
  return (
    <section className={styles['given']} aria-label="Files" data-over={isOver}>
      <p className={forms['quiet']}>
        {isOver ? (
          'Let go to bring it in.'
        ) : (
          <DropWords what="a character card, a lorebook or the rules of a game" where="here" />
        )}
        {isOver ? null : (
          <ChooseFile
            label="A card, a lorebook or rules"
            accept=".png,.json,.txt,.md,.markdown"
            mark="."
            onFiles={handleFiles}
          />
        )}
        {isOver || model !== null ? null : ' A model is needed to extract rules from a rulebook.'}
      </p>
      <div role="status">
        {brought.map(({ turn, answer }) => (
          <Joined key={turn} joined={answer} next={next} />
        ))}
        <FilesUnderWay sent={sent} waiting={waiting} />
      </div>
      {failure === null ? null : <FailureNote failure={failure} />}
      <RefusedFiles refused={refused} isNamed={brought.length + refused.length > 1} />
    </section>
  );
}

interface JoinedProps {
  readonly joined: JoinedFile;
  readonly next: string;
}

function Joined({ joined, next }: JoinedProps) {
  if (joined.kind === 'rulebook' && joined.left.length === 0) return null;
  return (
    <div className={styles['joined']} ref={showWhole}>
      {joined.kind === 'rulebook' ? null : (
        <p>
          {joined.says} {next}
        </p>
      )}
      {joined.left.length === 0 ? null : (
        <>
          <p>Left out:</p>
          <ul className={styles['left']}>
            {joined.left.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
