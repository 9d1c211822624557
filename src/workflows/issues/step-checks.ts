import { isUrl } from '#libs/url/is-url.js';
import { compileCard } from '#libs/rendering/blocks/card.js';
import { BlockDocumentError, isBlockBody } from '#libs/rendering/blocks/document.js';
import { compileEmail } from '#libs/rendering/blocks/email.js';
import { dataOf, defaultDataLimits } from '#libs/rendering/in-app/in-app-content.js';
import { ContentError } from '#libs/rendering/in-app/content-error.js';
import { addressOf, isLinkScheme, schemeOf } from '#libs/rendering/in-app/link.js';
import { beginsLikeJson } from '#libs/rendering/render-limits.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import { checkTemplate, filterProblems } from '#libs/rendering/template-variables.js';
import { type Duration, parseDuration } from '#libs/schedule/durations.js';
import { fixedWait, limitWait, WAIT_UNITS } from '#libs/schedule/waits/waits.js';
import { nextCronInstant } from '#libs/schedule/waits/cron.js';
import { throttleWindowEnd } from '#libs/schedule/windows/throttle-window.js';
import { isObject } from '../../platform/values/is-object.js';
import { awaitedIn, waitingTime } from '../steps/awaited.js';
import type { ControlSchema, JsonSchema } from '../steps/control-schema.js';
import { STEP_KINDS, type StepType } from '../steps/step-kinds.js';
import type { ControlIssue } from './issue.js';
import { allowsPath, type ControlText, variableReferences } from './variable-references.js';

/** A step as its checks see it. */
export interface CheckedStep {
  type: StepType;
  values: Readonly<Record<string, unknown>>;
  /** JSON Schema of the variables that its templates and conditions can use. */
  variables: JsonSchema;
  /** Texts that are rendered. */
  texts: readonly ControlText[];
  now: Date;
  /** The longest time a step may wait (behaviour Y6, DG12). */
  maxWait: Duration;
}

/** Looks for one kind of problem. */
export type StepCheck = (step: CheckedStep) => ControlIssue[];

const LINKS = ['avatar', 'redirect.url', 'primaryAction.redirect.url', 'secondaryAction.redirect.url'];
const FIELDS: Partial<Record<StepType, readonly string[]>> = { in_app: LINKS, http_request: ['url'] };

