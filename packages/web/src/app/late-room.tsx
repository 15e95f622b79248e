// Late room: stands in for a section whose script could not be loaded because the server is away, until it is loaded.

import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { isServerThere } from '../client/send-request.ts';
import { AwayNote } from '../parts/away-note.tsx';
import { Message } from '../parts/message.tsx';

type Load = () => Promise<ComponentType>;

/** Loads the script of a section, or returns a page that waits for it. Throws if the server is there and lacks it. */
export async function loadSection(load: Load): Promise<ComponentType> {
  try {
    return await load();
  } catch (error) {
    if (await isServerThere()) throw error;
    // The router keeps this page, so it remembers what it loaded.
    const loaded: Loaded = {};
    return () => <LateRoom load={load} loaded={loaded} />;
  }
}

const betweenTriesMs = 3_000;

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
  const tryAgain = useCallback(async () => {
    try {
      const room = await load();
      loaded.room = room;
      setRoom(() => room);
    } catch {
      // Some browsers keep the failure as long as the page is open; and the server may have a newer version by now.
      if ((await isServerThere()) && isOpen.current) window.location.reload();
    }
  }, [load, loaded]);
  useEffect(() => {
    if (Room !== undefined) return undefined;
    isOpen.current = true;
    void tryAgain();
    const timer = window.setInterval(tryAgain, betweenTriesMs);
    return () => {
      isOpen.current = false;
      clearInterval(timer);
    };
  }, [Room, tryAgain]);
  if (Room !== undefined) return <Room />;
  return (
    <Message title="This page is waiting for the server">
      <AwayNote onAgain={() => void tryAgain()} />
    </Message>
  );
}
