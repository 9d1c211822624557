import { isObject } from '../../../platform/values/is-object.js';
import type { StepType } from '../../steps/step-kinds.js';
import type { ControlIssue } from '../issue.js';
import type { StepCheck } from '../step-check.js';

type Values = Readonly<Record<string, unknown>>;

/** By kind of step: controls without which it fails. */
const NEEDED: Record<StepType, (values: Values) => string[]> = {
  in_app: (values) => anyOf(values, 'body', 'subject'),
  email: () => ['subject'],
  sms: () => ['body'],
  push: (values) => anyOf(values, 'body', 'subject'),
  chat: () => ['body'],
  tool: () => ['body'],
  delay: ({ type }) => (type === 'timed' ? ['cron'] : type === 'dynamic' ? ['dynamicKey'] : ['amount', 'unit']),
  digest: ({ type }) => (type === 'timed' ? ['cron'] : ['amount', 'unit']),
  throttle: ({ type }) => (type === 'dynamic' ? ['dynamicKey'] : ['amount', 'unit']),
  http_request: () => ['url'],
  custom: () => [],
};

/** Needed controls that are empty. */
export const missingValues: StepCheck = ({ type, values }) => [
  ...NEEDED[type](values)
    .filter((field) => isEmpty(values[field]))
    .map((field): ControlIssue => ({ field, issueType: 'MISSING_VALUE', message: `${field} is needed` })),
  ...(type === 'in_app' ? unseenButtons(values) : []),
  ...(type === 'http_request' && isEmpty(values.method) ? [WITHOUT_METHOD] : []),
];

const WITHOUT_METHOD: ControlIssue = {
  field: 'method',
  issueType: 'MISSING_VALUE',
  message: 'method is missing, so that the request is a GET',
  severity: 'warning',
};

/** A button without a label is left out of the message. */
function unseenButtons(values: Values): ControlIssue[] {
  return ['primaryAction', 'secondaryAction'].flatMap((field): ControlIssue[] => {
    const action = values[field];
    if (!isObject(action) || !isEmpty(action.label)) return [];
    if (!isObject(action.redirect) || isEmpty(action.redirect.url)) return [];
    const message = 'A button without a label is not shown';
    return [{ field: `${field}.label`, issueType: 'MISSING_VALUE', message, severity: 'warning' }];
  });
}

/** One of two controls is enough; the first is named when both are empty. */
function anyOf(values: Values, first: string, second: string): string[] {
  return isEmpty(values[second]) ? [first] : [];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
