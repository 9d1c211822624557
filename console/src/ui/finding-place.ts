import type { Finding } from './use-check';

/** Fields whose name is not that of their control. */
const FIELDS: Readonly<Record<string, string>> = {
  layoutId: 'layout',
  kind: 'type',
  skip: 'condition',
  'redirect.url': 'URL',
  'primaryAction.redirect.url': 'URL of the primary button',
  'secondaryAction.redirect.url': 'URL of the secondary button',
};

/** Where a finding is. */
export type Place = Pick<Finding, 'stepId' | 'field' | 'path'>;

/** Where a finding is, for people: `email, body, block 3`. Empty for the whole workflow. */
export function placeOf({ stepId, field, path }: Place): string {
  const block = /^content\.(\d+)/.exec(path ?? '')?.[1];
  const parts = [
    stepId,
    field === undefined || field === '' ? undefined : (FIELDS[field] ?? field),
    block === undefined ? undefined : `block ${Number(block) + 1}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** The part of the address of the workflow editor that leads to a place. */
export function searchOf({ stepId, field }: Place): { tab?: 'settings'; step?: string; field?: string } {
  return stepId === undefined ? { tab: 'settings', field } : { step: stepId, field };
}

/** The place of a field of a request: `steps.0.controlValues.body` is the body of the first step. */
export function placeOfField(field: string, steps: readonly { stepId: string }[]): Place | undefined {
  const [, index, control] = /^steps\.(\d+)\.(?:controlValues\.)?(.+)$/.exec(field) ?? [];
  if (index === undefined) return /^(?:name|kind|category)$/.test(field) ? { field } : undefined;
  const step = steps[Number(index)];
  return step && { stepId: step.stepId, field: control };
}
