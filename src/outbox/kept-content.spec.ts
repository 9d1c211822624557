import type { ToolTarget } from '#libs/providers/kit/content.js';
import { MASK } from '../platform/values/mask.js';
import { keptContent, summaryOf, withoutAddressSecrets } from './kept-content.js';
import type { KeptContent } from './outbox-message.schema.js';

const LONG = `${'😀'.repeat(250)} end`;

describe('a message in a few words', () => {
  it.each<[string, KeptContent, object]>([
    [
      'an email, everyone once',
      { channel: 'email', to: ['a', 'b'], cc: ['b'], bcc: ['c'], subject: 'S', html: '<p>x</p>', text: ' x\n\ny ' },
      { recipients: ['a', 'b', 'c'], subject: 'S', preview: 'x y' },
    ],
    ['a text', { channel: 'sms', to: '+491', body: 'One' }, { recipients: ['+491'], subject: 'One', preview: '' }],
    [
      'a text of several lines',
      { channel: 'sms', to: '+491', body: '\nOne\nTwo\nThree' },
      { recipients: ['+491'], subject: 'One', preview: 'Two Three' },
    ],
    [
      'a push notification',
      { channel: 'push', token: 't', title: 'T', body: 'B' },
      { recipients: ['t'], subject: 'T', preview: 'B' },
    ],
    ...(
      [
        [{ kind: 'webhook', url: 'https://a.example.com' }, 'https://a.example.com'],
        [{ kind: 'channel', id: 'C1', token: 'secret' }, 'C1'],
        [{ kind: 'user', id: 'U1' }, 'U1'],
        [{ kind: 'phone', number: '+491' }, '+491'],
      ] as const
    ).map(([target, place]): [string, KeptContent, object] => [
      `a chat message to a ${target.kind}`,
      { channel: 'chat', target, body: 'Hi' },
      { recipients: [place], subject: 'Hi', preview: '' },
    ]),
    [
      'a tool message to an address',
      { channel: 'tool', target: { kind: 'url', url: 'https://a.example.com' }, body: 'Full\n98 %' },
      { recipients: ['https://a.example.com'], subject: 'Full', preview: '98 %' },
    ],
    [
      'a tool message to a key',
      { channel: 'tool', target: { kind: 'key', key: 'secret', region: 'eu' }, body: 'Full' },
      { recipients: [], subject: 'Full', preview: '' },
    ],
  ])('%s', (_case, content, expected) => {
    expect(summaryOf(content)).toEqual(expected);
  });

  it('is cut between characters', () => {
    const { subject } = summaryOf({ channel: 'sms', to: '+491', body: LONG });
    expect(subject).toBe(`${'😀'.repeat(200)}…`);
  });
});

describe('what is kept of a message', () => {
  it('of attachments: name, type and size', () => {
    const file = { name: 'a.pdf', mime: 'application/pdf', size: 3, open: () => undefined, id: 'x' };
    const email = { channel: 'email' as const, to: ['a'], subject: 's', html: 'h', text: 't', attachments: [file] };
    expect(keptContent(email)).toEqual({
      ...email,
      attachments: [{ name: 'a.pdf', mime: 'application/pdf', size: 3 }],
    });
  });

  it('of a place in a chat: not the token of its workspace', () => {
    const target = { kind: 'channel' as const, id: 'C1', token: 'xoxb-secret' };
    expect(keptContent({ channel: 'chat', target, body: 'Hi' })).toEqual({
      channel: 'chat',
      target: { kind: 'channel', id: 'C1' },
      body: 'Hi',
    });
  });

  it.each<[ToolTarget, ToolTarget]>([
    [
      { kind: 'key', key: 'routing-key', region: 'eu' },
      { kind: 'key', key: '***', region: 'eu' },
    ],
    [
      { kind: 'url', url: 'https://a.example.com', token: 'glsa', method: 'PUT', headers: { 'x-key': 'k' } },
      { kind: 'url', url: 'https://a.example.com', method: 'PUT' },
    ],
  ])('of an address at a tool: not its secrets', (target, kept) => {
    expect(keptContent({ channel: 'tool', target, body: 'Hi' })).toEqual({ channel: 'tool', target: kept, body: 'Hi' });
  });
});

describe('content without the secrets of its address', () => {
  it.each<[KeptContent, object]>([
    [
      { channel: 'email', to: ['a'], subject: 's', html: 'h', text: 't' },
      { to: ['a'], html: 'h' },
    ],
    [{ channel: 'sms', to: '+491', body: 'x' }, { to: '+491' }],
    [
      { channel: 'push', token: 't', title: 'T', body: 'B' },
      { token: MASK, title: 'T' },
    ],
    [
      { channel: 'chat', target: { kind: 'webhook', url: 'https://a.example.com/x' }, body: 'x' },
      { target: { kind: 'webhook', url: MASK } },
    ],
    [{ channel: 'chat', target: { kind: 'user', id: 'U1' }, body: 'x' }, { target: { kind: 'user', id: 'U1' } }],
    [
      { channel: 'tool', target: { kind: 'url', url: 'https://a.example.com/x' }, body: 'x' },
      { target: { kind: 'url', url: MASK } },
    ],
    [{ channel: 'tool', body: 'x' }, { body: 'x' }],
  ])('of %j', (content, shown) => {
    expect(withoutAddressSecrets(content)).toMatchObject(shown);
  });
});
