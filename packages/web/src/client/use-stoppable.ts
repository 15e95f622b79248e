// Hook that sends the server a request that may take long and that the person can stop.

import { useMutation } from '@tanstack/react-query';
import type { RouteAnswer, RouteName } from '@terrarium/protocol/routes';
import { useEffect, useRef } from 'react';
import { type Asked, type ServerFailure, sendRequest } from './send-request.ts';

/** The request is also stopped when the part of the page that waits for it is gone. */
export function useStoppable<Name extends RouteName>(name: Name) {
  const abort = useRef<AbortController>(undefined);
  const { mutate, reset, data, error, isPending, isIdle } = useMutation<
    RouteAnswer<Name>,
    ServerFailure,
    Asked<Name>
  >({
    mutationFn: (asked) => {
      abort.current = new AbortController();
      return sendRequest(name, asked, abort.current.signal);
    },
  });
  useEffect(() => () => abort.current?.abort(), []);
  const stop = () => {
    reset();
    abort.current?.abort();
  };
  return { ask: mutate, stop, data, error, isPending, isIdle };
}
