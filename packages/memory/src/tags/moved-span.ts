// Moved span: the pattern of words by how much something is moved, as in "by a week"; the groups are count and unit.

/** Words after a span that make it a date: "a week from now", "a week on Friday", "a week tomorrow". */
const ofDate =
  'from|later|earlier|sooner|after|before|ago|hence|today|tomorrow|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day';
export const movedSpan = String.raw`(?<count>an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d{1,3})\s(?<unit>minutes?|hours?|days?|weeks?|fortnights?|months?)(?!\p{L}|\s(?:${ofDate})(?!\p{L}))`;
