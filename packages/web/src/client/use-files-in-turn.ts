// Hook that sends files to the server one after the other, so that a file which comes early waits for its turn.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ServerFailure } from './send-request.ts';

interface Wish {
  readonly file: File;
}

interface Brought<Answer> {
  /** How many files came before this one. */
  readonly turn: number;
  readonly name: string;
  readonly answer: Answer;
}

/** A file that fails keeps those behind it waiting, until the failure is answered, closed or followed by a new file. */
export function useFilesInTurn<Answer, Asked extends Wish>(bring: (wish: Asked) => Promise<Answer>) {
  const cache = useQueryClient();
  const [waiting, setWaiting] = useState<readonly Asked[]>([]);
  const [brought, setBrought] = useState<readonly Brought<Answer>[]>([]);
  const send = useMutation<Answer, ServerFailure, Asked>({
    mutationFn: bring,
    onSuccess: async (answer, { file }) => {
      setBrought((all) => [...all, { turn: all.length, name: file.name, answer }]);
      await cache.invalidateQueries();
    },
  });
  useEffect(() => {
    const [next, ...others] = waiting;
    if (next === undefined || send.isPending || send.isError) return;
    setWaiting(others);
    send.mutate(next);
  });
  const addFiles = (wishes: readonly Asked[]) => {
    if (wishes.length === 0) return;
    // The answers about earlier files are old news.
    if (waiting.length === 0 && !send.isPending) setBrought([]);
    if (send.isError) send.reset();
    setWaiting([...waiting, ...wishes]);
  };
  const clear = () => {
    setBrought([]);
    send.reset();
  };
  const sent = send.isPending ? send.variables.file : undefined;
  return { send, sent, brought, waiting, addFiles, clear };
}
