// Platform: all differences between operating systems in one place, testable on any system.

export type Platform = NodeJS.Platform;

export const ownPlatform: Platform = process.platform;

/** A program and its arguments, as `spawn` takes them. */
export interface Started {
  readonly command: string;
  readonly argv: string[];
  readonly isShellLine: boolean;
}

/** Whether a path can begin at the handle of a folder, by means of `/proc/self/fd`, which only Linux has. */
export function hasFolderHandles(platform: Platform): boolean {
  return platform === 'linux';
}

/**
 * Whether a folder's list of names must be flushed to the disk: Windows cannot open folders, and keeps the list safe
 * by itself.
 */
export function isFolderFlushed(platform: Platform): boolean {
  return platform !== 'win32';
}

/** The command that opens an address in the browser of the person at this machine. */
export function chooseBrowser(platform: Platform, address: string): Started {
  if (platform === 'darwin') return { command: 'open', argv: [address], isShellLine: false };
  if (platform === 'win32')
    return { command: 'rundll32', argv: ['url.dll,FileProtocolHandler', address], isShellLine: false };
  return { command: 'xdg-open', argv: [address], isShellLine: false };
}

/** `editor` may include options, which the shell splits. The path is not part of the line that a POSIX shell parses. */
export function chooseEditor(platform: Platform, editor: string, path: string): Started {
  if (platform === 'win32') return { command: `${editor} "${path}"`, argv: [], isShellLine: true };
  return { command: 'sh', argv: ['-c', `${editor} "$@"`, editor, path], isShellLine: false };
}

/**
 * Quotes an argument for a line that a person pastes into their shell. A POSIX shell reads it back unchanged. On
 * Windows, no way of quoting works for every character in both the command prompt and PowerShell; double quotes work
 * for all except `"`, `%`, `$` and the backtick.
 */
export function quoteForShell(platform: Platform, text: string): string {
  if (platform === 'win32')
    return /^[\w.\\/~@+=:,-]+$/u.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`;
  // Shells replace `~` by a folder, even after `=`; zsh replaces `=` at the beginning by a program.
  return /^[\w./@%+:,-][\w./@%+=:,-]*$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Whether a name is that of a device on Windows, whatever its extension is. We never give a file such a name, on any
 * system, because folders may be moved to Windows.
 */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu.test(name);
}

/**
 * The signals that ask a process to end. They come from Ctrl-C, a process manager or a closing terminal, and
 * on Windows also from Ctrl-Break.
 */
export function listStopSignals(platform: Platform): readonly NodeJS.Signals[] {
  return platform === 'win32' ? ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
}
