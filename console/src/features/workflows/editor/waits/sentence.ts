/** The steps that wait, collect or count. */
export const WAIT_KINDS = ['delay', 'wait_until', 'digest', 'throttle'] as const;

export type WaitKind = (typeof WAIT_KINDS)[number];

/** What decides how long it takes. */
export type Mode = 'fixed' | 'scheduled' | 'payload';

export type Values = Readonly<Record<string, unknown>>;

/** Something to fill in. `path`: of the control value. */
export interface Blank {
  path: string;
  input: 'amount' | 'count' | 'unit' | 'time' | 'schedule' | 'key';
  label: string;
  value: unknown;
  units?: readonly string[];
}

/** A sentence of words and of things to fill in. */
export type Line = readonly (string | Blank)[];

export interface Sentence {
  mode: Mode;
  /** Path of the control value that says the mode, and its value for each mode that there is. */
  type: { path: string; of: Partial<Record<Mode, string>> };
  lines: Line[];
  /** Control values that another mode uses and this one does not. */
  unused: { path: string; value: unknown }[];
}

export const MODE_NAMES: Record<Mode, string> = { fixed: 'Fixed', scheduled: 'Scheduled', payload: 'From payload' };

const UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'];
const WINDOW_UNITS = ['minutes', 'hours', 'days'];
const ZONE = "in the subscriber's time zone";

const WAITS = { fixed: 'regular', scheduled: 'timed', payload: 'dynamic' };
const TYPES: Record<WaitKind, Sentence['type']> = {
  delay: { path: 'type', of: WAITS },
  wait_until: { path: 'timeout.type', of: WAITS },
  digest: { path: 'type', of: { fixed: 'regular', scheduled: 'timed' } },
  throttle: { path: 'type', of: { fixed: 'fixed', payload: 'dynamic' } },
};

/** Reads the control values of a step as a sentence. */
export function sentenceOf(kind: WaitKind, values: Values): Sentence {
  const type = TYPES[kind];
  const mode = modeOf(kind, values);
  const blank = (path: string, input: Blank['input'], label: string, units?: readonly string[]): Blank => ({
    path,
    input,
    label,
    value: valueAt(values, path),
    ...(units && { units }),
  });
  const lines = LINES[kind](mode, blank);
  const others = (Object.keys(type.of) as Mode[]).filter((one) => one !== mode);
  const shown = new Set(blanksOf(lines).map(({ path }) => path));
  const ofOthers = others.flatMap((one) => blanksOf(LINES[kind](one, blank)));
  const unused = [...new Map(ofOthers.map((one) => [one.path, one])).values()].filter(
    ({ path, value }) => value !== undefined && !shown.has(path),
  );
  return { mode, type, lines, unused: unused.map(({ path, value }) => ({ path, value })) };
}

type MakeBlank = (path: string, input: Blank['input'], label: string, units?: readonly string[]) => Blank;

