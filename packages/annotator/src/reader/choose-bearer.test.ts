// Tests choosing the existing entry that a refused name belongs to, and when this is uncertain.

import { describe, expect, it } from 'vitest';
import { chooseBearer } from './choose-bearer.ts';
import type { KnownEntry } from './parse-scene-window.ts';

function somebody(id: number, names: string, ...tags: string[]): KnownEntry {
  const [term = '', ...aliases] = names.split('|');
  return { id, term, aliases, tags: tags.length > 0 ? tags : ['character'], definition: '' };
}

const same: readonly (readonly [string, string])[] = [
  ['Brand', 'Brand Tarnov'],
  ['Brand', 'Brand Tarnov|Tarnov|Brand Ilyitch'],
  ['Countess Orla', 'Countess Orla Ivanovna'],
  ['Brand Tarnov', 'Brand'],
  ['Brand Tarnov', 'Brand Ilyitch Tarnov'],
  ['Борис Орлов', 'Борис'],
];

const fond: readonly (readonly [string, string])[] = [
  ['Agnes', 'Agnes Vance'],
  ['Orla', 'Little Orla'],
];

const apart: readonly (readonly [string, string])[] = [
  ['Mrs. Vance', 'Mr. Vance'],
  ['Ulric Tarnov', 'Brand Tarnov|Tarnov'],
  ['Brand', 'Brand Ilyitch'],
  ['Brand', 'Brand Ilyitch Tarnov'],
  ['Brand Ilyitch', 'Brand'],
  ['Ulric Tarnov', 'Tarnovs'],
  ['Ulric Tarnov', 'Tarnovs|Brand Tarnov'],
];

const unclear: readonly (readonly [string, string])[] = [
  ['Tarnov', 'Brand Tarnov'],
  ['Dator Brand', 'Dator|Dator of the Vale'],
  ['brand', 'Brand Tarnov'],
  ['Captain', 'Captain Vance'],
  ['The Tarnovs', 'Tarnov'],
  ['Brand Street', 'Brand'],
  ['Brand Castle', 'Brand'],
  ['Brand Junior', 'Brand'],
  ['Brand the Elder', 'Brand'],
  ['Jean-Luc', 'Jean'],
  ['Uncle Brand', 'Brand'],
  ['Saint Brand', 'Brand'],
  ['御堂花', '御堂'],
  ['', 'Brand'],
];

describe('chooseBearer', () => {
  it.each(same)('BR13: %s is %s', (name, other) => {
    expect(chooseBearer(name, [somebody(1, other)])).toEqual({
      bearer: somebody(1, other),
      isApart: false,
    });
  });

  it.each(fond)('BR13: %s is %s, whatever s she loses and however she is spoken of', (name, other) => {
    expect(chooseBearer(name, [somebody(1, other)]).bearer?.id).toBe(1);
  });

  it('BR13: a name with the first name of one and the surname of another belongs to neither', () => {
    const two = [somebody(1, 'Orla'), somebody(2, 'Vance')];
    expect(chooseBearer('Orla Vance', two)).toEqual({ bearer: undefined, isApart: true });
    expect(chooseBearer('Orla Vance', two.slice(1)).isApart).toBe(false);
  });

  it.each(apart)('BR13: %s is not %s', (name, other) => {
    expect(chooseBearer(name, [somebody(1, other)])).toEqual({ bearer: undefined, isApart: true });
  });

  it.each(unclear)('BR13: %s may be %s or not', (name, other) => {
    expect(chooseBearer(name, [somebody(1, other)])).toEqual({ bearer: undefined, isApart: false });
  });

  it('BR13: a rank that many hold is not who bears it', () => {
    const rank = { ...somebody(1, 'Dator|Dator of the Vale'), definition: 'No longer be you a Dator.' };
    expect(chooseBearer('Dator Brand', [rank])).toEqual({ bearer: undefined, isApart: true });
    const proud = { ...rank, definition: 'There lay the proud Dator, a Dator Orrin.' };
    expect(chooseBearer('Dator Brand', [proud]).isApart).toBe(false);
  });

  it('BR13: if two may have a name, neither is chosen, and no place is', () => {
    const two = [somebody(1, 'Brand Tarnov'), somebody(2, 'Brand Vance')];
    expect(chooseBearer('Brand', two)).toEqual({ bearer: undefined, isApart: false });
    expect(chooseBearer('Brand', [somebody(1, 'Brand Hollow', 'location')]).bearer).toBeUndefined();
    const others = [somebody(1, 'Brand Ilyitch'), somebody(2, 'Brand Vance')];
    expect(chooseBearer('Brand', others).bearer?.id).toBe(2);
  });
});
