import { testContent } from './integration-test.service.js';

const of = (channel: 'email' | 'sms' | 'push' | 'chat', providerId = 'any') => ({ channel, providerId });

describe('the message that tests an integration', () => {
  it.each([
    [of('email'), { to: 'ada@example.com' }, { channel: 'email', to: ['ada@example.com'], subject: 'Test message' }],
    [of('sms'), { to: '+49 (30) 901-820' }, { channel: 'sms', to: '+49 (30) 901-820' }],
    [of('push'), { to: 'token-1' }, { channel: 'push', token: 'token-1', title: 'Test message' }],
    [
      of('chat', 'discord'),
      { to: 'https://discord.example/hook' },
      { target: { kind: 'webhook', url: 'https://discord.example/hook' } },
    ],
    [of('chat', 'slack'), { to: 'C1' }, { target: { kind: 'channel', id: 'C1', token: 'xoxb' } }],
    [of('chat', 'slack'), { to: 'U1', kind: 'user' as const }, { target: { kind: 'user', id: 'U1', token: 'xoxb' } }],
    [of('chat', 'whatsapp-business'), { to: '+4930901820' }, { target: { kind: 'phone', number: '+4930901820' } }],
  ])('of %p to %p is %p', (integration, request, content) => {
    expect(testContent(integration, request, 'xoxb')).toMatchObject(content);
  });
});
