// Late room: stands in for a section whose script could not be loaded because the server is away, until it is loaded.

import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { isServerThere, noAnswer } from '../client/send-request.ts';
import { useRoute } from '../client/use-route.ts';
import { AwayNote } from '../parts/away-note.tsx';
import { Message } from '../parts/message.tsx';

type Load = () => Promise<ComponentType>;

/**
 * Loads the script of a section; if the server is away, returns a page that waits for the script. Throws if the server
 * is there and the script cannot be loaded.
 */
export async function loadSection(load: Load): Promise<ComponentType> {
  try {
    return await load();
  } catch (error) {
    if (await isServerThere()) throw error;
    // The router keeps this page for as long as the app is open, so the page remembers the section that it loaded.
    const loaded: Loaded = {};
    return () => <LateRoom load={load} loaded={loaded} />;
  }
}

interface Loaded {
  room?: ComponentType;
}

interface LateRoomProps {
  readonly load: Load;
  readonly loaded: Loaded;
}

function LateRoom({ load, loaded }: LateRoomProps) {
  const [Room, setRoom] = useState(() => loaded.room);
  const isOpen = useRef(true);
  // As long as the server does not answer, this asks again and again by itself.
  const { data, error, refetch } = useRoute('GET /api/server', { params: {} });
  const isThere = error === null ? data !== undefined : error.code !== noAnswer;
  const tryAgain = useCallback(async () => {
    try {
      const room = await load();
      loaded.room = room;
      setRoom(() => room);
    } catch {
      const { error: failure } = await refetch();
      // Some browsers keep the failure as long as the page is open; and the server may have a newer version by now.
      if (failure?.code !== noAnswer && isOpen.current) window.location.reload();
    }
  }, [load, loaded, refetch]);
  useEffect(() => {
    isOpen.current = true;
    if (Room === undefined && isThere) void tryAgain();
    return () => {
      isOpen.current = false;
    };
  }, [Room, isThere, tryAgain]);
  if (Room !== undefined) return <Room />;
  return (
    <Message title="This page is waiting for the server">
      <AwayNote onAgain={() => void tryAgain()} />
    </Message>
  );
}
