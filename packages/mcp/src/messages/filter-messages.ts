// Filters messages: leaves out a line that is too long and tells its sender, and passes on the lines after it.

import { Transform } from 'node:stream';
import { type IdFinder, openIdFinder } from './find-request-id.ts';

export interface Oversized {
  /** The id of the request; undefined if the message was not a request. */
  readonly id: string | number | undefined;
  readonly bytes: number;
}

const lineBreak = 0x0a;

/**
 * The line that is being received: its parts so far. Once it is too long, its bytes are only searched for the
 * id and not kept.
 */
interface Line {
  readonly parts: Uint8Array[];
  bytes: number;
  finder?: IdFinder;
}

/**
 * Passes on each line of at most `mostBytes` bytes. If a line is longer, only its id and size are reported, when the
 * line ends.
 */
export function filterMessages(mostBytes: number, onOversized: (message: Oversized) => void): Transform {
  let line: Line = { parts: [], bytes: 0 };
  const addPart = (part: Uint8Array) => {
    line.bytes += part.length;
    line.parts.push(part);
    if (line.bytes <= mostBytes) return;
    line.finder ??= openIdFinder();
    for (const one of line.parts.splice(0)) line.finder.read(one);
  };
  const finishLine = () => {
    const { parts, bytes, finder } = line;
    line = { parts: [], bytes: 0 };
    if (finder !== undefined) onOversized({ id: finder.find(), bytes });
    return Buffer.concat(parts);
  };
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      let start = 0;
      for (let at = chunk.indexOf(lineBreak); at >= 0; at = chunk.indexOf(lineBreak, start)) {
        addPart(chunk.subarray(start, at));
        const whole = finishLine();
        if (whole.length > 0) this.push(Buffer.concat([whole, Buffer.of(lineBreak)]));
        start = at + 1;
      }
      addPart(chunk.subarray(start));
      done();
    },
    flush(done) {
      const rest = finishLine();
      done(null, rest.length > 0 ? rest : undefined);
    },
  });
}
