import { LiquidEngine } from '../liquid-engine.js';
import { RenderBudget } from '../render-limits.js';
import { Translations } from '../translations/translations.js';
import { frameBody, takesContent } from './email-content.js';

const engine = new LiquidEngine('html');
const frame = (layout: string, body: string, scope = {}) => frameBody(layout, body, scope, engine, new RenderBudget());

describe('L11: a layout takes the rendered body in', () => {
  const scope = {
    subscriber: { firstName: '<A>' },
    t: new Translations([{ bye: 'Bis bald, <b>{{subscriber.firstName}}</b>' }]),
  };

  it.each([
    ['as content', '<main>{{ content }}</main>', '<main><p>&lt;x&gt;</p></main>'],
    ['as content, raw', '<main>{{ content | raw }}</main>', '<main><p>&lt;x&gt;</p></main>'],
    ['as body', '<main>{{body}}</main>', '<main><p>&lt;x&gt;</p></main>'],
    ['in three braces', '<main>{{{body}}}{{{ content }}}</main>', '<main><p>&lt;x&gt;</p><p>&lt;x&gt;</p></main>'],
    ['beside escaped data', '{{content}}{{subscriber.firstName}}', '<p>&lt;x&gt;</p>&lt;A&gt;'],
    ['beside translations', '{{content}}{{t.bye}}', '<p>&lt;x&gt;</p>Bis bald, <b>&lt;A&gt;</b>'],
    ['captured', '{% capture c %}{{content}}{% endcapture %}{{ c | raw }}', '<p>&lt;x&gt;</p>'],
  ])('%s', (_case, layout, html) => {
    expect(frame(layout, '<p>&lt;x&gt;</p>', scope)).toEqual({ ok: true, html });
  });

  it('and never reads it as a template', () => {
    expect(frame('{{content}}', '{{ payload.secret }}{% if', { payload: { secret: 'x' } })).toEqual({
      ok: true,
      html: '{{ payload.secret }}{% if',
    });
  });

  it.each([
    ['without a place for it', '<p>hello</p>'],
    ['whose place is not reached', '{% if false %}{{content}}{% endif %}'],
    ['of blocks', '{"type":"doc","content":[]}'],
  ])('but not one %s', (_case, layout) => {
    expect(frame(layout, 'x')).toMatchObject({ ok: false });
  });
});

describe('a hostile layout', () => {
  it.each([
    ['loops', '{% for a in (1..10000) %}{% for b in (1..900) %}{% endfor %}{% endfor %}', 'more than 750000 steps'],
    ['prints the body without end', '{% for a in (1..100000) %}{{ content }}{% endfor %}', 'longer than 500000'],
    [
      'captures the body without end',
      '{% for a in (1..100000) %}{% capture x %}{{ content }}{% endcapture %}{% endfor %}',
      'more data than allowed',
    ],
    ['has too many tags', '{{ content }}'.repeat(6000), 'more than 5000 outputs'],
    ['reads a file', '{% layout "package.json" %}{{ content }}', 'tag "layout" not found'],
  ])('that %s fails by a count', (_case, layout, message) => {
    expect(() => frame(layout, 'x'.repeat(10_000))).toThrow(
      expect.objectContaining({ control: 'layout', name: 'TemplateError', message: expect.stringContaining(message) }),
    );
  });

  it('has only the steps the body has left', () => {
    const budget = new RenderBudget();
    const costly = '{% for a in (1..100000) %}{% for b in (1..9) %}{% endfor %}{% endfor %}';
    expect(() => engine.render(costly, {}, { budget })).toThrow('more than 750000 steps');
    expect(() => frameBody('{{content}}', 'x', {}, engine, budget)).toThrow('more than 750000 steps');
    expect(frame('{{content}}', 'x')).toEqual({ ok: true, html: 'x' });
  });

  it('reads nothing behind the content', () => {
    expect(frame('{{content}}{{ content.constructor }}{{ content.toHtml }}{{ content.size }}', 'x')).toEqual({
      ok: true,
      html: 'x',
    });
  });
});

describe('a place for the content', () => {
  it.each([
    ['{{ content }}', true],
    ['{{content | raw}}', true],
    ['{{{ body }}}', true],
    ['{% if payload.x %}{{ body }}{% endif %}', true],
    ['{% capture c %}{{content}}{% endcapture %}{{ c | raw }}', true],
    ['', false],
    ['content', false],
    ['{{ payload.content }}', false],
    ['{% assign content = 1 %}{{ content }}', false],
    ['{{{ other }}}', 'throws'],
    ['<p>\n  {{ content | }', 'throws'],
  ])('%s: %s', (layout, expected) => {
    if (expected === 'throws')
      expect(() => takesContent(layout)).toThrow(expect.objectContaining({ line: expect.any(Number) }));
    else expect(takesContent(layout)).toBe(expected);
  });

  it('keeps the columns of what stands behind the older form', () => {
    expect(() => takesContent('{{{ body }}}{{ x | nothing }}')).toThrow(
      expect.objectContaining({ line: 1, column: 13 }),
    );
  });
});
