// Finds the classes that a page's own style sheet hides: lines set so are against theft, and no reader sees them.

const mostCss = 2 * 1024 * 1024;
const mostClasses = 20_000;
const hiding =
  /display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{3}|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/iu;
const simpleSelector = /^(?:[a-z][a-z\d]*)?\.(?<name>[\w-]+)$/iu;
/** What a reader opens with a click is hidden only until then. */
const opened = /spoiler|collaps|toggle|tab|menu|accordion/iu;

/** Whether declarations, of a rule or of an element, take what they stand for out of sight. */
export function isHiding(declarations: string): boolean {
  return hiding.test(declarations.slice(0, 2_000));
}

/** Classes that are hidden wherever they stand; what only some screens hide is none. */
export function collectHiddenClasses(markup: string): ReadonlySet<string> {
  const classes = new Set<string>();
  for (const css of iterateStyles(markup)) {
    for (const rule of iterateRules(css)) {
      if (isHiding(rule.declarations)) addClasses(classes, rule.selectors);
    }
  }
  return classes;
}

function addClasses(classes: Set<string>, selectors: string): void {
  for (const selector of selectors.slice(0, 10_000).split(',')) {
    const name = simpleSelector.exec(selector.trim())?.groups?.['name'];
    if (name !== undefined && !opened.test(name) && classes.size < mostClasses) classes.add(name);
  }
}

function* iterateStyles(markup: string): Generator<string> {
  let left = mostCss;
  const opening = /<style\b/giu;
  for (let match = opening.exec(markup); match !== null && left > 0; match = opening.exec(markup)) {
    const start = markup.indexOf('>', match.index);
    if (start === -1) return;
    const end = markup.indexOf('</', start);
    const css = markup.slice(start + 1, end === -1 ? undefined : end).slice(0, left);
    left -= css.length;
    opening.lastIndex = Math.max(start, end);
    yield css;
    if (end === -1) return;
  }
}

const depthChange: Readonly<Record<string, number>> = { '{': 1, '}': -1 };

interface StyleRule {
  readonly selectors: string;
  readonly declarations: string;
}

/** Rules that stand in no other, such as one for print; each character is looked at once. */
function* iterateRules(css: string): Generator<StyleRule> {
  let depth = 0;
  let start = 0;
  let selectors = '';
  for (const { 0: sign, index } of css.matchAll(/[{};]/gu)) {
    if (sign === ';' && depth > 0) continue;
    if (sign === '{' && depth === 0) selectors = stripComments(css.slice(start, index));
    if (sign === '}' && depth === 1) yield { selectors, declarations: css.slice(start, index) };
    depth = Math.max(0, depth + (depthChange[sign] ?? 0));
    start = index + 1;
  }
}

function stripComments(text: string): string {
  const end = text.lastIndexOf('*/');
  return (end === -1 ? text : text.slice(end + 2)).trim();
}
