// Decodes the bytes of a plain text, by its byte order mark, as UTF-8, or at last as Windows Latin-1.

/** A text and how it was read. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
}

/** Line ends become `\n`; control characters other than tab become spaces or, for a form feed, a blank line. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = detectEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  return { encoding, text: normalizeControls(text) };
}

function detectEncoding(bytes: Uint8Array): DecodedText['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

function normalizeControls(text: string): string {
  return text
    .replace(/\r\n?|\u0085/gu, '\n')
    .replace(/\f/gu, '\n\n')
    .replace(/[\p{Cc}--[\t\n]]/gv, ' ');
}
