// Decodes a page by its byte order mark or its own declaration, else like plain text.

import { decodeText } from '../decode-text.ts';

const declaredBytes = 1_024;
const declaration =
  /<\?xml[^>]{0,200}?encoding\s*=\s*["'](?<xml>[\w.:-]{1,40})|<meta[^>]{0,200}?charset\s*=\s*["']?(?<html>[\w.:-]{1,40})/iu;

export interface DecodedMarkup {
  readonly text: string;
  readonly encoding: string;
}

export function decodeMarkup(bytes: Uint8Array): DecodedMarkup {
  const label = findLabel(bytes);
  if (label === undefined) return decodeText(bytes);
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return { text: decoder.decode(bytes), encoding: decoder.encoding };
  } catch {
    return decodeText(bytes);
  }
}

function findLabel(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, declaredBytes)).toString('latin1');
  const groups = declaration.exec(head)?.groups;
  const label = (groups?.['xml'] ?? groups?.['html'])?.toLowerCase();
  return label === undefined || label.startsWith('utf-16') ? undefined : label;
}
