// Files under way: says which file is being brought in, and which ones wait for their turn.

import { insertHyphens } from './insert-hyphens.ts';

interface FilesUnderWayProps {
  readonly sent: File | undefined;
  readonly waiting: readonly { readonly file: File }[];
}

export function FilesUnderWay({ sent, waiting }: FilesUnderWayProps) {
  return (
    <>
      {sent === undefined ? null : <p>Bringing in {insertHyphens(sent.name)} …</p>}
      {waiting.length === 0 ? null : (
        <p>Waiting: {waiting.map(({ file }) => insertHyphens(file.name)).join(', ')}</p>
      )}
    </>
  );
}
