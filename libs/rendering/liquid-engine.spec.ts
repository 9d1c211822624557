import { createTemplateEngines, LiquidEngine } from './liquid-engine.js';
import { TemplateError } from './template-error.js';

const { html, plain } = createTemplateEngines();

/** The error a rendering ends with. */
function errorOf(render: () => unknown): TemplateError {
  try {
    render();
  } catch (error) {
    if (error instanceof TemplateError) {
      return error;
    }
    throw error;
  }
  throw new Error('The template was rendered');
}

describe('LiquidEngine', () => {
  it.each([
    ['subscriber.data.plan', 'gold'],
    ['payload.order.lines[1].name', 'Tea'],
    ['steps.digest-step.eventCount', '3'],
    ['steps["digest-step"].events.size', '2'],
    ['context.tenant.id', 'acme'],
    ['workflow.name', 'Order shipped'],
    ['env.API_URL', 'https://api.example'],
    ['actor.firstName', 'Bo'],
    ['t.greeting', 'Hallo'],
  ])('L1 reads %s', (path, expected) => {
    const scope = {
      subscriber: { data: { plan: 'gold' } },
      payload: { order: { lines: [{ name: 'Cup' }, { name: 'Tea' }] } },
      steps: { 'digest-step': { eventCount: 3, events: [{}, {}] } },
      context: { tenant: { id: 'acme' } },
      workflow: { name: 'Order shipped' },
      env: { API_URL: 'https://api.example' },
      actor: { firstName: 'Bo' },
      t: { greeting: 'Hallo' },
    };
    expect(plain.render(`{{ ${path} }}`, scope)).toBe(expected);
  });

  it.each(['payload.missing', 'payload.a.b.c', 'nothing', 'payload.list[7]', 'payload.nothing | upcase'])(
    'L2 prints nothing for the missing %s',
    (path) => {
      expect(plain.render(`[{{ ${path} }}]`, { payload: { list: [], nothing: null } })).toBe('[]');
    },
  );

  it.each([
    ['{{ payload.name', 1, 1],
    ['Hello\n  {% if payload.a %}', 2, 3],
    ['{% for x %}{% endfor %}', 1, 1],
    ['a\nb {{ payload.name | nosuchfilter }}', 2, 3],
    ['{% nosuchtag %}', 1, 1],
    ['{% include "header" %}', 1, 1],
    ['{% render "header" %}', 1, 1],
    ['{% layout "page" %}', 1, 1],
    ['{% block a %}{% endblock %}', 1, 1],
  ])('L2 fails for the invalid syntax of %j and says where', (text, line, column) => {
    const error = errorOf(() => plain.render(text, {}, { control: 'primaryAction.label' }));
    expect(error).toMatchObject({ reason: 'syntax', line, column, control: 'primaryAction.label' });
    expect(error.message).not.toMatch(/line:|col:/);
  });

  it('L2 fails with an error of the template when a filter cannot handle its data', () => {
    const error = errorOf(() => plain.render('ok\n{{ payload.part | url_decode }}', { payload: { part: '%E0%A4%A' } }));
    expect(error).toMatchObject({ name: 'TemplateError', reason: 'data', line: 2, column: 1 });
  });

  it('L3 prints lists and objects as valid JSON', () => {
    const items = [{ name: `O'Neil "Q" <b>`, tags: ['a', 'b'], on: true, none: null }];
    expect(JSON.parse(plain.render('{{ payload.items }}', { payload: { items } }))).toEqual(items);
    expect(JSON.parse(plain.render('{{ payload.items[0] }}', { payload: { items } }))).toEqual(items[0]);
    expect(JSON.parse(plain.render('{{ payload.items | json }}', { payload: { items } }))).toEqual(items);
    expect(JSON.parse(plain.render('{{ payload.items | json: 2 }}', { payload: { items } }))).toEqual(items);
  });

  it('L3 prints JSON escaped in HTML', () => {
    expect(html.render('{{ payload }} {{ payload | json }}', { payload: { a: '<' } })).toBe(
      '{&quot;a&quot;:&quot;&lt;&quot;} {&quot;a&quot;:&quot;&lt;&quot;}',
    );
  });

  it.each([
    ['{{ payload.text }}', '&lt;i&gt; Q&amp;A &quot;it&#39;s&quot;'],
    ['{% echo payload.text %}', '&lt;i&gt; Q&amp;A &quot;it&#39;s&quot;'],
    ['{% cycle payload.text %}', '&lt;i&gt; Q&amp;A &quot;it&#39;s&quot;'],
    ['<b>&nbsp;</b>{{ 1 }}', '<b>&nbsp;</b>1'],
    ['{{ payload.text | raw }}', `<i> Q&A "it's"`],
  ])('L4 escapes variables in HTML, not the template: %s', (text, expected) => {
    expect(html.render(text, { payload: { text: `<i> Q&A "it's"` } })).toBe(expected);
  });

  it('L4 leaves plain texts as they are', () => {
    expect(plain.render('R&D: {{ payload.text }}', { payload: { text: 'a < b & "c"' } })).toBe('R&D: a < b & "c"');
  });

  it('returns a text without templates as it is and compiles nothing', () => {
    const engine = new LiquidEngine('html');
    expect(engine.render('100 % { sure } <b>&</b>', {})).toBe('100 % { sure } <b>&</b>');
    expect(engine.compiledTemplates).toBe(0);
  });

  it('compiles a template once and keeps as many as it may', () => {
    const engine = new LiquidEngine('plain', { limits: { cachedTemplates: 2 } });
    for (const text of ['{{ a }}1', '{{ a }}2', '{{ a }}1', '{{ a }}3']) {
      engine.render(text, { a: 'x' });
    }
    expect(engine.compiledTemplates).toBe(2);
    expect(engine.render('{{ a }}2', { a: 'y' })).toBe('y2');
  });

  it('never changes the data', () => {
    const scope = { payload: { list: [3, 1, 2] }, count: 5 };
    const before = structuredClone(scope);
    const text =
      '{% increment count %}{% decrement payload %}{% assign payload = 1 %}{% capture count %}x{% endcapture %}' +
      '{{ payload.list | sort | reverse | push: 9 | pop | shift | join }}';
    plain.render(text, scope);
    expect(scope).toEqual(before);
  });

  it('reads own properties only', () => {
    const text =
      '{{ payload.constructor }}{{ payload.__proto__ }}{{ payload["toString"] }}{{ "a".constructor }}' +
      '{{ payload.list.constructor }}{{ constructor }}{{ __proto__ }}{{ payload.list.map }}';
    expect(plain.render(text, { payload: { list: [1] } })).toBe('');
  });

  it('cannot be made to change a prototype', () => {
    plain.render(
      '{% assign __proto__ = payload %}{% increment __proto__ %}{% capture constructor %}x{% endcapture %}',
      {
        payload: { polluted: 'yes' },
      },
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.prototype.constructor).toBe(Object);
  });

  it('takes the time from outside and prints UTC and English', () => {
    const engine = new LiquidEngine('plain', { now: () => new Date('2030-05-06T23:30:00Z') });
    expect(engine.render('{{ "now" | date: "%A %d %B %Y %H:%M" }}', {})).toBe('Monday 06 May 2030 23:30');
    expect(engine.render('{{ "today" | date: "%d %H:%M", "Asia/Tokyo" }}', {})).toBe('07 08:30');
    expect(engine.render('{{ payload.at }} {{ payload.at | date: "%H" }}', { payload: { at: new Date(0) } })).toBe(
      '1970-01-01T00:00:00.000Z 00',
    );
  });

  it('prints database ids as their text', () => {
    const id = { toJSON: () => '65f0c0ffee', hidden: 1 };
    expect(plain.render('{{ payload.id }}', { payload: { id } })).toBe('65f0c0ffee');
  });

  it('sorts by plain and by natural order, missing keys last', () => {
    const payload = { list: [{ n: 'b' }, {}, { n: 'A' }, { n: 'a' }, { n: 'B' }] };
    const names = (filter: string): string =>
      plain.render(`{{ payload.list | ${filter}: "n" | map: "n" | join: "," }}`, { payload });
    expect(names('sort')).toBe('A,B,a,b,');
    expect(names('sort_natural')).toBe('A,a,b,B,');
    expect(plain.render('{{ payload.list | sort | join: "," }}', { payload: { list: [10, 9, 1] } })).toBe('1,9,10');
  });
});
