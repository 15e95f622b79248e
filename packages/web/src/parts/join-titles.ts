// Keeps titles such as "Mr." on the same line as the name after them.

const title = /(?<![\p{L}\p{N}])(Mr|Mrs|Ms|Dr|St|Prof|Rev|Capt|Col|Gen|Lt|Sgt|Mme|Mlle)\. (?=\p{L})/gu;

export function joinTitles(name: string): string {
  return name.replace(title, '$1.\u00a0');
}
