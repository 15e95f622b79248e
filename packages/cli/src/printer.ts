// Printer: the one place that writes to the terminal.

import { cutText } from './screen/layout.ts';
import { measureWidth, renderStyled } from './screen/style.ts';

export interface Printer {
  /** Somebody sits at a terminal: lines may be replaced. */
  readonly isTerminal: boolean;
  /** Columns to lay text out in. */
  readonly width: number;
  /** Lines to standard output; what is live stays below them. */
  say(...lines: readonly string[]): void;
  /** Lines to standard error. */
  warn(...lines: readonly string[]): void;
  /** Replaces the live lines below everything; none to end them. Nothing happens where there is no terminal. */
  live(...lines: readonly string[]): void;
  /** One JSON value and a line break. */
  sayJson(value: unknown): void;
  /** Text as it is, such as an export. */
  pour(text: string): void;
}

export interface Streams {
  readonly out: NodeJS.WriteStream;
  readonly error: NodeJS.WriteStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Wide enough for long lines, narrow enough to read. */
const widest = 100;
const plainWidth = 80;

/** A file or a pipe gets every byte; a terminal is spared what it would obey. */
function pour(out: NodeJS.WriteStream, text: string): void {
  out.write(out.isTTY === true ? renderStyled(text, false) : text);
}

export function buildPrinter({ out, error, environment }: Streams): Printer {
  const isTerminal = out.isTTY === true && environment['TERM'] !== 'dumb';
  const isPlain = (environment['NO_COLOR'] ?? '') !== '';
  const findWidth = () => Math.max(40, Math.min(out.columns ?? plainWidth, widest));
  const live = { shown: 0, lines: [] as readonly string[] };
  const write = (stream: NodeJS.WriteStream, lines: readonly string[]) => {
    const hasColours = stream.isTTY === true && environment['TERM'] !== 'dumb' && !isPlain;
    for (const line of lines) stream.write(`${renderStyled(line, hasColours)}\n`);
  };
  const erase = () => {
    if (live.shown > 0) out.write(`\u001b[${live.shown}A\r\u001b[0J`);
    live.shown = 0;
  };
  const draw = () => {
    const columns = (out.columns ?? plainWidth) - 1;
    write(
      out,
      live.lines.map((line) => (measureWidth(line) <= columns ? line : cutText(line, columns))),
    );
    live.shown = live.lines.length;
  };
  const between = (work: () => void) => {
    erase();
    work();
    draw();
  };
  return {
    isTerminal,
    get width() {
      return findWidth();
    },
    say: (...lines) => between(() => write(out, lines)),
    warn: (...lines) => between(() => write(error, lines)),
    live: (...lines) => {
      if (!isTerminal) return;
      between(() => {
        live.lines = lines;
      });
    },
    sayJson: (value) => pour(out, `${JSON.stringify(value)}\n`),
    pour: (text) => pour(out, text),
  };
}
