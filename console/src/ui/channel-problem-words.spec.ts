import { channelProblemWords } from './channel-problem-words';

describe('what is wrong with a channel', () => {
  it.each([
    [
      { kind: 'no_integration', channel: 'sms', workflows: 1 },
      'No provider for SMS',
      '1 active workflow sends SMS, and Production has no active integration for it.',
    ],
    [
      { kind: 'no_primary', channel: 'email', workflows: 2 },
      'No primary integration for email',
      '2 active workflows send email, and none of the integrations in Production is primary.',
    ],
    [
      { kind: 'refused', channel: 'push', workflows: 1200, integrationName: 'APNs' },
      'The provider refuses APNs',
      '1,200 active workflows send push notifications. Messages wait',
    ],
  ] as const)('%o', (problem, title, about) => {
    expect(channelProblemWords(problem, 'Production')).toEqual({ title, about: expect.stringContaining(about) });
  });
});
