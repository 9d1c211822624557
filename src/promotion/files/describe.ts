import { stringify } from 'yaml';
import type { FindingDto } from '../../delivery/checks/checks.dto.js';
import type { ChangeDto, FieldChangesDto, ResourceDiffDto, StoredStepIssueDto } from '../diff.dto.js';

const SIGNS: Record<ChangeDto['action'], string> = {
  added: '+',
  modified: '~',
  deleted: '-',
  moved: '>',
  unchanged: ' ',
};

/** Formats how a resource differs, as lines for the terminal. */
export function describeDiff({ changes, kind, sourceResource, targetResource }: ResourceDiffDto): string[] {
  const [own] = changes.filter((change) => change.kind !== 'step');
  const id = (sourceResource ?? targetResource)?.id ?? '';
  const lines = [`${SIGNS[own?.action ?? 'modified']} ${kind} ${id}`];
  for (const change of changes) {
    if (change.kind === 'step') lines.push(`  ${SIGNS[change.action]} ${describeStep(change)}`);
    if (change.diffs) lines.push(...describeFields(change.diffs, change.kind === 'step' ? '      ' : '    '));
  }
  return lines;
}

function describeStep({ sourceResource, targetResource, stepType, previousIndex, newIndex }: ChangeDto): string {
  const moved = previousIndex !== undefined && newIndex !== undefined;
  const id = (sourceResource ?? targetResource)?.id ?? '';
  return `step ${id} (${stepType})${moved ? ` from position ${previousIndex + 1} to ${newIndex + 1}` : ''}`;
}

function describeFields({ previous, new: next }: FieldChangesDto, indent: string): string[] {
  const fields = new Set([...Object.keys(previous ?? {}), ...Object.keys(next ?? {})]);
  return [...fields].flatMap((field) => [...signed('-', field, previous, indent), ...signed('+', field, next, indent)]);
}

function signed(sign: string, field: string, values: Record<string, unknown> | null, indent: string): string[] {
  if (!values || !(field in values)) return [];
  const text = stringify({ [field]: values[field] }, { lineWidth: 0, aliasDuplicateObjects: false });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `${indent}${sign} ${line}`);
}

const HEADINGS = ['', 'workflow', 'step', 'control', 'issue'];

/** What was found in a workflow. */
export type CheckedFinding = FindingDto & { workflowId: string };

/** Formats what was found in workflows as a table for the terminal; empty when nothing was. */
export function describeFindings(findings: readonly CheckedFinding[]): string[] {
  return describeIssues(
    findings.map(({ stepId = '-', field = '', path, ...one }) => ({
      ...one,
      stepId,
      field: path === undefined ? field : `${field} ${path}`,
    })),
  );
}

/** Formats the issues of stored workflows as a table for the terminal; empty when there are none. */
export function describeIssues(issues: readonly Omit<StoredStepIssueDto, 'issueType'>[]): string[] {
  if (issues.length === 0) return [];
  const rows = issues.map(({ severity, workflowId, stepId, field, message }) => [
    severity,
    workflowId,
    stepId,
    field === '' ? '-' : field,
    message.replaceAll(/\s+/g, ' '),
  ]);
  const widths = HEADINGS.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]!.length)));
  return [HEADINGS, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
