import { createTemplateEngines } from '#libs/rendering/liquid-engine.js';
import { convertTemplate } from './templates.js';

/** Whether a variable is true, as Handlebars has it. */
const is = (path: string) => `${path} and ${path} != 0 and ${path}.size != 0`;

const DIGEST = { digestStepId: 'digest-1' };

describe('a template of the older API', () => {
  it.each([
    ['Hello {{name}}', 'Hello {{ payload.name }}'],
    ['{{{html}}}', '{{ payload.html }}'],
    ['{{~ name ~}}', '{{ payload.name }}'],
    [
      '{{subscriber.firstName}} {{actor.lastName}} {{tenant.data.region}}',
      '{{ subscriber.firstName }} {{ actor.lastName }} {{ tenant.data.region }}',
    ],
    ['{{payload.name}}', '{{ payload.payload.name }}'],
    ['{{items.[0].name}}', '{{ payload.items[0].name }}'],
    ['{{! nothing }}{{!-- {nor} this --}}', ''],
    ['{{#if vip}}A{{else}}B{{/if}}', `{% if ${is('payload.vip')} %}A{% else %}B{% endif %}`],
    ['{{#if a}}A{{else if b}}B{{/if}}', `{% if ${is('payload.a')} %}A{% elsif ${is('payload.b')} %}B{% endif %}`],
    ['{{#unless vip}}A{{/unless}}', `{% unless ${is('payload.vip')} %}A{% endunless %}`],
    ['{{#if (eq plan "pro")}}A{{/if}}', '{% if payload.plan == "pro" %}A{% endif %}'],
    ['{{#if (and a (gt b 2))}}A{{/if}}', `{% if ${is('payload.a')} and payload.b > 2 %}A{% endif %}`],
    ["{{#equals plan 'pro'}}A{{else}}B{{/equals}}", "{% if payload.plan == 'pro' %}A{% else %}B{% endif %}"],
    ['{{#each items}}{{this}}{{/each}}', '{% for item in payload.items %}{{ item }}{% endfor %}'],
    [
      '{{#each items}}{{name}} {{this.price}} {{@index}} {{../shop}} {{subscriber.firstName}}{{/each}}',
      '{% for item in payload.items %}{{ item.name }} {{ item.price }} {{ forloop.index0 }} {{ payload.shop }} {{ subscriber.firstName }}{% endfor %}',
    ],
    [
      '{{#each a}}{{#each b}}{{c}} {{../d}}{{/each}}{{/each}}',
      '{% for item in payload.a %}{% for item1 in item.b %}{{ item1.c }} {{ item.d }}{% endfor %}{% endfor %}',
    ],
    ['{{#each items as |thing|}}{{thing}}{{/each}}', '{% for thing in payload.items %}{{ thing.thing }}{% endfor %}'],
    ['{{#with order}}{{id}}{{/with}}', `{% if ${is('payload.order')} %}{{ payload.order.id }}{% endif %}`],
    ['{{uppercase name}} {{lowercase name}}', '{{ payload.name | upcase }} {{ payload.name | downcase }}'],
    ["{{pluralize count 'dog' 'dogs'}}", "{{ payload.count | pluralize: 'dog', 'dogs', false }}"],
    ["{{dateFormat at 'yyyy-MM-dd HH:mm'}}", "{{ payload.at | date: '%Y-%m-%d %H:%M' }}"],
    [
      '{{#each step.events}}{{orderId}}{{/each}}',
      '{% for item in steps.digest-1.events %}{{ item.payload.orderId }}{% endfor %}',
    ],
    ['{{step.total_count}}', '{{ steps.digest-1.eventCount }}'],
  ])('%s', (template, text) => {
    expect(convertTemplate(template, DIGEST)).toEqual({ text, losses: [] });
  });

  it.each([
    ['{{numberFormat price}}', "the helper 'numberFormat', in whose place its first value is printed"],
    ['{{#if (or a b)}}A{{/if}}', "the helper 'or' in a condition: 0 and what is empty are true in it"],
    ['{{titlecase name}}', "the helper 'titlecase': only the first letter becomes a capital"],
    ['{{branding.color}}', "the variable 'branding.color', which is empty"],
    ['{{> footer}}', "the partial 'footer'"],
    ['{{#repeat 3}}A{{/repeat}}', "the block helper 'repeat', whose content is always shown"],
    ['{{#if a}}A', "the block 'if', which is not closed"],
    ['A{{/if}}', "the block 'if', which is closed where it is not open"],
    ["{{dateFormat at 'QQ'}}", "the part 'QQ' of the date format 'QQ'"],
    ['{{#each a}}{{@key}}{{/each}}', "the variable '@key', which is empty"],
  ])('%s loses something, which is named', (template, loss) => {
    expect(convertTemplate(template).losses).toEqual([loss]);
  });

  it('says when there is no digest that it reads', () => {
    expect(convertTemplate('{{step.total_count}}').losses).toEqual([
      "the variable 'step.total_count', because there is no digest before it",
    ]);
  });

  it('names what a layout is around', () => {
    expect(convertTemplate('<b>{{{body}}}</b>', { names: { body: 'content' } }).text).toBe('<b>{{ content }}</b>');
  });

  it('is rendered as it was', () => {
    const { text } = convertTemplate(
      'Hi {{subscriber.firstName}}: {{#each step.events}}{{#if @index}}, {{/if}}{{orderId}}{{/each}}' +
        '{{#if (gt step.total_count 1)}} ({{step.total_count}} {{pluralize step.total_count "order" "orders"}}){{/if}}',
      DIGEST,
    );
    const events = ['A-1', 'A-2'].map((orderId) => ({ payload: { orderId } }));
    const scope = { subscriber: { firstName: 'Ada' }, steps: { 'digest-1': { events, eventCount: 2 } } };
    expect(createTemplateEngines().plain.render(text, scope)).toBe('Hi Ada: A-1, A-2 (2 orders)');
  });
});
