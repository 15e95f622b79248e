// Renders the key that a name gives a fragment: “Dr. Voss” gives `dr-voss`.

const longestRead = 80;
const longestKey = 50;

/** Empty if the name has no letter that a key may begin with. */
export function renderKey(name: string): string {
  return name
    .slice(0, longestRead)
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{M}0-9]+/gu, '-')
    .replace(/^[^\p{Ll}\p{Lo}]+/u, '')
    .slice(0, longestKey)
    .replace(/-$/u, '');
}
