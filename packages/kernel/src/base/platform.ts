// Platform: all differences between operating systems in one place, each testable on any of them.

export type Platform = NodeJS.Platform;

/** The system that this process runs on. */
export const ownPlatform: Platform = process.platform;

/** A program and its arguments, as `spawn` takes them. */
export interface Started {
  readonly command: string;
  readonly argv: string[];
  /** Whether the command is a line for the shell of the system. */
  readonly isShellLine: boolean;
}

/** Whether a path may begin at the handle of a folder, through `/proc/self/fd`: only Linux has such paths. */
export function hasFolderHandles(platform: Platform): boolean {
  return platform === 'linux';
}

/**
 * Whether a folder's list of names is flushed to the disk: Windows opens no folders, and keeps that list safe by
 * itself.
 */
export function isFolderFlushed(platform: Platform): boolean {
  return platform !== 'win32';
}

/** The command that opens an address in the browser of whoever is at this machine. */
export function chooseBrowser(platform: Platform, address: string): Started {
  if (platform === 'darwin') return { command: 'open', argv: [address], isShellLine: false };
  if (platform === 'win32')
    return { command: 'rundll32', argv: ['url.dll,FileProtocolHandler', address], isShellLine: false };
  return { command: 'xdg-open', argv: [address], isShellLine: false };
}

/**
 * An editor may be named with options, as a shell reads them; the path is kept out of the line that a POSIX
 * shell parses.
 */
export function chooseEditor(platform: Platform, editor: string, path: string): Started {
  if (platform === 'win32') return { command: `${editor} "${path}"`, argv: [], isShellLine: true };
  return { command: 'sh', argv: ['-c', `${editor} "$@"`, editor, path], isShellLine: false };
}

/**
 * Quotes an argument for a line that a person pastes into their shell. A POSIX shell reads it back as it was. On Windows
 * the command prompt and PowerShell have no quoting in common that holds for every character: double quotes hold for all
 * but `"`, `%`, `$` and the backtick.
 */
export function quoteForShell(platform: Platform, text: string): string {
  if (platform === 'win32')
    return /^[\w.\\/~@+=:,-]+$/u.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`;
  return /^[\w./~@%+=:,-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Names of devices on Windows, whatever their ending: no file of ours has such a name anywhere, as folders may be moved
 * to Windows.
 */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu.test(name);
}

/**
 * The signals that ask a process to end: from Ctrl-C, a process manager or a terminal that closes, and from Ctrl-Break
 * on Windows.
 */
export function listStopSignals(platform: Platform): readonly NodeJS.Signals[] {
  return platform === 'win32' ? ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
}
