import kinds from '../../../../generated/step-kinds.json';
import { nameInWords } from '../../../ui/name-in-words';
import type { StepType } from '../../../ui/step-name';
import { sentenceControls, WAIT_KINDS } from './waits/sentence';

/** The schema of a control value, as far as forms read it. */
export interface Control {
  type?: string;
  format?: string;
  description?: string;
  example?: unknown;
  default?: string | number | boolean;
  enum?: readonly string[];
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Readonly<Record<string, Control>>;
  required?: readonly string[];
  items?: Control;
  oneOf?: readonly Control[];
  'x-unit'?: string;
}

interface Kind {
  description: string;
  fields: Readonly<Record<string, Control>>;
}

/** What a step of a type does, and its control values, as the OpenAPI document says. */
export function kindOf(type: StepType): Kind {
  return (kinds as unknown as Record<StepType, Kind>)[type];
}

/** What is entered first, field by field; the other controls are below, under a heading of their own. */
const FIRST: Record<StepType, readonly string[]> = {
  in_app: [],
  email: ['subject', 'body', 'layoutId'],
  sms: ['body'],
  push: ['subject', 'body'],
  chat: ['body'],
  tool: ['body'],
  delay: ['extendToSchedule'],
  wait_until: ['until'],
  digest: ['extendToSchedule'],
  throttle: [],
  http_request: ['method', 'url', 'headers', 'body'],
  custom: ['custom'],
};

/** The controls that the form of in-app messages shows. */
const IN_APP_CONTROLS = ['subject', 'body', 'avatar', 'primaryAction', 'secondaryAction', 'redirect'];

/** Without an effect, or older names of others: shown where somebody has set them. */
const ONLY_WHEN_SET = ['editorType', 'delayPath'];
const ONLY_WHEN_SET_PREFIX = 'backoff';

/** Controls that a form of their kind shows. */
const IN_FORM: Partial<Record<StepType, readonly string[]>> = {
  in_app: IN_APP_CONTROLS,
  ...Object.fromEntries(WAIT_KINDS.map((kind) => [kind, sentenceControls(kind)])),
};

interface NamedControl {
  name: string;
  control: Control;
}

/** The controls of a step that have a field each: the main ones in order, and the rest. Its condition is among neither. */
export function controlsOf(type: StepType, values: Record<string, unknown>): Record<'first' | 'more', NamedControl[]> {
  const { fields } = kindOf(type);
  const isShown = (name: string) => {
    if (values[name] !== undefined) return name !== 'editorType' || values[name] === 'block';
    return !ONLY_WHEN_SET.includes(name) && !name.startsWith(ONLY_WHEN_SET_PREFIX);
  };
  const elsewhere = ['skip', ...FIRST[type], ...(IN_FORM[type] ?? [])];
  const rest = Object.keys(fields).filter((name) => !elsewhere.includes(name));
  const named = (names: readonly string[]) =>
    names.filter(isShown).map((name): NamedControl => ({ name, control: fields[name]! }));
  return { first: named(FIRST[type]), more: named(rest) };
}

const LABELS: Record<string, string> = {
  url: 'URL',
  avatar: 'Avatar URL',
  link: 'URL',
  layoutId: 'Layout',
  custom: 'Values',
  from: 'Sender',
  data: 'Data',
  disableOutputSanitization: 'Do not sanitize HTML',
  shouldStopOnFail: 'Stop the workflow if this step fails',
  extendToSchedule: "Respect the subscriber's quiet hours",
  until: 'Until',
};

/** What a control is called: `replyTo` is `Reply to`. */
export function labelOf(name: string): string {
  return LABELS[name] ?? nameInWords(name);
}

const CHOICES: Record<string, Record<string, string>> = {
  editorType: { block: 'Blocks', html: 'HTML', text: 'Text' },
  target: { _self: 'Same tab', _blank: 'New tab' },
};

/** What a value of a control with several values is called. */
export function choiceOf(name: string, value: string): string {
  return CHOICES[name]?.[value] ?? value;
}
