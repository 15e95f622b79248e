// Moves commands for plans ("move dentist to Friday"), and pins that are only notes, out of what a reply says aloud.
import { type JoinedPiece, joinPieces } from './join-pieces.ts';
import { isPrivate } from './nested-parts.ts';
import { linkMarkers, listMarkedSpans, listMarkers, type MarkedSpan } from './parse-message.ts';
import { parseModifier } from './parse-modifier.ts';
import { parseMoving } from './parse-moving.ts';
import { displayTags, type Tag } from './tag.ts';

const shown: ReadonlySet<Tag> = new Set(displayTags);

/**
 * Returns the reply with commands for plans moved behind the parts in which they were written. A command moves only if
 * it is a sentence of its own there and begins with a small letter: any other is part of what is said ("I will move the
 * sofa to the attic"). A pin that is a sentence of its own without a mark at its end is a note, and moves too, if
 * anything else is said. All tags in the reply must be closed.
 */
export function moveCommands(reply: string): string {
  const pieces: string[] = [];
  let reached = 0;
  for (const part of listMarkedSpans(reply, { from: 0, to: reply.length })) {
    const { said, commands } = splitCommands(part);
    if (commands.length === 0) continue;
    const end = part.start + part.content.length;
    const behind = commands.map(({ tag, text }) => `<${tag}>${text}</${tag}>`);
    pieces.push(reply.slice(reached, part.start), said, reply.slice(end, part.to), ...behind);
    reached = part.to;
  }
  return [...pieces, reply.slice(reached)].join('');
}

interface Split {
  /** What the part says, without the commands. */
  readonly said: string;
  readonly commands: readonly { readonly tag: Tag; readonly text: string }[];
}

function splitCommands({ tag, content }: MarkedSpan): Split {
  if (!shown.has(tag) || !isClosed(content)) return { said: content, commands: [] };
  const split = splitBy(content, (inner) => isCommand(inner) || isNote(inner, content));
  return split.said.trim() === '' ? splitBy(content, isCommand) : split;
}

function splitBy(content: string, isMoved: (inner: MarkedSpan) => boolean): Split {
  const pieces: JoinedPiece[] = [];
  const commands: Split['commands'][number][] = [];
  let heard = '';
  let [seen, kept] = [0, 0];
  for (const inner of listMarkedSpans(content, { from: 0, to: content.length })) {
    heard += content.slice(seen, inner.from);
    seen = inner.to;
    if (isMoved(inner) && isSentenceOver(heard)) {
      pieces.push({ text: content.slice(kept, inner.from), isHidden: false }, { text: '', isHidden: true });
      commands.push({ tag: inner.tag, text: inner.content.trim() });
      kept = inner.to;
    } else if (!isPrivate(inner.tag)) heard += inner.content;
  }
  pieces.push({ text: content.slice(kept), isHidden: false });
  return { said: joinPieces(pieces), commands };
}

function isClosed(content: string): boolean {
  const markers = listMarkers(content);
  const closings = linkMarkers(markers);
  const closed = new Set(closings);
  return markers.every((one, index) => (one.isClosing ? closed.has(one) : closings[index] !== undefined));
}

function isCommand({ tag, content }: MarkedSpan): boolean {
  if (tag !== 'plan' || !/^\s*\p{Ll}/u.test(content) || listMarkers(content).length > 0) return false;
  return parseModifier('plan', content) !== undefined || parseMoving(content).length > 0;
}

const endsSentence = /[.!?…]["'”’)*]*\s*$/u;

/**
 * Whether a pin is a note and not a part of the sentence around it: its words begin like a sentence and have no mark at
 * their end, and what follows is not the rest of a sentence.
 */
function isNote({ tag, content, to }: MarkedSpan, said: string): boolean {
  if (tag !== 'pin' || !/^\s*[\p{Lu}\p{N}]/u.test(content) || endsSentence.test(content)) return false;
  if (listMarkers(content).length > 0) return false;
  return /^(?:\s*$|\s*\n|\s*["“‘'(*¿¡]?\p{Lu}|\s*<)/u.test(said.slice(to));
}

/** Whether a new sentence begins after these words. */
function isSentenceOver(heard: string): boolean {
  const said = heard.replace(/<[^<>]*>/gu, '').trimEnd();
  return said === '' || endsSentence.test(said) || heard.slice(heard.trimEnd().length).includes('\n');
}
