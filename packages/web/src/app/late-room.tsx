// Late room: stands in for a section whose script could not be loaded because the server is away, until it is loaded.

import { type ComponentType, useCallback, useEffect, useState } from 'react';
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
    return () => <LateRoom load={load} />;
  }
}

const betweenTriesMs = 3_000;

function LateRoom({ load }: { readonly load: Load }) {
  const [Room, setRoom] = useState<ComponentType>();
  const tryAgain = useCallback(async () => {
    try {
      const loaded = await load();
      setRoom(() => loaded);
    } catch {
      // Some browsers keep the failure as long as the page is open; and the server may have a newer version by now.
      if (await isServerThere()) window.location.reload();
    }
  }, [load]);
  useEffect(() => {
    if (Room !== undefined) return undefined;
    const timer = window.setInterval(tryAgain, betweenTriesMs);
    return () => clearInterval(timer);
  }, [Room, tryAgain]);
  if (Room !== undefined) return <Room />;
  return (
    <Message title="This page is waiting for the server">
      <AwayNote onAgain={() => void tryAgain()} />
    </Message>
  );
}
