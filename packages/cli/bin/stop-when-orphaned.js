// Notices that npm or the launcher, which started this process, was killed, so that this process stops too.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Calls `stop` when the launcher or npm was killed, since nobody would be watching this process any longer. Does
 * nothing when any other parent ends: after `nohup … &`, this process should go on.
 */
export function stopWhenOrphaned(stop) {
  if (process.channel !== undefined) {
    process.once('disconnect', stop);
    // The open channel alone must not keep this process running when the command is done.
    process.channel.unref();
    return;
  }
  const npm = findNpm();
  if (npm === undefined) return;
  const watch = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(watch);
    stop();
  }, 1000);
  watch.unref();
}

/** The npm process that started this process, directly or through a shell. */
function findNpm() {
  const parent = readProcess(process.ppid);
  if (parent === undefined || parent.isNpm) return parent?.id;
  const above = parent.isOneLine ? readProcess(parent.parentId) : undefined;
  return above?.isNpm === true ? above.id : undefined;
}

/** Undefined if the process cannot be looked up, as on Windows. */
function readProcess(id) {
  try {
    const { parentId, command } = process.platform === 'linux' ? describeInFiles(id) : describeByTool(id);
    const isNpm = /^(?:\S*node\s)?\S*\bnp[mx]\b/.test(command);
    return { id, parentId: Number(parentId), isNpm, isOneLine: /^\S*sh -c\s/.test(command) };
  } catch {
    return undefined;
  }
}

/**
 * Linux shows its processes as files. Starting `ps` instead would take a tenth of the time that a short
 * command takes.
 */
function describeInFiles(id) {
  const [, parentId] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'));
  return { parentId, command: readFileSync(`/proc/${id}/cmdline`, 'utf8').replace(/\0/g, ' ') };
}

function describeByTool(id) {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  const said = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(id)], options);
  const [, parentId, command] = /^\s*(\d+)\s+(.*)/.exec(said) || [];
  return { parentId, command };
}

function isAlive(id) {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
