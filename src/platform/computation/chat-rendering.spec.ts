import { Allowance } from '#libs/computation/task.js';
import { chatEscape } from '#libs/providers/chat/escape.js';
import { CHAT_ADAPTERS } from '#libs/providers/providers.js';
import type { ControlValues } from '#libs/rendering/render-controls.js';
import { type ControlsInput, controlsTask, type RenderedControls } from './rendering.tasks.js';

const HOSTILE = [
  '@everyone <!channel> <@U123>',
  '@here <!here|x> <!subteam^S1> <#C1>',
  '<@&123> <@!123> @all @**all** @_**Ada|1**',
  '[bank](https://evil.example/a_b) ![x](https://evil.example/p.png)',
  '<https://evil.example|bank>',
  '`code` ```block``` *bold* _it_ ~gone~ ||hidden||',
  '<b>x</b><a href="https://evil.example">y</a><at>Ada</at>',
  '# title\n> quote\n- item\n1. one',
  '{{ env.name }}{% raw %}',
];

/** What a service would read in a text of a variable: mentions, and the beginnings of markup. */
const READ: Readonly<Record<string, RegExp>> = {
  slack: /[<>]|&(?!amp;|lt;|gt;)/,
  discord: /@(?:everyone|here)|<[@#]|(?<!\\)[`*_~[<]/,
  'google-chat': /<(?!\u200b)|(?<![\p{L}\p{N}])[*_~`](?!\u200b)(?=\S)/u,
  mattermost: /(?:^|[^\w.])@[\w*]|(?<!\\)[`*_~[<]/,
  'rocket-chat': /(?:^|[^\w.])@[\w*]|(?<!\\)[`*_~[<]/,
  zulip: /(?:^|[^\w.])@[\w*]/,
  telegram: /(?:^|[^\w.])@[\w*]/,
  msteams: /(?<!\\)[`*_~[<]/,
  'webex-messaging': /<|(?<!\\)[`*_~[]/,
  ryver: /(?<!\\)[`*_~[<]/,
};

function rendered(chat: string | undefined, values: ControlValues, more: Partial<ControlsInput> = {}): unknown {
  const input = { values, data: {}, now: 0, raw: ['skip'], blocks: 'chat' as const, chat, ...more };
  const result = controlsTask.run(input, new Allowance()) as RenderedControls;
  return result.ok ? result.values['body'] : result.failure;
}

/** Without the addresses, which are the same everywhere. */
const withoutAddresses = (text: string): string => text.replace(/https?:\/\/[^\s<>()[\]`*|"]+/g, '');

const cases = CHAT_ADAPTERS.flatMap(({ id, escape }) =>
  HOSTILE.map((name) => ({ id, name, shown: escape?.(name) ?? name })),
);

describe('K8: what a variable prints in a chat message is text', () => {
  it.each(CHAT_ADAPTERS.map(({ id, escape }) => ({ id, escape })))(
    'in templates as in the adapter of $id',
    (adapter) => {
      expect(chatEscape(adapter.id)).toBe(adapter.escape);
      expect(adapter.escape !== undefined).toBe(adapter.id in READ);
    },
  );

  it.each(cases)('$id: $name', ({ id, name, shown }) => {
    const data = {
      payload: { name, items: [{ name }] },
      subscriber: { firstName: name },
      steps: { digest: { events: [{ payload: { name } }], eventCount: 1 } },
    };
    const body = (text: string, more: Partial<ControlsInput> = {}): unknown =>
      rendered(id, { body: text }, { data, ...more });
    const texts = { locale: 'en', contents: [{ hello: '*Hello* {{payload.name}}' }] };
    expect(withoutAddresses(shown)).not.toMatch(READ[id] ?? /$^/);
    expect(body('<!here> *{{payload.name}}*')).toBe(`<!here> *${shown}*`);
    expect(body('{{subscriber.firstName}}')).toBe(shown);
    expect(body('{% for one in payload.items %}{{one.name}}{% endfor %}')).toBe(shown);
    expect(body('{{steps.digest.events[0].payload.name}}')).toBe(shown);
    expect(body("{{steps.digest.events | toSentence: 'payload.name'}}")).toBe(shown);
    expect(body('{{payload.none | default: payload.name}}')).toBe(shown);
    expect(body('{{payload.name | raw}}')).toBe(name);
    expect(body('{{t.hello}}', { texts })).toBe(`*Hello* ${shown}`);
    expect(body('{{t[payload.name]}}', { texts })).toBe(shown);
    expect(rendered(id, { body: 'x', custom: '{{payload.name}}' }, { data })).toBe('x');
  });

  it.each(cases)('$id, in blocks: $name', ({ id, name, shown }) => {
    const paragraph = (...content: object[]): object => ({ type: 'paragraph', content });
    const document = [
      paragraph(
        { type: 'text', text: 'Hi ', marks: [{ type: 'bold' }] },
        { type: 'variable', attrs: { id: 'payload.name' } },
      ),
      {
        type: 'button',
        attrs: { text: 'payload.name', isTextVariable: true, url: 'payload.url', isUrlVariable: true },
      },
    ];
    const body = JSON.stringify({ type: 'doc', content: document });
    const data = { payload: { name, url: 'https://example.org/<!channel>/@everyone?a=b_c&d=*' } };
    expect(rendered(id, { body }, { data })).toBe(
      `**Hi **${shown}\n\n${shown}: https://example.org/%3C!channel%3E/%40everyone?a=b_c&d=%2A`,
    );
  });

  it('leaves other texts as they are', () => {
    const data = { payload: { name: '<@U1>' } };
    expect(rendered(undefined, { body: '{{payload.name}}' }, { data })).toBe('<@U1>');
    expect(rendered('slack', { body: '{{payload.name}}', editorType: 'text' }, { data, blocks: undefined })).toBe(
      '&lt;@U1&gt;',
    );
  });
});
