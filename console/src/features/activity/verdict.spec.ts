import type { StepEntry } from './reads';
import { verdictOf, warningsOf } from './verdict';

describe('the result of a run', () => {
  const job = (type: string, status: StepEntry['status'], ...reports: string[]) => {
    const executionDetails = reports.map((one) => ({ source: 'Webhook', detail: `Reported by the provider: ${one}` }));
    return { type, status, executionDetails } as StepEntry;
  };

  it.each<[Parameters<typeof verdictOf>[0], string, number | undefined]>([
    [{ status: 'skipped', jobs: [job('sms', 'skipped')] }, 'Not delivered to Ada', 0],
    [
      { status: 'completed', jobs: [job('in_app', 'completed'), job('email', 'skipped')] },
      'Delivered by in-app to Ada, but not by email',
      1,
    ],
    [
      { status: 'completed', jobs: [job('in_app', 'completed'), job('email', 'completed')] },
      'Sent by in-app and email to Ada',
      0,
    ],
    [
      { status: 'completed', jobs: [job('in_app', 'completed'), job('email', 'completed', 'delivered')] },
      'Delivered by in-app and email to Ada',
      0,
    ],
    [{ status: 'completed', jobs: [job('sms', 'completed', 'accepted')] }, 'Sent by SMS to Ada', 0],
    [{ status: 'failed', jobs: [job('delay', 'completed'), job('sms', 'failed')] }, 'Not delivered to Ada', 1],
    [{ status: 'waiting', jobs: [job('delay', 'delayed'), job('sms', 'pending')] }, 'In progress', 0],
    [{ status: 'waiting', jobs: [job('email', 'failed'), job('delay', 'delayed')] }, 'In progress, email failed', 0],
    [
      { status: 'waiting', jobs: [job('in_app', 'completed'), job('sms', 'failed'), job('delay', 'delayed')] },
      'In progress, partly sent, SMS failed',
      1,
    ],
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
