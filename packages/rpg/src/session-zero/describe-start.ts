// Describes where a game begins: the name of the place and what is known of it, as sentences.

/** What is said of a place in less than a sentence: "the long flight of steps", "which joins two streets". */
const apposition = /^(?:which|where|the|an?|once|also|a part of) [^,;:]*$/iu;

/**
 * A definition may be the name with an apposition and not a sentence. Such a definition is joined to the sentence that
 * names the place.
 */
export function describeStart(name: string, about = ''): string {
  const plain = `You are at ${name}. ${about}`.trim();
  if (!about.startsWith(`${name}, `)) return plain;
  const said = about.slice(name.length + 2);
  const end = said.search(/[.!?](?=\s|$)/u);
  const first = end < 0 ? said : said.slice(0, end);
  if (!apposition.test(first)) return plain;
  return `You are at ${name}, ${first}.${end < 0 ? '' : said.slice(end + 1)}`;
}
