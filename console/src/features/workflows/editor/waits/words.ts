import { clock, nextInWords } from './schedule';
import { sentenceOf, valueAt, type Values, type WaitKind } from './sentence';

const ZONE = "in the subscriber's time zone";

/** What a step does, in words: `Waits 2 days, then until 9:00 in the subscriber's time zone.` */
export function waitInWords(kind: WaitKind, values: Values): string {
  const { mode } = sentenceOf(kind, values);
  const text = (path: string): string | undefined => {
    const value = valueAt(values, path);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const until = (prefix = '') => {
    if (mode === 'payload') {
      const key = text(`${prefix}dynamicKey`) ?? text(`${prefix}delayPath`);
      return key === undefined ? undefined : `the time in ${payloadPath(key)}`;
    }
    const cron = text(`${prefix}cron`);
    return cron === undefined ? undefined : `${nextInWords(cron)} ${ZONE}`;
  };
  const length = (prefix = '') => lengthOf(valueAt(values, `${prefix}amount`), valueAt(values, `${prefix}unit`));
  const regular = (before: string, prefix = '') => {
    const at = text(`${prefix}at`);
    return said(before, length(prefix), at === undefined ? '' : `, then until ${clock(at)} ${ZONE}`);
  };
  const sentences: Record<WaitKind, () => (string | undefined)[]> = {
    delay: () => [mode === 'fixed' ? regular('Waits') : said('Waits until', until())],
    wait_until: () => [mode === 'fixed' ? regular('Ends after', 'timeout.') : said('Ends at', until('timeout.'))],
    digest: () => {
      const key = text('digestKey');
      const before = mode === 'fixed' ? length('lookBackWindow.') : undefined;
      return [
        mode === 'fixed'
          ? said('Collects events for', length(), ' from the first one on')
          : said('Collects events until', until()),
        key === undefined ? undefined : `Each ${payloadPath(key)} has its own message.`,
        before === undefined ? undefined : `An event after ${before} without any is sent at once.`,
      ];
    },
    throttle: () => {
      const most = valueAt(values, 'threshold') ?? 1;
      const key = text('throttleKey');
      const passes = `Lets ${typeof most === 'number' ? most : 1} ${most === 1 ? 'run' : 'runs'} pass`;
      const each = `for each subscriber${key === undefined ? '' : ` and ${payloadPath(key)}`}`;
      const window = length();
      if (mode === 'payload') return [said(`${passes} ${each} until`, until())];
      return [window === undefined ? undefined : `${passes} in ${window} ${each}.`];
    },
  };
  const [first, ...others] = sentences[kind]();
  if (first === undefined) return mode === 'fixed' ? 'Enter an amount of time.' : 'Enter when it ends.';
  const later = valueAt(values, 'extendToSchedule') === true ? ['In quiet hours, it lasts until they end.'] : [];
  return [first, ...others.filter((one) => one !== undefined), ...later].join(' ');
}

function said(before: string, part: string | undefined, after = ''): string | undefined {
  return part === undefined ? undefined : `${before} ${part}${after}.`;
}

function lengthOf(amount: unknown, unit: unknown): string | undefined {
  if (typeof amount !== 'number' || typeof unit !== 'string') return undefined;
  return `${amount} ${amount === 1 ? unit.replace(/s$/, '') : unit}`;
}

/** Paths may leave out that they begin in the payload. */
function payloadPath(path: string): string {
  return path.startsWith('payload.') ? path : `payload.${path}`;
}
