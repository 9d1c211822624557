import { computingTime } from '../../test/computing-time.js';
import { LiquidEngine, type TemplateMode } from './liquid-engine.js';
import { TemplateError } from './template-error.js';

const growList = '{% assign a = "x" | split: "," %}{% for i in (1..60) %}{% assign a = a | push: a %}{% endfor %}';
const largeList = '{% assign a = "x" | split: "," %}{% for i in (1..16) %}{% assign a = a | push: a %}{% endfor %}';
const scope = {
  payload: { text: 'x'.repeat(400_000), percents: '%'.repeat(100_000), names: ['Ann', 'Bo'] },
};

const hostile: [name: string, template: string][] = [
  ['a loop without end', '{% for i in (1..1000000000) %}x{% endfor %}'],
  [
    'a loop over a list from the payload and a huge range',
    '{% for i in payload.names %}{{ (1..99999999999) }}{% endfor %}',
  ],
  [
    'loops in loops',
    '{% for i in (1..900) %}{% for j in (1..900) %}{% for k in (1..900) %}{% endfor %}{% endfor %}{% endfor %}',
  ],
  ['output in a long loop', '{% for i in (1..400000) %}0123456789{% endfor %}'],
  ['a long table', '{% tablerow i in (1..400000) cols:1 %}{{ i }}{% endtablerow %}'],
  ['a cycle in loops', '{% for i in (1..900) %}{% for j in (1..900) %}{% cycle "a", "b" %}{% endfor %}{% endfor %}'],
  [
    'a capture that doubles',
    '{% assign s = "x" %}{% for i in (1..60) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}',
  ],
  [
    'captures in captures',
    '{% for i in (1..60) %}{% capture a %}{{ a }}x{% capture b %}{{ a }}{{ b }}{{ b }}{% endcapture %}{% endcapture %}{% endfor %}',
  ],
  ['append that doubles', '{% assign s = "x" %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}'],
  ['replace that multiplies', '{{ payload.text | replace: "x", payload.text }}'],
  ['a list inside itself, printed', `${growList}{{ a }}`],
  ['a list inside itself, joined', `${growList}{{ a | join }}`],
  ['a list inside itself, sorted', `${growList}{{ a | sort }}`],
  ['a list inside itself, as a number', `${growList}{{ a | plus: 1 }}`],
  [
    'a list inside itself, by groups',
    '{% assign a = "x" | split: "," %}{% for i in (1..60) %}{% assign a = a | concat: a | group_by: "z" %}{% endfor %}{{ a }}',
  ],
  [
    'large lists compared often',
    `${largeList}{% assign b = a | reverse | reverse %}{% if a == b${' and a == b'.repeat(300)} %}{% endif %}`,
  ],
  [
    'large lists in cases',
    `${largeList}{% assign b = a | reverse | reverse %}{% for i in (1..5000) %}{% case a %}{% when b %}{% endcase %}{% endfor %}`,
  ],
  ['where over a long list', '{{ (1..450000) | where: "x" | size }}'],
  ['group_by_exp over a long list', '{{ (1..450000) | group_by_exp: "i", "i" | size }}'],
  ['find_exp over a long list', '{{ (1..900000) | find_exp: "i", "false" }}'],
  ['sum over a long list', '{{ (1..900000) | sum: "x" }}'],
  ['a long text searched for the last time', '{{ payload.text | remove_last: payload.text }}'],
  ['a long text searched for in a condition', '{% if payload.text contains payload.text %}{% endif %}'],
  [
    'many searches in one condition',
    `{% if payload.text contains "xxxxxxxxxxy"${' or payload.text contains "xxxxxxxxxxxxy"'.repeat(3000)} %}{% endif %}`,
  ],
  ['many filters that lengthen', `{{ payload.percents${' | url_encode'.repeat(4000)} | size }}`],
  [
    'deeply indented JSON',
    '{% assign a = "x" | split: "," %}{% for i in (1..2000) %}{% assign b = "" | split: "," | push: a %}{% assign a = b %}{% endfor %}{{ a | json: 10 }}',
  ],
  ['a date padded to a gigabyte', '{{ 0 | date: "%999999999Y" }}'],
  ['an unknown zone', '{{ 0 | date: "%Y", "Nowhere/Land" }}'],
  ['deep nesting', '{% if payload %}'.repeat(2000) + '{% endif %}'.repeat(2000)],
  ['deep brackets', `{{ ${'a['.repeat(60_000)} }}`],
  ['unclosed tags', '{% raw %}'.repeat(4000)],
  ['very many outputs', '{{a}}'.repeat(39_000)],
  ['very many lines of a liquid tag', `{% liquid\n${'echo a\n'.repeat(28_000)}%}`],
  ['a very long template', `{{ a }}${' '.repeat(200_000)}`],
  ['a text longer than any message', '{{ payload.text }}{{ payload.text }}'],
  ['a file, included', '{% include "/etc/passwd" %}'],
  ['a file, rendered', '{% render "../package.json" %}'],
  ['a file, as layout', '{% layout "package.json" %}'],
  ['a filter from the prototype', '{{ "x" | constructor }}'],
  ['a filter that would give the engine away', '{{ "x" | valueOf }}'],
  ['a tag from the prototype', '{% constructor %}'],
];

/** Escaping changes how values are printed, so what prints is tried in HTML too. */
const printing = hostile.filter(([name]) => /output|capture|printed|JSON|message|cycle/.test(name));

describe.each<[mode: TemplateMode, cases: typeof hostile]>([
  ['plain', hostile],
  ['html', printing],
])('hostile templates in %s', (mode, cases) => {
  const engine = new LiquidEngine(mode);

  it.each(cases)('stops %s within a second', (_name, template) => {
    const memoryBefore = process.memoryUsage().rss;
    const work = () => {
      expect(() => engine.render(template, scope)).toThrow(TemplateError);
    };
    expect(computingTime(work, 1000)).toBeLessThan(1000);
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(200 * 1024 * 1024);
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

  it('stops when the time given to one rendering is over', () => {
    const engine = engineWith({});
    expect(() => engine.render('{{ a }}', {}, { renderMs: -1 })).toThrow('too long');
    expect(engine.render('{{ a }}', { a: 1 })).toBe('1');
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
