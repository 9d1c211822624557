import type { Workflow } from '../workflow.schema.js';

/** Something about a workflow that is not about one control. */
export interface WorkflowIssue {
  issueType: 'DUPLICATE_VALUE';
  message: string;
  severity: 'warning';
}

/** By path of the field, such as `steps.1.name`. Steps of the same name are told apart by their ids only. */
export function workflowIssues({ steps }: Pick<Workflow, 'steps'>): Record<string, WorkflowIssue> {
  const first = new Map<string, number>();
  return Object.fromEntries(
    steps.flatMap(({ name }, index): [string, WorkflowIssue][] => {
      const key = name.trim().toLowerCase();
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, index);
        return [];
      }
      const message = `Step ${earlier + 1} has the name '${name}', too`;
      return [[`steps.${index}.name`, { issueType: 'DUPLICATE_VALUE', message, severity: 'warning' }]];
    }),
  );
}
