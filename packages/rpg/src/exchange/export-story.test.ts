// Tests the forms of an exported game: a story, a SillyTavern chat, a corpus for the annotator.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderStory } from './export-game.ts';
import type { PlayedStory, PlayedTurn } from './played-story.ts';
import { renderCorpus } from './render-corpus.ts';
import { renderSillyTavernChat } from './render-silly-tavern-chat.ts';

function buildTurn(
  id: number,
  [words, narrative]: readonly [string, string],
  more: Partial<PlayedTurn> = {},
): PlayedTurn {
  return { id, number: id, words, narrative, isAside: false, atMs: Date.UTC(2030, 0, 1, 12, id), ...more };
}

const story: PlayedStory = {
  title: 'The <Mill>',
  playerName: 'Kestrel',
  narratorName: 'Narrator',
  turns: [
    buildTurn(1, ['', 'Rain falls on the *old* mill.']),
    buildTurn(2, ['/roll 1d20', ''], { isAside: true }),
    buildTurn(3, ['I knock\nand wait', '# Nobody\n<b>answers</b>.'], {
      variants: [{ id: 5, narrative: 'The door opens.' }],
    }),
    buildTurn(4, ['/ooc shorter please', 'A dog barks.'], { atMs: Date.UTC(2030, 0, 1, 11) }),
  ],
};

describe('renderStory', () => {
  it('XC5: tells the turns, the player in quotes, marks escaped', () => {
    expect(renderStory(story)).toBe(
      [
        '# The \\<Mill\\>',
        'Rain falls on the *old* mill.',
        '> I knock\n> and wait',
        '\\# Nobody\n\\<b\\>answers\\</b\\>.',
        'A dog barks.\n',
      ].join('\n\n'),
    );
  });

  it('XC5: nothing that a terminal obeys is left of it', () => {
    const turns = [buildTurn(1, ['I \u001b[31mcry', 'A \u001b]0;title\u0007dog.'])];
    const rendered = renderStory({ ...story, turns });
    expect(rendered).toContain('> I cry');
    expect(rendered).toContain('A dog.');
  });

  it('XC5: no text opens a heading, a link or HTML, and no word is lost', () => {
    const text = fc.array(
      fc.constantFrom('*', '**', '#', '[a](b)', '<i>', ' word', '\n', '> ', '- ', '`', '1. '),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        text.map((parts) => `x${parts.join('')}`),
        (narrative) => {
          const rendered = renderStory({ ...story, turns: [buildTurn(1, ['', narrative])] })
            .split('\n\n')
            .slice(1)
            .join('\n\n');
          expect(rendered).not.toMatch(/(?<!\\)[[\]<>#`]/);
          expect(rendered).not.toMatch(/^(?:#|>|-|\d+\.) /m);
          expect(rendered.split('word').length).toBe(narrative.split('word').length);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('renderSillyTavernChat', () => {
  it('XC6: a header, then the player and the narrator of each turn, other tellings as swipes', () => {
    const lines = renderSillyTavernChat(story, { integrity: 'id-1' })
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({
      user_name: 'Kestrel',
      character_name: 'Narrator',
      create_date: '2030-01-01T12:01:00.000Z',
      chat_metadata: { integrity: 'id-1' },
    });
    expect(lines.slice(1).map(({ name, is_user, mes }) => [name, is_user, mes])).toEqual([
      ['Narrator', false, 'Rain falls on the *old* mill.'],
      ['Kestrel', true, 'I knock\nand wait'],
      ['Narrator', false, '# Nobody\n<b>answers</b>.'],
      ['Narrator', false, 'A dog barks.'],
    ]);
    expect(lines[3]).toMatchObject({ swipes: ['# Nobody\n<b>answers</b>.', 'The door opens.'], swipe_id: 0 });
    expect(lines[3].swipes[lines[3].swipe_id]).toBe(lines[3].mes);
    expect(lines[3].swipe_info).toHaveLength(2);
    expect(lines[1]).not.toHaveProperty('swipes');
  });
});

describe('renderCorpus', () => {
  it('XC7: a post for each turn with the keys of JSON lines, in the order of play even where a clock was set back', () => {
    const posts = renderCorpus(story)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(posts.map(({ id, body }) => [id, body])).toEqual([
      [1, 'Rain falls on the *old* mill.'],
      [2, 'Kestrel: I knock\nand wait\n\n# Nobody\n<b>answers</b>.'],
      [3, 'A dog barks.'],
    ]);
    for (const post of posts) expect(Object.keys(post)).toEqual(['id', 'thread', 'author', 'time', 'body']);
    const times = posts.map(({ time }) => Date.parse(time));
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });
});
