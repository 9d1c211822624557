import { limitIssues } from './limit-issues.js';

const integrations = (type: string, ...ids: string[]): never[] =>
  ids.map((providerId) => ({ channel: type, providerId })) as never[];

describe('S12: a text without variables', () => {
  it.each<[string, 'sms' | 'push' | 'chat' | 'email', object, string[], string[]]>([
    ['within the limit', 'chat', { body: 'x'.repeat(2000) }, ['discord'], []],
    [
      'over it',
      'chat',
      { body: 'x'.repeat(2001) },
      ['discord'],
      ['body has 2001 units; discord cuts it, to 2000 units'],
    ],
    ['that no integration limits', 'chat', { body: 'x'.repeat(2001) }, ['chat-webhook'], []],
    [
      'over one of two',
      'chat',
      { body: 'x'.repeat(5001) },
      ['slack', 'line'],
      ['body has 5001 units; line cuts it, to 5000 units'],
    ],
    ['with a variable', 'chat', { body: `${'x'.repeat(2001)}{{payload.a}}` }, ['discord'], []],
    [
      'in blocks',
      'chat',
      {
        body: `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"${'x'.repeat(3000)}"}]}]}`,
      },
      ['discord'],
      [],
    ],
    ['without an integration', 'sms', { body: 'x'.repeat(2000) }, [], []],
    [
      'over all limits',
      'sms',
      { body: 'x'.repeat(2100) },
      [],
      ['body has 2100 characters; every sms provider cuts it'],
    ],
    [
      'in segments',
      'sms',
      { body: 'x'.repeat(1400) },
      ['messagebird'],
      ['body has 10 segments; messagebird cuts it, to 9 segments'],
    ],
    [
      'with quotes',
      'sms',
      { body: `“${'x'.repeat(700)}”` },
      ['messagebird'],
      ['body has 11 segments; messagebird cuts it, to 9 segments'],
    ],
    ['with plain quotes', 'sms', { body: `“${'x'.repeat(700)}”`, smartEncoding: true }, ['messagebird'], []],
    [
      'as a title',
      'push',
      { subject: 'x'.repeat(121), body: 'b' },
      ['appio'],
      ['subject has 121 characters; appio cuts it, to 120 characters'],
    ],
    ['of an email', 'email', { body: 'x'.repeat(150_000) }, [], []],
    ['that is missing', 'sms', {}, ['twilio'], []],
  ])('%s', (_what, type, controlValues, providers, expected) => {
    const step = { type, controlValues: controlValues as Record<string, unknown> };
    const found = limitIssues(step, integrations(type, ...providers));
    expect(found.map(({ message }) => message)).toEqual(expected);
  });
});
