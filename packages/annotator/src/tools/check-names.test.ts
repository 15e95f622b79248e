// Proves what becomes of the tags that a model gives: other words for a kind become the kind.

import { describe, expect, it } from 'vitest';
import { normaliseTags } from './check-names.ts';

describe('tags', () => {
  it('TL14: other words for a kind become the kind, and a people is a faction', () => {
    expect(normaliseTags(['People', 'place', 'group', 'bell'])).toEqual(['faction', 'location', 'bell']);
  });
});
