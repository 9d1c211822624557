import type { StepParts } from '../steps/step-variables.js';
import { expiryIssues } from './expiry-check.js';

const NOW = new Date('2026-02-03T04:05:06.789Z');
const wait = (type: 'delay' | 'digest', hours: number): Pick<StepParts, 'type' | 'controlValues'> => ({
  type,
  controlValues: { amount: hours, unit: 'hours' },
});
const sms = { type: 'sms', controlValues: { body: 'x' } } as const;
const cron = { type: 'delay', controlValues: { type: 'timed', cron: '0 9 * * *' } } as const;

it.each<[string, number | undefined, Pick<StepParts, 'type' | 'controlValues'>[], number[]]>([
  ['no limit', undefined, [wait('delay', 9), sms], []],
  ['a longer limit', 2, [wait('delay', 1), sms], []],
  ['a delay as long', 1, [wait('delay', 1), sms], [0]],
  ['a longer digest', 1, [wait('digest', 2), sms], [0]],
  ['two waits together', 3, [wait('delay', 2), sms, wait('digest', 2), sms], [2]],
  ['the first of several', 1, [wait('delay', 2), wait('delay', 2), sms], [0]],
  ['a delay after the last message', 1, [sms, wait('delay', 2)], []],
  ['a wait that nobody knows', 1, [cron, sms], []],
])('EX7: %s', (_name, hours, parts, expected) => {
  const steps = parts.map((part, index): StepParts => ({ ...part, stepId: String(index) }));
  const workflow = { steps, ...(hours && { expiresIn: { amount: hours, unit: 'hours' as const } }) };
  const found = steps.flatMap((step, index) =>
    expiryIssues(workflow, step, NOW).map((issue) => [index, issue.field, issue.severity]),
  );
  expect(found).toEqual(expected.map((index) => [index, 'amount', 'warning']));
});
