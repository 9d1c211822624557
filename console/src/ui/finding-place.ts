import type { Finding } from './use-check';

/** Fields whose name is not that of their control. */
const FIELDS: Readonly<Record<string, string>> = { layoutId: 'layout', kind: 'kind of workflow' };

/** Where a finding is, for people: `email, body, block 3`. Empty for the whole workflow. */
export function placeOf({ stepId, field, path }: Pick<Finding, 'stepId' | 'field' | 'path'>): string {
  const block = /^content\.(\d+)/.exec(path ?? '')?.[1];
  const parts = [
    stepId,
    field === undefined || field === '' ? undefined : (FIELDS[field] ?? field),
    block === undefined ? undefined : `block ${Number(block) + 1}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}
