// Lists the events that a text of a fragment names as its sources, such as `(#31)` or `(#31, #32)`.

/** One or more numbers of events, with or without brackets around them. */
export const eventReference = /[[(]?#(\d{1,15})((?:[,;]? ?(?:and )?#?\d{1,15})*)[\])]?/g;

/** The ids of the events that a text names, each once. */
export function listNamedEvents(text: string): readonly number[] {
  const ids = [...text.matchAll(eventReference)].flatMap(([, first, rest = '']) => [
    first,
    ...(rest.match(/\d+/g) ?? []),
  ]);
  return [...new Set(ids.map(Number))];
}
