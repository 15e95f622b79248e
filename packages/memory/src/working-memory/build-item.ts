// Builds a new item of working memory from the words of a tag, with the subject and the date that they name.
import type { EventId } from '../events/event.ts';
import { findDueDate, isDate, joinDueWords, type Writing } from '../events/find-due-date.ts';
import type { WorkingTag } from '../tags/tag.ts';
import type { NewItem } from './item.ts';
import { normalise, parseSubject } from './normal-form.ts';

interface TaggedWords {
  readonly tag: WorkingTag;
  readonly content: string;
}

interface ItemTelling {
  readonly eventId: EventId;
  readonly atMs: number;
  readonly turn: number;
  readonly writing: Writing;
}

/** The item that a tag makes; a plan gets the date that its words name. */
export function buildItem({ tag, content }: TaggedWords, telling: ItemTelling): NewItem {
  const due = tag === 'plan' ? findDueDate(content, telling.writing) : undefined;
  return {
    kind: tag,
    content,
    subject: findSubject({ tag, content }, telling),
    normalForm: normalise(content),
    eventId: telling.eventId,
    status: 'active',
    createdAtMs: telling.atMs,
    createdTurn: telling.turn,
    refreshedAtMs: telling.atMs,
    refreshedTurn: telling.turn,
    dueAtMs: due?.dueAtMs,
    dueWords: due && joinDueWords(due),
    isKept: false,
  };
}

/** The words before the colon; undefined if there are none, or if they are the date of a plan. */
function findSubject({ tag, content }: TaggedWords, { writing }: ItemTelling): string | undefined {
  const subject = parseSubject(content);
  return subject !== undefined && tag === 'plan' && isDate(subject, writing) ? undefined : subject;
}
