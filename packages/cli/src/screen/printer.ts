// Printer: the one place that writes to the terminal.

import type { Readable, Writable } from 'node:stream';
import type { Outward, ShapeName } from '@terrarium/protocol/shapes';
import { cutText } from './layout.ts';
import { measureWidth, renderStyled } from './style.ts';

/** Standard input, or a stream that replaces it. */
export type Input = Readable & { readonly isTTY?: boolean };

/** Standard output or standard error, or a stream that replaces one of them. */
export type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export interface Printer {
  /** Whether output goes to a terminal, where lines may be redrawn. */
  readonly isTerminal: boolean;
  /** Columns to lay text out in. */
  readonly width: number;
  /** Writes lines to standard output; the live lines stay below them. */
  writeLines(...lines: readonly string[]): void;
  /** Writes lines to standard error. */
  warn(...lines: readonly string[]): void;
  /**
   * Replaces the live lines, which are always below everything else; without any lines, ends them. Does
   * nothing if there is no terminal.
   */
  showLive(...lines: readonly string[]): void;
  /** Writes one JSON value of the given shape, and a line break. */
  writeJson<Name extends ShapeName>(shape: Name, value: Outward<Name>): void;
  /** Writes text unchanged, such as an export. */
  writeText(text: string): void;
}

export interface Streams {
  readonly out: Output;
  readonly error: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Lines are never wider than this, because longer lines are hard to read. */
const widest = 100;
const plainWidth = 80;
/** Lines are never narrower than this, because a table would have no room for its columns. */
const narrowest = 24;

/** Reads `COLUMNS`, which a program that shows this program's output may set to its own width. */
function readColumns({ COLUMNS = '' }: Streams['environment']): number | undefined {
  return /^\d{1,4}$/u.test(COLUMNS) ? Number(COLUMNS) : undefined;
}

/** A file or a pipe gets every byte. For a terminal, control sequences are removed. */
function writeAll(out: Output, text: string): void {
  out.write(out.isTTY === true ? renderStyled(text, false) : text);
}

interface Size {
  readonly columns: number;
  readonly rows: number | undefined;
}

/**
 * Lines that are redrawn must fit the screen: the cursor cannot go back to a line that has scrolled away or wrapped.
 */
function cutToScreen(lines: readonly string[], { columns, rows }: Size): readonly string[] {
  const most = rows === undefined || rows < 2 ? lines.length : rows - 1;
  const kept = lines.length <= most ? lines : [...lines.slice(0, most - 1), '…'];
  return kept.map((line) => {
    if (measureWidth(line) < columns) return line;
    const indent = /^ */u.exec(line)?.[0] ?? '';
    return indent + cutText(line, Math.max(2, columns - 1 - indent.length));
  });
}

export function buildPrinter({ out, error, environment }: Streams): Printer {
  const isTerminal = out.isTTY === true && environment['TERM'] !== 'dumb';
  const isPlain = (environment['NO_COLOR'] ?? '') !== '';
  const findColumns = () => out.columns ?? readColumns(environment) ?? plainWidth;
  const readWidth = () => Math.max(narrowest, Math.min(findColumns(), widest));
  const live = { shown: 0, lines: [] as readonly string[] };
  const write = (stream: Output, lines: readonly string[]) => {
    const hasColours = stream.isTTY === true && environment['TERM'] !== 'dumb' && !isPlain;
    for (const line of lines) stream.write(`${renderStyled(line, hasColours)}\n`);
  };
  const clearLive = () => {
    if (live.shown > 0) out.write(`\u001b[${live.shown}A\r\u001b[0J`);
    live.shown = 0;
  };
  const draw = () => {
    const shown = cutToScreen(live.lines, { columns: findColumns(), rows: out.rows });
    write(out, shown);
    live.shown = shown.length;
  };
  const runBetween = (work: () => void) => {
    clearLive();
    work();
    draw();
  };
  return {
    isTerminal,
    get width() {
      return readWidth();
    },
    writeLines: (...lines) => runBetween(() => write(out, lines)),
    warn: (...lines) => runBetween(() => write(error, lines)),
    showLive: (...lines) => {
      if (!isTerminal) return;
      runBetween(() => {
        live.lines = lines;
      });
    },
    writeJson: (_shape, value) => writeAll(out, `${JSON.stringify(value)}\n`),
    writeText: (text) => writeAll(out, text),
  };
}
