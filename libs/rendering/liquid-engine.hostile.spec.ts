import { Allowance } from '#libs/computation/task.js';
import type { TemplateMode } from './liquid/escape-output.js';
import { LiquidEngine } from './liquid-engine.js';
import { RenderBudget } from './render-limits.js';
import { Translations } from './translations/translations.js';

const growList = '{% assign a = "x" | split: "," %}{% for i in (1..60) %}{% assign a = a | push: a %}{% endfor %}';
const largeList = '{% assign a = "x" | split: "," %}{% for i in (1..16) %}{% assign a = a | push: a %}{% endfor %}';
const loop = '{% for i in (1..100000) %}';
const scope = {
  payload: {
    text: 'x'.repeat(400_000),
    percents: '%'.repeat(100_000),
    names: ['Ann', 'Bo'],
    list: Array.from({ length: 50_000 }, (_, index) => index),
    object: Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, index])),
  },
};

/** Fewer than an engine allows by itself: what stops a template at one count stops it at another. */
const limits = { steps: 100_000 };
const STEPS = 'more than 100000 steps';
const DATA = 'more data than allowed';
const LARGE = 'gives a value that is too large';
const LENGTH = 'longer than 500000 characters';

const hostile: [name: string, template: string, reason: string][] = [
  ['a loop without end', '{% for i in (1..1000000000) %}x{% endfor %}', DATA],
  [
    'a loop over a list from the payload and a huge range',
    '{% for i in payload.names %}{{ (1..99999999999) }}{% endfor %}',
    DATA,
  ],
  [
    'loops in loops',
    '{% for i in (1..900) %}{% for j in (1..900) %}{% for k in (1..900) %}{% endfor %}{% endfor %}{% endfor %}',
    STEPS,
  ],
  ['output in a long loop', '{% for i in (1..400000) %}0123456789{% endfor %}', STEPS],
  ['a long table', '{% tablerow i in (1..400000) cols:1 %}{{ i }}{% endtablerow %}', LENGTH],
  [
    'a cycle in loops',
    '{% for i in (1..900) %}{% for j in (1..900) %}{% cycle "a", "b" %}{% endfor %}{% endfor %}',
    STEPS,
  ],
  [
    'a capture that doubles',
    '{% assign s = "x" %}{% for i in (1..60) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}',
    DATA,
  ],
  [
    'captures in captures',
    '{% for i in (1..60) %}{% capture a %}{{ a }}x{% capture b %}{{ a }}{{ b }}{{ b }}{% endcapture %}{% endcapture %}{% endfor %}',
    DATA,
  ],
  ['append that doubles', '{% assign s = "x" %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}', DATA],
  ['replace that multiplies', '{{ payload.text | replace: "x", payload.text }}', DATA],
  ['a list inside itself, printed', `${growList}{{ a }}`, STEPS],
  ['a list inside itself, joined', `${growList}{{ a | join }}`, STEPS],
  ['a list inside itself, sorted', `${growList}{{ a | sort }}`, STEPS],
  ['a list inside itself, as a number', `${growList}{{ a | plus: 1 }}`, STEPS],
  [
    'a list inside itself, by groups',
    '{% assign a = "x" | split: "," %}{% for i in (1..60) %}{% assign a = a | concat: a | group_by: "z" %}{% endfor %}{{ a }}',
    STEPS,
  ],
  [
    'large lists compared often',
    `${largeList}{% assign b = a | reverse | reverse %}{% if a == b${' and a == b'.repeat(300)} %}{% endif %}`,
    STEPS,
  ],
  [
    'large lists in cases',
    `${largeList}{% assign b = a | reverse | reverse %}{% for i in (1..5000) %}{% case a %}{% when b %}{% endcase %}{% endfor %}`,
    STEPS,
  ],
  ['where over a long list', '{{ (1..450000) | where: "x" | size }}', STEPS],
  ['group_by_exp over a long list', '{{ (1..450000) | group_by_exp: "i", "i" | size }}', STEPS],
  ['find_exp over a long list', '{{ (1..900000) | find_exp: "i", "false" }}', STEPS],
  ['sum over a long list', '{{ (1..900000) | sum: "x" }}', STEPS],
  [
    'a long text searched for the last time',
    '{{ payload.text | remove_last: payload.text }}',
    'A searched text is longer than 256 characters',
  ],
  [
    'a long text searched for in a condition',
    '{% if payload.text contains payload.text %}{% endif %}',
    'A searched text is longer than 256 characters',
  ],
  [
    'many searches in one condition',
    `{% if payload.text contains "xxxxxxxxxxy"${' or payload.text contains "xxxxxxxxxxxxy"'.repeat(3000)} %}{% endif %}`,
    STEPS,
  ],
  ['many filters that lengthen', `{{ payload.percents${' | url_encode'.repeat(4000)} | size }}`, LARGE],
  [
    'deeply indented JSON',
    '{% assign a = "x" | split: "," %}{% for i in (1..2000) %}{% assign b = "" | split: "," | push: a %}{% assign a = b %}{% endfor %}{{ a | json: 10 }}',
    LARGE,
  ],
  ['a date padded to a gigabyte', '{{ 0 | date: "%999999999Y" }}', DATA],
  [
    'deep nesting',
    '{% if payload %}'.repeat(2000) + '{% endif %}'.repeat(2000),
    'more than 100 blocks inside each other',
  ],
  ['deep brackets', `{{ ${'a['.repeat(60_000)} }}`, 'more than 100 brackets inside each other'],
  ['ranges in ranges', `{{ ${'('.repeat(60_000)} }}`, 'more than 100 brackets inside each other'],
  ['unclosed tags', '{% raw %}'.repeat(4000), 'not closed'],
  ['very many outputs', '{{a}}'.repeat(39_000), 'more than 5000 outputs and tags'],
  ['very many lines of a liquid tag', `{% liquid\n${'echo a\n'.repeat(28_000)}%}`, 'more than 5000 outputs and tags'],
  ['a very long template', `{{ a }}${' '.repeat(200_000)}`, 'longer than 200000 characters'],
  ['a text longer than any message', '{{ payload.text }}{{ payload.text }}', LENGTH],
  ['a file, included', '{% include "/etc/passwd" %}', 'tag "include" not found'],
  ['a file, rendered', '{% render "../package.json" %}', 'tag "render" not found'],
  ['a file, as layout', '{% layout "package.json" %}', 'tag "layout" not found'],
  ['a filter from the prototype', '{{ "x" | constructor }}', 'undefined filter: constructor'],
  ['a filter that would give the engine away', '{{ "x" | valueOf }}', 'undefined filter: valueOf'],
  ['a tag from the prototype', '{% constructor %}', 'tag "constructor" not found'],
  ['conditions in a loop', `${loop}{% if false %}${'{% elsif false %}'.repeat(2000)}{% endif %}{% endfor %}`, STEPS],
  ['a long condition in a loop', `${loop}{% if true${' or true'.repeat(20_000)} %}{% endif %}{% endfor %}`, STEPS],
  ['a filter with very many arguments', `{{ 1 | plus: 1${',1'.repeat(60_000)} }}`, 'more than 100 arguments'],
  ['a long cycle in a loop', `${loop}{% cycle 1${',1'.repeat(60_000)} %}{% endfor %}`, STEPS],
  ['a long case in a loop', `${loop}{% case 2 %}{% when 1${',1'.repeat(60_000)} %}{% endcase %}{% endfor %}`, STEPS],
  ['a large object looped over once', `${loop}{% for a in payload.object limit: 1 %}{% endfor %}{% endfor %}`, STEPS],
  ['a long list turned round', `${loop}{% for a in payload.list limit: 1 reversed %}{% endfor %}{% endfor %}`, STEPS],
  ['the size of a large object', `${loop}{{ payload.object.size }}{% endfor %}`, STEPS],
  ['a large object asked whether it is empty', `${loop}{% if payload.object == empty %}{% endif %}{% endfor %}`, STEPS],
  ['long texts compared', `${loop}{% if payload.text == payload.text %}{% endif %}{% endfor %}`, STEPS],
  ['a list inside itself, as a number in a loop', `${largeList}${loop}{% assign b = a | plus: 1 %}{% endfor %}`, STEPS],
  ['the last of a list inside itself', `${largeList}${loop}{% assign b = a | last %}{% endfor %}`, STEPS],
  [
    'a long property',
    `{{ payload.list | map: payload.text }}`,
    'An argument of a filter is longer than 256 characters',
  ],
  ['a long expression', `{{ payload.list | where_exp: "i", payload.text }}`, 'longer than 1000 characters'],
  ['a list searched in a loop', `${loop}{% assign b = payload.list | find: "x" %}{% endfor %}`, STEPS],
  ['a list sorted in a loop', `${loop}{% assign b = payload.list | sort %}{% endfor %}`, STEPS],
  ['a list without repetitions in a loop', `${loop}{% assign b = payload.list | uniq %}{% endfor %}`, STEPS],
  ['names in a loop', `${loop}{% assign b = payload.list | toSentence: "a.b.c.d", 50000 %}{% endfor %}`, STEPS],
  [
    'a search for what nearly fits',
    `${loop}{% if payload.text contains "y${'x'.repeat(250)}" %}{% endif %}{% endfor %}`,
    STEPS,
  ],
  ['a long text as a number', `${loop}{% assign b = payload.text | plus: 1 %}{% endfor %}`, STEPS],
  ['dates in a zone', `${loop}{% assign b = 0 | date: "%c", "Asia/Tokyo" %}{% endfor %}`, STEPS],
];

