import type { StoredStepIssueDto } from '../definitions.dto.js';

const HEADINGS = ['', 'workflow', 'step', 'control', 'issue'];

/** What is wrong with stored workflows, as a table for people; nothing when nothing is. */
export function describeIssues(issues: readonly StoredStepIssueDto[]): string[] {
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