/** The sentences of each kind. */
const LINES: Record<WaitKind, (mode: Mode, blank: MakeBlank) => Line[]> = {
  delay: (mode, blank) => {
    if (mode === 'scheduled') return [['Wait until', blank('cron', 'schedule', 'Schedule'), ZONE]];
    if (mode === 'payload') return [['Wait until the time in', blank('dynamicKey', 'key', 'Payload field')]];
    const length = [blank('amount', 'amount', 'Amount'), blank('unit', 'unit', 'Unit', UNITS)];
    return [['Wait', ...length, 'then at', blank('at', 'time', 'Time of day'), ZONE]];
  },
  wait_until: (mode, blank) => {
    const words = 'If none of these happens, continue';
    if (mode === 'scheduled') return [[`${words} at`, blank('timeout.cron', 'schedule', 'Schedule'), ZONE]];
    if (mode === 'payload') return [[`${words} at the time in`, blank('timeout.dynamicKey', 'key', 'Payload field')]];
    const length = [blank('timeout.amount', 'amount', 'Amount'), blank('timeout.unit', 'unit', 'Unit', UNITS)];
    return [[`${words} after`, ...length, 'then at', blank('timeout.at', 'time', 'Time of day'), ZONE]];
  },
  digest: (mode, blank) => {
    const by: Line = ['Group them by', blank('digestKey', 'key', 'Group by')];
    if (mode === 'scheduled') return [['Collect events until', blank('cron', 'schedule', 'Schedule'), ZONE], by];
    const length = [blank('amount', 'amount', 'Amount'), blank('unit', 'unit', 'Unit', UNITS)];
    const before = [
      blank('lookBackWindow.amount', 'amount', 'Quiet time'),
      blank('lookBackWindow.unit', 'unit', 'Unit of the quiet time', UNITS),
    ];
    return [['Collect events for', ...length], by, ['Send the first one at once after', ...before, 'without any']];
  },
  throttle: (mode, blank) => {
    const most = ['Let at most', blank('threshold', 'count', 'Limit')];
    const by: Line = ['Count separately by', blank('throttleKey', 'key', 'Count by')];
    if (mode === 'payload')
      return [[...most, 'runs pass until the time in', blank('dynamicKey', 'key', 'Payload field')], by];
    const window = [blank('amount', 'amount', 'Amount'), blank('unit', 'unit', 'Unit', WINDOW_UNITS)];
    return [[...most, 'runs pass in', ...window, 'for each subscriber'], by];
  },
};

export function blanksOf(lines: readonly Line[]): Blank[] {
  return lines.flat().filter((part): part is Blank => typeof part !== 'string');
}

/** Names of the control values that the sentence of a kind shows, whatever its mode. */
export function sentenceControls(kind: WaitKind): string[] {
  const blank: MakeBlank = (path, input, label) => ({ path, input, label, value: undefined });
  const modes = Object.keys(TYPES[kind].of) as Mode[];
  const paths = modes.flatMap((mode) => blanksOf(LINES[kind](mode, blank)).map(({ path }) => path));
  return [...new Set([TYPES[kind].path, ...paths].map((path) => path.split('.')[0]!))];
}

function modeOf(kind: WaitKind, values: Values): Mode {
  const { path, of } = TYPES[kind];
  const found = Object.entries(of).find(([, value]) => value === valueAt(values, path));
  return (found?.[0] as Mode | undefined) ?? 'fixed';
}

/** A value by the path of its control. */
export function valueAt(values: Values, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), values);
}

/** The control values with another one at a path; undefined removes it, and its group when nothing else is in it. */
export function withValue(values: Values, path: string, value: unknown): Values {
  const [name, ...rest] = path.split('.');
  const { [name!]: former, ...others } = values;
  const inner = isRecord(former) ? former : {};
  const next = rest.length === 0 ? value : orNothing(withValue(inner, rest.join('.'), value));
  return next === undefined ? others : { ...values, [name!]: next };
}

/** What is filled in, with what has to be there beside it: an amount needs a unit, a look-back both or neither. */
export function filledIn(values: Values, { path, input }: Blank, value: unknown): Values {
  const unitPath = path.replace(/amount$/, 'unit');
  if (input !== 'amount') return withValue(values, path, value);
  const isOptional = path.startsWith('lookBackWindow');
  if (value === undefined)
    return isOptional ? withValue(values, 'lookBackWindow', undefined) : withValue(values, path, undefined);
  const filled = withValue(values, path, value);
  return valueAt(values, unitPath) === undefined ? withValue(filled, unitPath, 'minutes') : filled;
}

/** Control values in another mode. What only the former mode used is left out, and returned as `kept`. */
export function inMode(kind: WaitKind, values: Values, mode: Mode): { values: Values; kept: Sentence['unused'] } {
  const { type } = sentenceOf(kind, values);
  const changed = withValue(values, type.path, type.of[mode]);
  const { unused } = sentenceOf(kind, changed);
  return { values: unused.reduce((rest, { path }) => withValue(rest, path, undefined), changed), kept: unused };
}

function orNothing(values: Values): Values | undefined {
  return Object.keys(values).length > 0 ? values : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
