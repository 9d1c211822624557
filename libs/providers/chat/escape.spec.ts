import type { ChatProvider } from '../kit/provider.js';
import { CHAT_ADAPTERS } from '../providers.js';
import { hardBreaks } from './escape.js';

const escapeOf = (id: string): NonNullable<ChatProvider['escape']> =>
  CHAT_ADAPTERS.find((one) => one.id === id)!.escape!;

describe('a text from a variable', () => {
  it.each([
    [
      'slack',
      '@everyone <!channel> <@U123> & <https://evil.example|x>',
      '@everyone &lt;!channel&gt; &lt;@U123&gt; &amp; &lt;https://evil.example|x&gt;',
    ],
    ['discord', '@everyone <@123> <@&7> *bold*', '@\u200beveryone \\<\u200b@123\\> \\<\u200b@&7\\> \\*bold\\*'],
    ['discord', '# title\n- item\n1. first', '\\# title\n\\- item\n1\u200b. first'],
    [
      'mattermost',
      '@channel @ada [x](https://evil.example)',
      '@\u200bchannel @\u200bada \\[x\\](https://evil.example)',
    ],
    ['rocket-chat', '@all _x_', '@\u200ball \\_x\\_'],
    ['zulip', '@**all** and ada@example.com', '@\u200b**all** and ada@example.com'],
    ['telegram', '@ada, write to ada@example.com', '@\u200bada, write to ada@example.com'],
    ['webex-messaging', '<@all> <b>', '&lt;@\u200ball&gt; &lt;b&gt;'],
    ['msteams', '<at>Ada</at> **x**', '\\<at\\>Ada\\</at\\> \\*\\*x\\*\\*'],
    [
      'google-chat',
      '<users/all> *x* <https://evil.example|x>\n- item, snake_case',
      '<\u200busers/all> *\u200bx* <\u200bhttps://evil.example|x>\n-\u200b item, snake_case',
    ],
    ['ryver', '`x`', '\\`x\\`'],
    ['discord', 'ends with @', 'ends with @\u200b'],
    ['telegram', 'ends with @', 'ends with @\u200b'],
  ])('is shown by %s as it is: %j', (id, text, expected) => {
    expect(escapeOf(id)(text)).toBe(expected);
  });

  it.each(CHAT_ADAPTERS.flatMap(({ id, escape }) => (escape ? [id] : [])))(
    'keeps addresses as they are in %s',
    (id) => {
      expect(escapeOf(id)('see https://example.com/a_b_c*d')).toContain('https://example.com/a_b_c');
      expect(escapeOf(id)('Grüße, Ada!')).toBe('Grüße, Ada!');
    },
  );
});

it.each([
  ['a\nb', 'a\n\nb'],
  ['a\n\nb', 'a\n\nb'],
  ['a\n- b\n- c', 'a\n- b\n- c'],
  ['a\r\nb', 'a\n\nb'],
])('a line break stays one: %j', (text, expected) => {
  expect(hardBreaks(text, '\n\n')).toBe(expected);
});
