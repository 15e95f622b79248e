// Server address: what a person wrote, with its credentials and its query apart, which go to the server and into no message.

export interface ServerAddress {
  /** Without credentials and query: to be asked, and to be shown. */
  readonly url: string;
  /** What each request carries behind its path, such as a key or a version; empty where there is none. */
  readonly query: string;
  /** The header that the credentials make; undefined where there are none. */
  readonly authorization: string | undefined;
}

/** A text that is no address is handed back as it is. */
export function splitAddress(text: string): ServerAddress {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined) return { url: text, query: '', authorization: undefined };
  const { username, password } = parsed;
  const query = parsed.search.slice(1);
  const hasCredentials = `${username}${password}` !== '';
  if (!hasCredentials && query === '') return { url: text, query, authorization: undefined };
  const pair = `${decodePercents(username)}:${decodePercents(password)}`;
  parsed.username = '';
  parsed.password = '';
  parsed.search = '';
  parsed.hash = '';
  const authorization = `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
  return { url: parsed.href, query, authorization: hasCredentials ? authorization : undefined };
}

/** The address of a request with the query of its server. */
export function addQuery(url: string, query: string): string {
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

/** Characters of a secret that is masked wherever it stands: shorter ones are versions and switches, and words of their own. */
export const leastSecret = 6;

/** What of a query may be a key, as it is sent and as it may be said. */
export function listQuerySecrets(query: string): readonly string[] {
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [query, ...values, ...values.map(decodePercents)].filter((text) => text.length >= leastSecret);
}

/** A percent sign that begins no code is one. */
export function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
