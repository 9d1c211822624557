import type { StepEntry } from './reads';
import { verdictOf, warningsOf } from './verdict';

describe('what a run came to', () => {
  const job = (type: string, status: StepEntry['status']) => ({ type, status }) as StepEntry;

  it.each<[Parameters<typeof verdictOf>[0], string, number | undefined]>([
    [{ status: 'skipped', jobs: [job('sms', 'skipped')] }, 'Ada was not sent anything', 0],
    [
      { status: 'completed', jobs: [job('in_app', 'completed'), job('email', 'skipped')] },
      'Ada was sent this by In-app, but not by Email',
      1,
    ],
    [
      { status: 'completed', jobs: [job('in_app', 'completed'), job('email', 'completed')] },
      'Ada was sent this by In-app and Email',
      0,
    ],
    [{ status: 'failed', jobs: [job('delay', 'completed'), job('sms', 'failed')] }, 'Ada was not sent anything', 1],
    [{ status: 'waiting', jobs: [job('delay', 'delayed'), job('sms', 'pending')] }, 'Not finished yet', 0],
  ])('%j', (run, headline, position) => {
    const verdict = verdictOf(run, 'Ada');
    expect(verdict.headline).toBe(headline);
    expect(verdict.step).toBe(position === undefined ? undefined : run.jobs[position]);
  });
});

describe('the warnings of a run', () => {
  const detail = (status: string, detail: string, raw: string | null = null, source = 'Internal') =>
    ({ status, detail, raw, source }) as StepEntry['executionDetails'][number];
  const job = (status: StepEntry['status'], ...executionDetails: StepEntry['executionDetails']) =>
    ({ type: 'email', status, executionDetails }) as StepEntry;
  const missing = detail('Warning', 'Variable missing', 'payload.url is missing; rendered empty');

  it.each<[string, StepEntry[], string[]]>([
    ['are none without any', [job('completed', detail('Success', 'Message sent'))], []],
    [
      'are those of steps that have sent something, each once',
      [job('completed', missing, missing, detail('Warning', 'Cut'))],
      ['Email: Variable missing: payload.url is missing; rendered empty', 'Email: Cut'],
    ],
    ['are not those of providers', [job('completed', detail('Warning', 'Reported', null, 'Webhook'))], []],
    ['are not those of steps that were skipped, whose reason is said', [job('skipped', missing)], []],
  ])('%s', (_rule, jobs, expected) => {
    expect(warningsOf({ jobs })).toEqual(expected);
  });
});
