// The form of a fragment's key, as a part of patterns with the flag `u`.

/** A small letter, or a letter of a script without capitals; more of these, digits and hyphens may follow. */
export const keyForm = String.raw`[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{Lm}\p{M}0-9-]*`;
/** The same with at most a hundred characters, for texts of any length. */
export const boundedKeyForm = String.raw`[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{Lm}\p{M}0-9-]{0,99}`;
