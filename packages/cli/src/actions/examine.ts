// Examines settings, disk, stores and model for a person, or for a report that others may read.

import { homedir, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { writeFile } from '@terrarium/annotator/write-file';
import type { Finding } from '@terrarium/kernel/finding';
import { type Course, examineAll } from '../doctor/examine-all.ts';
import { buildPrivacyRedactor, buildSecretRedactor, type Redactor } from '../redact/build-redactor.ts';
import { readVersions, showSettings } from '../redact/read-facts.ts';
import { paint } from '../screen/style.ts';
import { refuseTarget } from '../shell/choose-export-target.ts';
import { buildFlags, type ModelOptions, type WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderFinding, renderHead, renderSum } from '../views/render-findings.ts';
import { renderReport } from '../views/render-report.ts';

export interface DoctorOptions extends WorldOptions, ModelOptions {
  /** How long a question may take, in seconds. */
  readonly timeout: number;
  readonly report?: boolean;
  readonly out?: string;
}

interface Examination {
  readonly options: DoctorOptions;
  readonly isNamed: boolean;
  readonly version: string;
}

/** Sets the exit code that belongs to the first problem found. */
export async function examine(shell: Shell, { options, isNamed, version }: Examination): Promise<void> {
  const { printer } = shell;
  const { world: worldDir, timeout } = options;
  if (options.out !== undefined && options.out !== '-') refuseTarget(resolve(options.out));
  const versions = readVersions(version);
  const request = { worldDir, isNamed, flags: buildFlags(options), timeoutMs: timeout * 1000 };
  const course: Course = { said: [], held: [], world: undefined };
  const found: Finding[] = [];
  const findings: Finding[] = [];
  const say = options.json === true || isForOthers(options) ? () => undefined : printer.writeLines;
  printer.showLive(paint('  Examining; a slow model takes a while …', 'dim'));
  for await (const { finding: plain, exitCode } of examineAll(shell, request, course)) {
    if (shell.exitCode === 0) shell.exitCode = exitCode;
    const finding = redactFinding(plain, buildSecretRedactor([...course.said, ...course.held]));
    if (findings.length === 0) say(...renderHead(versions, showSettings(course.said), printer.width));
    say(...renderFinding(finding, printer.width));
    found.push(plain);
    findings.push(finding);
  }
  printer.showLive();
  const settings = showSettings(course.said);
  say('', renderSum(findings));
  if (options.json === true)
    printer.writeJson('examination', { versions, settings, findings, exitCode: shell.exitCode });
  if (!isForOthers(options) && options.out === undefined) return;
  const report = renderReport({ versions, settings, findings: found }, buildRedactor(course, worldDir));
  writeReport(shell, options, report);
}

function redactFinding(finding: Finding, redact: Redactor): Finding {
  const { says, todo } = finding;
  return { ...finding, says: redact(says), todo: todo === undefined ? undefined : redact(todo) };
}

/** Whether a report for others is wanted in place of the findings that are otherwise shown one by one. */
function isForOthers({ report, out }: DoctorOptions): boolean {
  return report === true || out === '-';
}

function writeReport({ printer }: Shell, options: DoctorOptions, report: string): void {
  if (options.out === undefined || options.out === '-') {
    printer.writeText(report);
    return;
  }
  const path = resolve(options.out);
  writeFile(path, [report], resolve(options.world));
  if (options.json !== true)
    printer.writeLines(`The report is in ${path}. Read it before you show it to anybody.`);
}

function buildRedactor({ said, held, world }: Course, worldDir: string): Redactor {
  return buildPrivacyRedactor({
    home: homedir(),
    userName: findUserName(),
    worldDir: resolve(worldDir),
    world,
    said: [...said, ...held],
  });
}

/** Undefined if the user has only a number and no name, as happens in a container. */
function findUserName(): string | undefined {
  try {
    return userInfo().username;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}
