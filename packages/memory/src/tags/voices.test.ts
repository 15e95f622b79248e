// Tests voices: what a configuration may contain, and what is refused.
import { describe, expect, it } from 'vitest';
import { exampleVoices, parseVoices } from './voices.ts';

const iris = { id: 'iris', name: 'Iris' };
const sage = { id: "y'sage-2", name: ' Sage ' };

describe('voices', () => {
  it('TG10: are taken as they are configured, and the examples are such', () => {
    expect(parseVoices({ user: [iris], companion: [sage] })).toEqual({
      user: [iris],
      companion: [{ id: "y'sage-2", name: 'Sage' }],
    });
    expect(parseVoices(exampleVoices)).toEqual(exampleVoices);
  });

  it.each([
    ['nobody on a side', { user: [], companion: [sage] }, 'user'],
    ['a side left out', { user: [iris] }, 'companion'],
    [
      'the name of a tag',
      { user: [{ id: 'say', name: 'S' }], companion: [sage] },
      'a tag has this name already',
    ],
    ['capitals', { user: [{ id: 'Iris', name: 'I' }], companion: [sage] }, 'small letters'],
    ['a bracket', { user: [{ id: 'i>', name: 'I' }], companion: [sage] }, 'small letters'],
    ['no name', { user: [{ id: 'i', name: ' ' }], companion: [sage] }, 'user.0.name'],
    ['one id for two', { user: [iris], companion: [iris] }, 'two voices have the same id'],
    ['something unknown', { user: [iris], companion: [sage], narrator: [] }, 'narrator'],
    ['nothing', undefined, 'voices'],
  ])('TG10: are refused with %s', (_what, value, named) => {
    const error = expect.objectContaining({
      code: 'memory.bad-voices',
      message: expect.stringContaining(named),
    });
    expect(() => parseVoices(value)).toThrow(error);
  });
});
