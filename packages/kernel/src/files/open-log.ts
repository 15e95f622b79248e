// Log: JSON lines in a file, for people who must find out later what happened.
import { dirname, resolve } from 'node:path';
import { pino } from 'pino';
import { createFolder } from '../base/create-folder.ts';
import { StorageError, TerrariumError } from '../base/errors.ts';
import { openWorldFolder } from './world-folder.ts';

/** Fields of a message. If the name of a field sounds like a secret, its value is left out, whatever it is. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log, with these fields on each line. */
  child(fields: LogFields): Log;
}

export interface OpenLog extends Log {
  /** Writes waiting lines, and releases the file. */
  close(): void;
}

const secretNames = ['apiKey', 'api_key', 'authorization', 'Authorization', 'password', 'token'];
const redacted = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** While the disk is full, lines of at most this many characters wait; further lines are dropped. */
const heldCharacters = 1_048_576;

export interface LogOptions {
  /**
   * The folder below which links on the way to the file are not followed: a world's folder; by default, the file's own
   * folder.
   */
  readonly within?: string | undefined;
  /**
   * Called once if a line cannot be written; the log then continues trying, and never throws. Without this function,
   * it throws.
   */
  readonly onFailure?: ((error: StorageError) => void) | undefined;
}

/** Opens the file for appending, and makes its folder if it is missing. Each line is written before the call returns. */
export function openLog(path: string, { within, onFailure }: LogOptions = {}): OpenLog {
  try {
    const folder = within ?? dirname(resolve(path));
    if (within === undefined) createFolder(folder);
    return openLogIn({ path, file: openWorldFolder(folder).openToAppend(resolve(path)), onFailure });
  } catch (error) {
    if (error instanceof TerrariumError) throw error;
    throw new StorageError({
      code: 'log.cannot-open',
      happened: `The log ${path} cannot be opened.`,
      todo: 'Check that its folder is not a file, and that you may write there.',
      cause: error,
    });
  }
}

export interface LogFile extends Pick<LogOptions, 'onFailure'> {
  /** The path that is shown in messages. */
  readonly path: string;
  /** The handle of the file, open for appending; it is closed together with the log. */
  readonly file: number;
}

/** Builds a log on a file that is already open. */
export function openLogIn({ path, file: fd, onFailure }: LogFile): OpenLog {
  const file = pino.destination({ fd, sync: true, append: true, maxLength: heldCharacters });
  const heard = { isFailing: false };
  file.on('error', (error) => {
    const failure = describeFailure(path, error);
    if (onFailure === undefined) throw failure;
    if (!heard.isFailing) onFailure(failure);
    heard.isFailing = true;
  });
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'message',
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redacted, censor: '[secret]' },
      serializers: { error: pino.stdSerializers.err },
    },
    file,
  );
  return { ...wrap(logger), close: () => close(file) };
}

/** Closes the file, even if the last lines cannot be written. */
function close(file: ReturnType<typeof pino.destination>): void {
  file.end();
  file.destroy();
}

function describeFailure(path: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'log.cannot-write',
    happened: `The log ${path} cannot be written.`,
    todo: 'Check the space left on the disk.',
    cause,
  });
}

function wrap(logger: pino.Logger): Log {
  return {
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
    child: (fields) => wrap(logger.child({ ...fields })),
  };
}
