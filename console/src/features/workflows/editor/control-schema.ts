import kinds from '../../../../generated/step-kinds.json';
import { nameInWords } from '../../../ui/name-in-words';
import type { StepType } from '../kinds';

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

/** What is entered first; the other controls are below, under a heading of their own. */
const FIRST: Record<StepType, readonly string[]> = {
  in_app: ['subject', 'body', 'primaryAction', 'redirect'],
  email: ['subject', 'body', 'layoutId'],
  sms: ['body'],
  push: ['subject', 'body'],
  chat: ['body'],
  tool: ['body'],
  delay: ['type', 'amount', 'unit', 'cron', 'dynamicKey', 'extendToSchedule'],
  wait_until: ['until', 'timeout'],
  digest: ['type', 'amount', 'unit', 'cron', 'digestKey'],
  throttle: ['type', 'amount', 'unit', 'dynamicKey', 'threshold', 'throttleKey'],
  http_request: ['method', 'url', 'headers', 'body'],
  custom: ['custom'],
};

/** Without an effect, or older names of others: shown where somebody has set them. */
const ONLY_WHEN_SET = ['editorType', 'delayPath'];
const ONLY_WHEN_SET_PREFIX = 'backoff';

/** Controls that are of use for one way only, which is the value of `type`. */
const FOR_TYPE: Record<string, readonly string[]> = {
  cron: ['timed'],
  dynamicKey: ['dynamic'],
  amount: ['regular', 'fixed'],
  unit: ['regular', 'fixed'],
  lookBackWindow: ['regular'],
};

/** Whether a control is of use for the way that the values choose, where there are several ways. */
export function isOfWay(name: string, fields: Kind['fields'], values: Record<string, unknown>): boolean {
  const { type: given = fields['type']?.default } = values;
  const ways = fields['type'] && FOR_TYPE[name];
  return ways === undefined || ways.includes(typeof given === 'string' ? given : '');
}

interface NamedControl {
  name: string;
  control: Control;
}

/** The controls of a step that matter now: the main ones in order, and the rest. Its condition is among neither. */
export function controlsOf(type: StepType, values: Record<string, unknown>): Record<'first' | 'more', NamedControl[]> {
  const { fields } = kindOf(type);
  const isShown = (name: string) => {
    if (values[name] !== undefined) return name !== 'editorType' || values[name] === 'block';
    if (ONLY_WHEN_SET.includes(name) || name.startsWith(ONLY_WHEN_SET_PREFIX)) return false;
    return isOfWay(name, fields, values);
  };
  const rest = Object.keys(fields).filter((name) => name !== 'skip' && !FIRST[type].includes(name));
  const named = (names: readonly string[]) =>
    names.filter(isShown).map((name): NamedControl => ({ name, control: fields[name]! }));
  return { first: named(FIRST[type]), more: named(rest) };
}

const LABELS: Record<string, string> = {
  url: 'URL',
  cron: 'Schedule (cron)',
  type: 'Type',
  layoutId: 'Layout',
  custom: 'Values',
  from: 'Sender',
  data: 'Data',
  redirect: 'Link',
  disableOutputSanitization: 'Do not sanitize HTML',
  shouldStopOnFail: 'Stop the workflow if this step fails',
  extendToSchedule: "Respect the subscriber's quiet hours",
  lookBackWindow: 'Send the first event immediately',
  until: 'Until',
};

/** What a control is called: `replyTo` is `Reply to`. */
export function labelOf(name: string): string {
  return LABELS[name] ?? nameInWords(name);
}

const CHOICES: Record<string, Record<string, string>> = {
  type: { regular: 'Fixed', fixed: 'Fixed', timed: 'Scheduled', dynamic: 'From payload' },
  editorType: { block: 'Blocks', html: 'HTML', text: 'Text' },
  target: { _self: 'Same tab', _blank: 'New tab' },
};

/** What a value of a control with several values is called. */
export function choiceOf(name: string, value: string): string {
  return CHOICES[name]?.[value] ?? value;
}
