// Renders a quote between quotation marks that differ from those inside it.

/**
 * A quote between “ and ”, or between ‘ and ’ if it has double marks of its own. `shown` is the quote as it is painted
 * or cut, if that differs.
 */
export function renderQuoted(quote: string, shown = quote): string {
  return /["“”„]/u.test(quote) ? `‘${shown}’` : `“${shown}”`;
}
