// Month words: the names of months in several languages, in full or abbreviated.

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv'] as const;

let months: ReadonlyMap<string, number> | undefined;

/** Returns the number of the month, from 1 for January; undefined if the word is not the name of a month. */
export function parseMonthName(word: string): number | undefined {
  months ??= new Map(
    Array.from({ length: 12 }, (_, at) => at).flatMap((at) =>
      listNames({ month: 'long' }, { month: 'short' }, Date.UTC(2023, at, 15)).map(
        (name) => [name, at + 1] as const,
      ),
    ),
  );
  return months.get(foldName(word));
}

/** The names of a day or month in all of the languages: long and short. */
export function listNames(
  long: Intl.DateTimeFormatOptions,
  short: Intl.DateTimeFormatOptions,
  atMs: number,
): readonly string[] {
  return languages.flatMap((language) =>
    [long, short].map((form) =>
      foldName(new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).format(atMs)),
    ),
  );
}

export function foldName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
