// Server address: what a person wrote, with its credentials apart, which go into a header and into no message.

export interface ServerAddress {
  /** Without credentials: to be asked, and to be shown. */
  readonly url: string;
  /** The header that the credentials make; undefined where there are none. */
  readonly authorization: string | undefined;
}

/** A text that is no address is handed back as it is. */
export function splitAddress(text: string): ServerAddress {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || `${parsed.username}${parsed.password}` === '')
    return { url: text, authorization: undefined };
  const pair = `${decode(parsed.username)}:${decode(parsed.password)}`;
  parsed.username = '';
  parsed.password = '';
  return { url: parsed.href, authorization: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}` };
}

/** A percent sign that begins no code is one. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
