// Renders a played path as a story to read, in Markdown.
import { escapeMarkdown, stripEscapes } from '@terrarium/kernel/foreign-text';
import { describeLoss, listStoryTurns, type PlayedStory, readStoryWords } from './played-story.ts';

/** The player's words stand as quotes before what came of them. Nothing in the texts becomes a link or HTML. */
export function renderStory(story: PlayedStory): string {
  const turns = listStoryTurns(story).map((turn) => {
    const words = readStoryWords(turn);
    return [...(words === '' ? [] : [renderQuote(words)]), renderProse(turn.narrative)].join('\n\n');
  });
  const lost = describeLoss(story);
  const head = [
    `# ${escapeMarkdown(story.title.replace(/\s+/g, ' '))}`,
    ...(lost === undefined ? [] : [`*${lost}*`]),
  ];
  return `${[...head, ...turns].join('\n\n')}\n`;
}

function renderQuote(text: string): string {
  return renderProse(text)
    .replace(/^/gm, '> ')
    .replace(/(?<! ) +$/gm, '');
}

const strong = /\\\*\\\*(?=\S)((?:(?!\\\*)[^\n])+)(?<=\S)\\\*\\\*/g;
const stressed = /(?<!\*)\\\*(?=\S)((?:(?!\\\*)[^\n])+)(?<=\S)\\\*/g;

/** Stress that a narrator gave to a word stays stress. */
function renderProse(text: string): string {
  return escapeMarkdown(stripEscapes(text).trim()).replace(strong, '**$1**').replace(stressed, '*$1*');
}
