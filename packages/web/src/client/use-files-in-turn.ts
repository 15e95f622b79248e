// Hook that sends files to the server one after the other, so that a file which comes early waits for its turn.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isPassing, type ServerFailure } from './send-request.ts';

interface Wish {
  readonly file: File;
}

interface Brought<Answer> {
  /** The number of the answer; no other answer has it. */
  readonly turn: number;
  readonly name: string;
  readonly answer: Answer;
}

export interface Refused<Asked> {
  readonly turn: number;
  readonly wish: Asked;
  readonly failure: ServerFailure;
}

/**
 * A file that is refused does not keep other files waiting. A failure that may pass, as when the server is away, keeps
 * all later files waiting until the person closes its message or sends a file. A refusal with one of the codes
 * `asksWith` is a question, which stays when new files come.
 */
export function useFilesInTurn<Answer, Asked extends Wish>(
  bring: (wish: Asked) => Promise<Answer>,
  asksWith: readonly string[] = [],
) {
  const cache = useQueryClient();
  const [waiting, setWaiting] = useState<readonly Asked[]>([]);
  const [brought, setBrought] = useState<readonly Brought<Answer>[]>([]);
  const [refused, setRefused] = useState<readonly Refused<Asked>[]>([]);
  const turns = useRef(0);
  const send = useMutation<Answer, ServerFailure, Asked>({
    mutationFn: bring,
    onSuccess: async (answer, { file }) => {
      const turn = turns.current++;
      setBrought((all) => [...all, { turn, name: file.name, answer }]);
      await cache.invalidateQueries();
    },
    onError: (failure, wish) => {
      const turn = turns.current++;
      if (!isPassing(failure)) setRefused((all) => [...all, { turn, wish, failure }]);
    },
  });
  const failure = send.error !== null && isPassing(send.error) ? send.error : null;
  useEffect(() => {
    const [next, ...others] = waiting;
    if (next === undefined || send.isPending || failure !== null) return;
    setWaiting(others);
    send.mutate(next);
  });
  const clear = () => {
    setBrought([]);
    setRefused([]);
    send.reset();
  };
  const addFiles = (wishes: readonly Asked[]) => {
    if (wishes.length === 0) return;
    if (waiting.length === 0 && !send.isPending) {
      // The answers about earlier files are old news, but a question is still open.
      setBrought([]);
      setRefused((all) => all.filter((one) => asksWith.includes(one.failure.code)));
    }
    if (failure !== null) send.reset();
    setWaiting([...waiting, ...wishes]);
  };
  /** Sends a refused file once more, with what its failure asked for. */
  const sendAgain = ({ wish: former }: Refused<Asked>, wish: Asked) => {
    if (failure !== null) send.reset();
    setRefused((all) => all.filter((one) => one.wish !== former));
    setWaiting([wish, ...waiting]);
  };
  const sent = send.isPending ? send.variables.file : undefined;
  return { sent, brought, refused, failure, waiting, addFiles, sendAgain, clear };
}