/** Escaping changes how values are printed, so what prints is tried in HTML too. */
const printing = hostile.filter(([name]) => /output|capture|printed|JSON|message|cycle/.test(name));

describe.each<[mode: TemplateMode, cases: typeof hostile]>([
  ['plain', hostile],
  ['html', printing],
])('hostile templates in %s', (mode, cases) => {
  const engine = new LiquidEngine(mode, { limits });

  it.each(cases)('stops %s by a count, the same on every machine', (_name, template, reason) => {
    expect(() => engine.render(template, scope)).toThrow(
      expect.objectContaining({ name: 'TemplateError', message: expect.stringContaining(reason) }),
    );
  });
});

describe('limits', () => {
  const engineWith = (limits: ConstructorParameters<typeof LiquidEngine>[1]): LiquidEngine =>
    new LiquidEngine('plain', limits);

  it('names the limit as the reason', () => {
    const render = (): string => engineWith({}).render('{% for i in (1..1000000000) %}{% endfor %}', {});
    expect(render).toThrow(expect.objectContaining({ reason: 'limit', line: 1, column: 1 }));
  });

  it('accepts a result of exactly the longest length', () => {
    const engine = engineWith({ limits: { outputLength: 5 } });
    expect(engine.render('{{ a }}', { a: '12345' })).toBe('12345');
    expect(() => engine.render('{{ a }}', { a: '123456' })).toThrow('5 characters');
    expect(() => engine.render('123456', {}, { control: 'body' })).toThrow(
      expect.objectContaining({ control: 'body' }),
    );
  });

  it('accepts a template of exactly the longest length and the most tags', () => {
    const engine = engineWith({ limits: { templateLength: 14, tags: 2 } });
    expect(engine.render('{{ a }}{{ a }}', { a: 'x' })).toBe('xx');
    expect(() => engine.render('{{ a }}{{ a }}.', { a: 'x' })).toThrow('14 characters');
    expect(() => engine.render('{{a}}{{a}}{%', { a: 'x' })).toThrow('2 outputs and tags');
  });

  it('charges captures to the memory of the rendering', () => {
    const engine = engineWith({ limits: { memory: 10 } });
    expect(engine.render('{% capture a %}1234567890{% endcapture %}{{ a }}', {})).toBe('1234567890');
    expect(() => engine.render('{% capture a %}12345678901{% endcapture %}', {})).toThrow('more data');
  });

  it('accepts exactly as many steps as are left', () => {
    const engine = engineWith({});
    const render = (steps: number): number => {
      const budget = new RenderBudget({ steps });
      engine.render('{% for i in (1..100) %}{{ i | plus: 1 }}{% endfor %}', {}, { budget });
      return budget.used;
    };
    const used = render(Infinity);
    expect(render(Math.ceil(used))).toBe(used);
    expect(() => render(used - 1)).toThrow(expect.objectContaining({ reason: 'limit' }));
  });

  it('has one budget for the renderings that share it', () => {
    const engine = engineWith({});
    const budget = new RenderBudget();
    const reason = 'more than 750000 steps';
    expect(() => engine.render('{% for i in (1..900000) %}{% endfor %}', {}, { budget })).toThrow(reason);
    expect(() => engine.render('{{ a }}', {}, { budget })).toThrow(reason);
    expect(engine.render('{{ a }}', { a: 1 })).toBe('1');
  });

  it.each([
    ['renders', '{% for i in (1..5000) %}{{ i }}{% endfor %}'],
    ['translates', '{{ t.long }}'],
    ['reads', '{{ a }}'.repeat(50)],
  ])('tells when it %s more than it is allowed here, and is not wrong elsewhere', (_what, template) => {
    const engine = engineWith({});
    const scope = { t: new Translations([{ long: '{% for i in (1..5000) %}x{% endfor %}' }]) };
    const [here, elsewhere] = [new Allowance(1000), new Allowance()];
    const render = (allowance: Allowance) =>
      engine.render(template, scope, { budget: new RenderBudget({ steps: 750_000 }, allowance) });
    expect(() => render(here)).toThrow('takes more than 1000 steps here');
    expect(here.isExceeded).toBe(true);
    expect(() => render(elsewhere)).not.toThrow();
    expect(elsewhere.used).toBeGreaterThan(1000);
  });

  it('has a limit of blocks inside each other', () => {
    const blocks = (count: number): string => `${'{% if true %}'.repeat(count)}x${'{% endif %}'.repeat(count)}`;
    expect(engineWith({}).render(blocks(100), {})).toBe('x');
    expect(() => engineWith({}).check(blocks(101))).toThrow('more than 100 blocks inside each other');
  });

  it('leaves a list of thousands of entries far below the limits', () => {
    const orders = Array.from({ length: 5000 }, (_, id) => ({
      id,
      customer: { name: `Name ${id}`, city: 'Bergen' },
      lines: [{ name: 'Cup', price: 7.5, count: 2 }],
    }));
    const text =
      '{% assign sorted = payload.orders | sort: "customer.name" %}' +
      '{% for o in sorted %}{% if o.customer.city == "Bergen" %}{{ o.customer.name | upcase }} {% endif %}' +
      '{% for l in o.lines %}{{ l.count }} {{ l.name }} {{ l.price | times: l.count }} {% endfor %}{% endfor %}';
    const budget = new RenderBudget();
    expect(new LiquidEngine('html').render(text, { payload: { orders } }, { budget })).toContain('NAME 4999 2 Cup 15');
    expect(budget.used).toBeLessThan(500_000);
  });

  it('leaves an everyday digest far below the limits', () => {
    const events = Array.from({ length: 500 }, (_, id) => ({
      id,
      payload: { user: { name: `Name ${id}` }, text: 'Hi & bye' },
    }));
    const text =
      '{% assign named = steps.digest.events | map: "payload" | sort: "user.name" %}' +
      '{% for p in named %}<li>{{ p.user.name | upcase }}: {{ p.text | truncate: 20 }}</li>{% endfor %}';
    expect(new LiquidEngine('html').render(text, { steps: { digest: { events } } })).toContain(
      'NAME 499: Hi &amp; bye',
    );
  });
});
