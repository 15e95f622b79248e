// The form of an entity's key, as a part of patterns with the flag `u`.

/** A letter or digit of any script; more of these, their marks, underscores and hyphens follow. */
export const keyForm = String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]{0,99}`;
