import { Problem } from '../../../api/problem';
import type { Workflow } from '../draft';
import { labelOf } from './control-schema';
import type { FieldIssue } from './editor-context';

type Issues = Record<string, FieldIssue[]>;

/** What is wrong with a step: issues of the saved step, and why the API has refused the present one. */
export function issuesOf(
  step: Workflow['steps'][number] | undefined,
  index: number,
  problem: Error | undefined,
): { controls: Issues; missing: string[]; others: string[]; hasErrors: boolean } {
  const controls: Issues = {};
  for (const [path, found] of Object.entries(step?.issues?.controls ?? {}))
    controls[path] = found.map(({ message, severity }) => ({
      message: inWords(message, path),
      isWarning: severity === 'warning',
    }));
  // Integrations that the environment does not have.
  const missing = Object.values(step?.issues?.integration ?? {}).flatMap((found) =>
    found.map(({ message }) => message),
  );
  const others: string[] = [];
  const before = `steps.${index}.`;
  for (const [field, message] of Object.entries(problem instanceof Problem ? problem.fields : {})) {
    if (!field.startsWith(before)) continue;
    const path = field.slice(before.length);
    const [top, rest] = [path.slice(0, path.indexOf('.')), path.slice(path.indexOf('.') + 1)];
    if (top === 'controlValues')
      controls[rest] = [...(controls[rest] ?? []), { message: inWords(message, rest), isWarning: false }];
    else others.push(message);
  }
  const hasErrors =
    missing.length + others.length > 0 || Object.values(controls).some((found) => found.some((one) => !one.isWarning));
  return { controls, missing, others, hasErrors };
}

/**
 * A sentence that begins with the path of its control begins with its label instead, and a place in a document is named as
 * people count: `content.2.content.0: …` is in block 3.
 */
function inWords(message: string, path: string): string {
  if (message.startsWith(`${path} `)) {
    const rest = message.slice(path.length).replace(/ is needed$/, ' is required');
    return `${labelOf(path.split('.').at(-1)!)}${rest}`;
  }
  return message.replace(/^content\.(\d+)[\w.]*(:?) /, (_all, index, colon) => `Block ${Number(index) + 1}${colon} `);
}