/** Links and request URLs that no data can make valid (behaviour L6, W1). */
export const addresses: StepCheck = ({ type, texts }) =>
  texts
    .filter(({ field }) => FIELDS[type]?.includes(field))
    .flatMap(({ field, text }): ControlIssue[] => {
      // A text that begins with a template may become any URL.
      if (text.trim() === '' || /^\s*\{[{%]/.test(text)) return [];
      // A digit is valid in a host, a port, a path and a query.
      const address = text.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, '1').trim();
      const problem = problemOf(address, type, field);
      if (problem === undefined) return [];
      const scheme = type === 'in_app' && field !== 'avatar' ? schemeOf(address) : undefined;
      if (scheme === undefined || !isLinkScheme(scheme)) return [{ field, issueType: 'INVALID_URL', message: problem }];
      const message = `${field} is left out unless the linkSchemes of the environment have ${scheme}`;
      return [{ field, issueType: 'INVALID_URL', message, severity: 'warning' }];
    });

function problemOf(address: string, type: StepType, field: string): string | undefined {
  if (type === 'http_request') {
    return /^https?:\/\//i.test(address) && isUrl(address) ? undefined : `${field} must be an http(s) URL`;
  }
  try {
    addressOf(address, field);
    return undefined;
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  }
}

/**
 * Variables that no trigger provides (behaviour L1, X8). They print nothing and have no value in conditions, which is
 * hardly what the author intended.
 */
export const illegalVariables: StepCheck = ({ values, variables }) => {
  const found = new Map<string, ControlIssue>();
  for (const { field, path } of variableReferences(values)) {
    if (allowsPath(variables, path)) continue;
    const variableName = path.join('.');
    const message = `Variable '${variableName}' does not exist here`;
    found.set(`${field} ${variableName}`, {
      field,
      issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE',
      message,
      variableName,
    });
  }
  return [...found.values()];
};

type Values = Readonly<Record<string, unknown>>;

/** Required controls by step type: without them the step fails. */
const REQUIRED: Record<StepType, (values: Values) => string[]> = {
  in_app: (values) => anyOf(values, 'body', 'subject'),
  email: () => ['subject'],
  sms: () => ['body'],
  push: (values) => (values.silent === true || !isEmpty(values.data) ? [] : anyOf(values, 'body', 'subject')),
  chat: () => ['body'],
  tool: () => ['body'],
  delay: timeRequired,
  wait_until: () => [],
  digest: ({ type }) => (type === 'timed' ? ['cron'] : ['amount', 'unit']),
  throttle: ({ type }) => (type === 'dynamic' ? ['dynamicKey'] : ['amount', 'unit']),
  http_request: () => ['url'],
  custom: () => [],
};

function timeRequired({ type }: Values): string[] {
  return type === 'timed' ? ['cron'] : type === 'dynamic' ? ['dynamicKey'] : ['amount', 'unit'];
}

/** Required controls that are empty. */
export const missingValues: StepCheck = ({ type, values }) => [
  ...REQUIRED[type](values)
    .filter((field) => isEmpty(values[field]))
    .map((field): ControlIssue => ({ field, issueType: 'MISSING_VALUE', message: `${field} is needed` })),
  ...(type === 'in_app' ? hiddenButtons(values) : []),
  ...(type === 'http_request' && isEmpty(values.method) ? [WITHOUT_METHOD] : []),
];

const WITHOUT_METHOD: ControlIssue = {
  field: 'method',
  issueType: 'MISSING_VALUE',
  message: 'method is missing, so that the request is a GET',
  severity: 'warning',
};

/** A button without a label is left out of the message. */
function hiddenButtons(values: Values): ControlIssue[] {
  return ['primaryAction', 'secondaryAction'].flatMap((field): ControlIssue[] => {
    const action = values[field];
    if (!isObject(action) || !isEmpty(action.label)) return [];
    if (!isObject(action.redirect) || isEmpty(action.redirect.url)) return [];
    const message = 'A button without a label is not shown';
    return [{ field: `${field}.label`, issueType: 'MISSING_VALUE', message, severity: 'warning' }];
  });
}

/** One of two controls is enough; the first is reported when both are empty. */
function anyOf(values: Values, first: string, second: string): string[] {
  return isEmpty(values[second]) ? [first] : [];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Templates that cannot be parsed (behaviour L2), and filters that are unknown or have invalid arguments (L3). */
export const templateSyntax: StepCheck = ({ texts }) => texts.flatMap(problemsOf);

function problemsOf({ field, text }: ControlText): ControlIssue[] {
  const error = checkTemplate(text, field);
  // What is wrong with a document itself is reported with what else is in it.
  if (error instanceof BlockDocumentError) return [];
  if (error) return [unreadable(field, error)];
  return filterProblems(text).map((message) => ({ field, issueType: 'INVALID_FILTER_ARG_IN_VARIABLE', message }));
}

function unreadable(field: string, { message, line, column }: TemplateError): ControlIssue {
  const place = line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
  const issueType = message.startsWith('undefined filter')
    ? 'INVALID_FILTER_ARG_IN_VARIABLE'
    : 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE';
  return { field, issueType, message: `${message}${place}` };
}

/** Controls that the step type does not have, which are kept without effect, and content that it cannot deliver. */
export const unsupportedProperties: StepCheck = ({ type, values }) => [
  ...unknownMembers(values, STEP_KINDS[type].fields, ''),
  ...(type === 'in_app' ? dataProblem(values.data) : []),
  ...(type === 'email' || type === 'chat' ? blockProblems(type, values) : []),
];

function unknownMembers(value: unknown, properties: ControlSchema['properties'], prefix: string): ControlIssue[] {
  if (!isObject(value) || !properties) return [];
  return Object.entries(value).flatMap(([key, member]): ControlIssue[] => {
    const field = `${prefix}${key}`;
    if (Object.hasOwn(properties, key)) return unknownMembers(member, properties[key]?.properties, `${field}.`);
    const message = `${field} is kept, but has no effect`;
    return [{ field, issueType: 'UNSUPPORTED_PROPERTY', message, severity: 'warning' }];
  });
}

/** Behaviour L7. */
function dataProblem(data: unknown): ControlIssue[] {
  try {
    dataOf(data, { ...defaultDataLimits, textLength: Infinity });
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return [{ field: error.field, issueType: 'UNSUPPORTED_PROPERTY', message: error.message }];
  }
}

/** Behaviour BL2, BL3. A body that is stated to be blocks and is none would be sent as it is. */
function blockProblems(type: 'email' | 'chat', values: Readonly<Record<string, unknown>>): ControlIssue[] {
  const { body, editorType } = values;
  if (!isBlockBody(values)) {
    const mayBeText = editorType === 'html' || editorType === 'text' || (type === 'chat' && editorType === undefined);
    const isBroken = !mayBeText && typeof body === 'string' && beginsLikeJson(body);
    return isBroken
      ? [unsupported('body', 'body is not a document of blocks: JSON of type doc with a list as content')]
      : [];
  }
  try {
    const { warnings } = (type === 'email' ? compileEmail : compileCard)(values.body);
    return warnings.map(({ path, message }) => ({
      ...unsupported('body', `${path}: ${message}`),
      severity: 'warning',
    }));
  } catch (error) {
    if (error instanceof TemplateError) return [unsupported('body', error.message)];
    throw error;
  }
}

/** Waits and windows that exceed the maximum or never end (behaviour Y6, DG12, H2, H7). */
export const waits: StepCheck = (step) => {
  const { type, values } = step;
  if (type === 'throttle') return values.type === 'dynamic' ? [] : throttleProblem(step);
  if (!STEP_KINDS[type].waits) return [];
  const time = waitingTime({ type, controlValues: values });
  return timeProblem({ ...step, values: time.values }).map((issue) => ({
    ...issue,
    field: `${time.at}${issue.field}`,
  }));
};

function timeProblem(step: CheckedStep): ControlIssue[] {
  if (step.values.type === 'timed') return timedProblem(step);
  return step.values.type === 'dynamic' ? [] : fixedProblem(step);
}

/** What a `wait_until` waits for (behaviour CS70): something that can come, and a timeout. */
export const awaitedThings: StepCheck = ({ type, values, variables }) => {
  if (type !== 'wait_until') return [];
  const entries: unknown[] = Array.isArray(values.until) ? values.until : [];
  const missing = (field: string): ControlIssue => ({
    field,
    issueType: 'MISSING_VALUE',
    message: `${field} is needed`,
  });
  const time = waitingTime({ type, controlValues: values });
  return [
    ...(entries.length === 0 ? [missing('until')] : []),
    ...entries.flatMap((entry, index) => awaitedProblem(entry, `until.${index}`, variables)),
    ...timeRequired(time.values).flatMap((field) => (isEmpty(time.values[field]) ? [missing(`timeout.${field}`)] : [])),
  ];
};

function awaitedProblem(entry: unknown, field: string, variables: JsonSchema): ControlIssue[] {
  const [awaited] = awaitedIn([entry]);
  if (!awaited) {
    const message = `${field} needs a status with the stepId of an earlier step, or the name of an event`;
    return [{ field, issueType: 'MISSING_VALUE', message }];
  }
  if ('event' in awaited || allowsPath(variables, ['steps', awaited.stepId, awaited.status])) return [];
  return [unsupported(`${field}.stepId`, `No earlier step '${awaited.stepId}' sends a message`)];
}

function fixedProblem({ values: { amount, unit }, now, maxWait }: CheckedStep): ControlIssue[] {
  if (amount === undefined || unit === undefined) return [];
  const duration = parseDuration({ amount, unit }, WAIT_UNITS);
  if (!duration.ok) return [unsupported('amount', duration.error)];
  const end = fixedWait({ amount, unit }, now, undefined);
  const limited = end.ok ? limitWait(end.value, now, maxWait, undefined) : end;
  return limited.ok ? [] : [tooLong('amount', limited.error)];
}

function timedProblem({ values: { cron }, now, maxWait }: CheckedStep): ControlIssue[] {
  if (typeof cron !== 'string' || cron === '' || cron.includes('{{')) return [];
  const next = nextCronInstant(cron, undefined, now);
  if (!next.ok) return [unsupported('cron', next.error)];
  const limited = limitWait(next.value, now, maxWait, undefined);
  return limited.ok ? [] : [tooLong('cron', limited.error)];
}

function throttleProblem({ values, now, maxWait }: CheckedStep): ControlIssue[] {
  const { amount, unit } = values;
  if (amount === undefined || unit === undefined) return [];
  const situation = { now, zone: undefined, payload: {} };
  const end = throttleWindowEnd({ amount, unit }, situation);
  if (!end.ok) return [unsupported('amount', end.error)];
  const limited = throttleWindowEnd({ amount, unit }, { ...situation, maximum: maxWait });
  return limited.ok ? [] : [tooLong('amount', limited.error)];
}

function unsupported(field: string, message: string): ControlIssue {
  return { field, issueType: 'UNSUPPORTED_PROPERTY', message };
}

function tooLong(field: string, message: string): ControlIssue {
  return { field, issueType: 'TIER_LIMIT_EXCEEDED', message };
}
