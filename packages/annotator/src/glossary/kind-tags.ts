// Kind tags: what sort of thing an entry is; at most one of them stands among its tags.

export const kindTags: ReadonlySet<string> = new Set(
  'character location faction item mechanic event creature title term'.split(' '),
);
