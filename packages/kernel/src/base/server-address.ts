// Server address: splits a person's text into an address that may be shown, and credentials and query that may not.

export interface ServerAddress {
  /** The address without credentials and query, used for requests and in messages. */
  readonly url: string;
  /** The query that is added to each request, such as a key or a version; empty if there is none. */
  readonly query: string;
  /** The value of the `Authorization` header with the credentials; undefined if there are none. */
  readonly authorization: string | undefined;
}

/** Returns a text that is not an address unchanged. */
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

export function addQuery(url: string, query: string): string {
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

/**
 * Secrets of at least this many characters are masked wherever they occur. Shorter values are versions or switches,
 * which are also ordinary words.
 */
export const leastSecret = 6;

/** The parts of a query that may be keys, both in the form in which they are sent and decoded. */
export function listQuerySecrets(query: string): readonly string[] {
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [query, ...values, ...values.map(decodePercents)].filter((text) => text.length >= leastSecret);
}

const codes = /(?:%[\da-f]{2})+/giu;

/** Decodes percent codes. A percent sign that begins no code stays, and so do codes that are no UTF-8. */
export function decodePercents(text: string): string {
  return text.replaceAll(codes, (run) => {
    try {
      return decodeURIComponent(run);
    } catch (error) {
      if (error instanceof URIError) return run;
      throw error;
    }
  });
}
