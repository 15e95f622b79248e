// Tests summaries by the built-in reader: which scenes and names they hold, and that no sentence or name is cut.

import type { Message } from '@terrarium/kernel/language-model';
import { describe, expect, it } from 'vitest';
import { notedLead, summariseWindow } from './summarise-window.ts';

const told = ['The ferry sank at noon.', 'The lamp went out at last.', 'The bridge 🌉 fell at dusk 🌆.'];

function renderScene(text: string, index: number): Message {
  const post = `<post id="${index + 1}">\n[1] ${text}\n</post>`;
  return {
    role: 'user',
    content: `<story_passages thread="1" scene="${index}">\n${post}\n</story_passages>`,
  };
}

const note = (term: string): Message => ({
  role: 'tool',
  callId: term,
  name: 'glossary_create',
  content: `<glossary_created id="1" term="${term}" status="tentative"/>`,
});

const ask = (messages: readonly Message[], tokens: number, scenes = '0-2') =>
  summariseWindow(
    messages,
    `<summary_request kind="chunk" thread="1" index="0" scenes="${scenes}" max_tokens="${tokens}"/>`,
  );

describe('a summary of the window', () => {
  const window = [...told.map(renderScene), note('Fern &amp; Sons'), note('Vell'), note('Vell')];

  it('AK1: has the sentences of the scenes, and each noted name once, as the story writes it', () => {
    expect(ask(window, 100)).toBe(`${told.join(' ')} ${notedLead}Fern & Sons, Vell.`);
    expect(ask(window, 100, '1-1')).toBe(`${told[1]} ${notedLead}Fern & Sons, Vell.`);
    expect(ask([], 100)).toBe('Nothing happened.');
    expect(ask(window, 100, '7-9')).toBe(ask(window, 100));
  });

  it('AK1: is never longer than asked for, and cuts neither a sentence nor a name', () => {
    for (let tokens = 10; tokens < 100; tokens += 1) {
      const [story = '', names = ''] = ask(window, tokens).split(notedLead);
      expect(story.length + names.length).toBeLessThanOrEqual(tokens * 3);
      const left = told.reduce((text, sentence) => text.replace(sentence, ''), story);
      expect(['', 'Nothing happened.']).toContain(left.trim());
      expect(['', 'Fern & Sons.', 'Fern & Sons, Vell.']).toContain(names);
    }
  });
});
