import { isRecord } from '../size-of-value.js';
import type { ControlValues } from '../render-controls.js';
import { ContentError, textOf } from './content-error.js';
import { addressOf, type Redirect, redirectOf } from './link.js';
import { sanitiseText } from './sanitise-text.js';

/** A button of an in-app message. */
export interface InAppAction {
  label: string;
  redirect?: Redirect;
}

/** The content of an in-app message. Fields without content are absent. */
export interface InAppContent {
  subject?: string;
  /** Empty if the message has only a subject. */
  body: string;
  /** Absolute http(s) URL or path of an image. */
  avatar?: string;
  primaryAction?: InAppAction;
  secondaryAction?: InAppAction;
  /** Where a click on the message leads. */
  redirect?: Redirect;
  /** Values for the application that shows the message, not sanitised. */
  data?: Record<string, DataValue>;
}

/**
 * Returns the content of an in-app message from the rendered control values of its step. Texts must have been
 * rendered as `plain` (L4). Subject, body and labels are sanitised unless the control `disableOutputSanitization` is
 * `true` (L5).
 *
 * @param values Control values after `renderControls`.
 * @param links What is allowed as a link, and what happens to others.
 * @param dataLimits Limits of `data`, if they differ from L7.
 * @returns The content, or what is wrong with the first invalid field.
 */
export function inAppContent(
  values: ControlValues,
  links: LinkRules = {},
  dataLimits: DataLimits = defaultDataLimits,
): InAppContent | ContentError {
  try {
    return contentOf(values, links, dataLimits);
  } catch (error) {
    if (error instanceof ContentError) {
      return error;
    }
    throw error;
  }
}

/** Links of the messages of an environment (behaviour L6). */
export interface LinkRules {
  /** Schemes that are allowed besides http(s), such as `myapp:`. */
  schemes?: readonly string[];
  /** Called for each address that is not allowed and therefore left out. */
  onLeftOut?: (problem: ContentError) => void;
}

/** Makes the text of a field safe to show. */
type Clean = (text: string, field: string) => string;

function contentOf(values: ControlValues, links: LinkRules, dataLimits: DataLimits): InAppContent {
  const clean: Clean = values['disableOutputSanitization'] === true ? (text) => text : sanitiseText;
  const subject = clean(textOf(values['subject'], 'subject'), 'subject');
  const body = clean(textOf(values['body'], 'body'), 'body');
  if (subject.trim() === '' && body.trim() === '') {
    throw new ContentError('body', 'missing', 'or subject must have content');
  }
  // A field without content is absent, not undefined: the content is stored and sent as it is.
  const content: InAppContent = { body };
  if (subject !== '') {
    content.subject = subject;
  }
  const avatar = allowed(links, () => addressOf(values['avatar'], 'avatar'));
  if (avatar) {
    content.avatar = avatar;
  }
  for (const field of ['primaryAction', 'secondaryAction'] as const) {
    const action = actionOf(values[field], field, clean, links);
    if (action) {
      content[field] = action;
    }
  }
  const redirect = allowed(links, () => redirectOf(values['redirect'], 'redirect', links.schemes));
  if (redirect) {
    content.redirect = redirect;
  }
  const data = dataOf(values['data'], dataLimits);
  if (data) {
    content.data = data;
  }
  return content;
}

/** What `read` returns, or `undefined` for an address that is not allowed: the message is sent without it. */
function allowed<T>({ onLeftOut }: LinkRules, read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ContentError) || error.reason !== 'url') throw error;
    onLeftOut?.(error);
    return undefined;
  }
}

/** A button without a label cannot be seen, so it is left out. */
function actionOf(control: unknown, field: string, clean: Clean, links: LinkRules): InAppAction | undefined {
  if (control === undefined || control === null) {
    return undefined;
  }
  if (!isRecord(control)) {
    throw new ContentError(field, 'value', 'must be an object with a label');
  }
  const label = clean(textOf(control['label'], `${field}.label`), `${field}.label`);
  if (label.trim() === '') {
    return undefined;
  }
  const redirect = allowed(links, () => redirectOf(control['redirect'], `${field}.redirect`, links.schemes));
  return redirect ? { label, redirect } : { label };
}

/** Values allowed in the `data` of a message. */
export type DataValue = string | number | boolean | null;

/** Limits of the `data` of a message (L7). */
export interface DataLimits {
  /** Maximum number of properties. */
  properties: number;
  /** Maximum length of a text, in characters. */
  textLength: number;
}

/** The limits of L7. */
export const defaultDataLimits: Readonly<DataLimits> = { properties: 10, textLength: 256 };

/**
 * Returns the `data` of a message (L7), or `undefined` if there is none.
 *
 * @throws ContentError for anything but an object, too many properties, a value that is not a scalar, or a text that
 *   is too long.
 */
export function dataOf(control: unknown, limits: DataLimits): Record<string, DataValue> | undefined {
  if (control === undefined || control === null) {
    return undefined;
  }
  if (!isRecord(control)) {
    throw new ContentError('data', 'value', 'must be an object');
  }
  const entries = Object.entries(control).filter(([, value]) => value !== undefined);
  if (entries.length > limits.properties) {
    throw new ContentError('data', 'value', `must have at most ${limits.properties} properties`);
  }
  const data = entries.map(([key, value]) => [key, scalarOf(value, `data.${key}`, limits)] as const);
  return data.length === 0 ? undefined : Object.fromEntries(data);
}

function scalarOf(value: unknown, field: string, { textLength }: DataLimits): DataValue {
  if (typeof value === 'string') {
    if (lengthOf(value, textLength) > textLength) {
      throw new ContentError(field, 'value', `must be at most ${textLength} characters long`);
    }
    return value;
  }
  if (typeof value === 'boolean' || value === null || (typeof value === 'number' && Number.isFinite(value))) {
    return value;
  }
  throw new ContentError(field, 'value', 'must be a text, a number, a boolean or null');
}

/** Counts an emoji as one character. A text within the limit in code units does not need to be counted. */
function lengthOf(text: string, limit: number): number {
  return text.length <= limit || text.length > 2 * limit ? text.length : Array.from(text).length;
}
