import { EMAIL_ADAPTERS } from '#libs/providers/providers.js';
import type { Workflow } from '../workflow.schema.js';
import { subscriptionIssues } from './subscription-issues.js';

const HTTPS = 'https://notify.example.com';
const workflow = (fields: object = {}) =>
  ({ kind: 'subscription', preferences: {}, steps: [{ type: 'email' }], ...fields }) as unknown as Workflow;
const mail = (providerId: string) => ({ channel: 'email' as const, providerId, name: `By ${providerId}` });
const CRITICAL = { user: { all: { enabled: true, readOnly: true }, channels: {} } };

describe('CS7: a subscription says where one click will not do', () => {
  it.each<[string, object, string[], string, RegExp | undefined]>([
    ['where all is well', {}, ['nodemailer', 'sendgrid'], HTTPS, undefined],
    ['a provider without headers', {}, ['nodemailer', 'infobip-email'], HTTPS, /'By infobip-email'.*no headers/],
    ['plans of a provider', {}, ['mailersend'], HTTPS, /'By mailersend'.*plans/],
    ['an address without https', {}, ['nodemailer'], 'http://localhost:3000', /PUBLIC_URL.*http:\/\/localhost:3000/],
    ['both', {}, ['infobip-email'], 'http://localhost:3000', /no headers.*PUBLIC_URL/],
    ['no email', { steps: [{ type: 'sms' }] }, ['infobip-email'], 'http://localhost:3000', undefined],
    ['transactional', { kind: undefined }, ['infobip-email'], 'http://localhost:3000', undefined],
    ['critical', { preferences: CRITICAL }, ['infobip-email'], 'http://localhost:3000', undefined],
  ])('%s', (_case, fields, providers, address, message) => {
    const { kind } = subscriptionIssues(workflow(fields), providers.map(mail), address);
    if (!message) expect(kind).toBeUndefined();
    else expect(kind).toMatchObject({ severity: 'warning', message: expect.stringMatching(message) });
  });

  it('is one list of providers', () => {
    const without = EMAIL_ADAPTERS.filter(({ noUnsubscribeHeaders }) => noUnsubscribeHeaders).map(({ id }) => id);
    expect(without).toEqual(['infobip-email', 'mailersend']);
  });
});
