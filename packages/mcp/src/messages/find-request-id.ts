// Finds the id of a request while its bytes arrive, so that even a message that is not kept can be answered.

export interface IdFinder {
  /** Takes the next bytes of the message. */
  read(bytes: Uint8Array): void;
  /** The id at the outermost level; undefined if there is none, as in a notification. */
  find(): string | number | undefined;
}

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const opening: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const closing: ReadonlySet<number> = new Set([0x7d, 0x5d]);
/** Ids are short, so only this many bytes of a longer key or value are kept. */
const longestBytes = 200;

interface Scan {
  depth: number;
  isQuoted: boolean;
  isEscaped: boolean;
  /** Bytes of the key or value that is being read at the outermost level. */
  kept: number[];
  /** The key whose value is being read. */
  key: unknown;
  id: unknown;
}

/** Opens a finder that reads the text once, in small steps. */
export function openIdFinder(): IdFinder {
  const scan: Scan = {
    depth: 0,
    isQuoted: false,
    isEscaped: false,
    kept: [],
    key: undefined,
    id: undefined,
  };
  return {
    read: (bytes) => {
      for (const byte of bytes) advance(scan, byte);
    },
    find: () => (typeof scan.id === 'string' || typeof scan.id === 'number' ? scan.id : undefined),
  };
}

function advance(scan: Scan, byte: number): void {
  const isOutermost = scan.depth === 1 && !scan.isQuoted;
  follow(scan, byte);
  if (isOutermost && byte === colon) scan.key = takeKept(scan);
  else if (isOutermost && (byte === comma || scan.depth === 0)) finishValue(scan);
  else if (isOutermost || (scan.depth === 1 && scan.kept.length > 0)) appendByte(scan, byte);
}

/** Notes the nesting level of the next byte, and whether the byte is within a string. */
function follow(scan: Scan, byte: number): void {
  if (scan.isQuoted) {
    scan.isQuoted = scan.isEscaped || byte !== quote;
    scan.isEscaped = !scan.isEscaped && byte === backslash;
  } else if (byte === quote) scan.isQuoted = true;
  else if (opening.has(byte)) scan.depth += 1;
  else if (closing.has(byte)) scan.depth -= 1;
}

function appendByte({ kept }: Scan, byte: number): void {
  if (kept.length <= longestBytes) kept.push(byte);
}

function finishValue(scan: Scan): void {
  const value = takeKept(scan);
  if (scan.key === 'id') scan.id = value;
  scan.key = undefined;
}

/** Parses the kept bytes; undefined if they were cut off or are not JSON. */
function takeKept({ kept }: Scan): unknown {
  const text = Buffer.from(kept.splice(0)).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
