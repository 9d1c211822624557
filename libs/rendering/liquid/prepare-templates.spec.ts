import { createTemplateEngines } from '../liquid-engine.js';
import { Translations } from '../translations/translations.js';

const engines = createTemplateEngines();
const DATA = {
  payload: { name: 'Ada', nothing: null, empty: '', lines: [{ sku: 'a' }, {}] },
  t: new Translations([{ greeting: 'Hi {{ payload.who }}' }]),
};

describe.each(['html', 'plain'] as const)('L2: a %s template tells what it prints although it is missing', (mode) => {
  it.each([
    ['a variable', '{{ payload.orderId }}', ['payload.orderId']],
    ['below what is missing', '{{ payload.order.id }}', ['payload.order.id']],
    ['by another spelling', '{{ payload["order-id"] }}', ['payload["order-id"]']],
    ['before a filter', '{{ payload.orderId | upcase }}', ['payload.orderId']],
    ['without escaping', '{{ payload.orderId | raw }}', ['payload.orderId']],
    ['in a branch that is taken', '{% if payload.name %}{{ payload.orderId }}{% endif %}', ['payload.orderId']],
    ['of an entry of a list', '{% for line in payload.lines %}{{ line.sku }}{% endfor %}', ['line.sku']],
    ['in a capture', '{% capture a %}{{ payload.orderId }}{% endcapture %}{{ a }}', ['payload.orderId']],
    ['by a tag', '{% echo payload.orderId %}', ['payload.orderId']],
    ['in a translation', '{{ t.greeting }}', ['payload.who']],
  ])('%s', (_what, template, expected) => {
    expect(missingOf(template)).toEqual(expected);
  });

  it.each([
    ['what is there', '{{ payload.name }}'],
    ['what is there and empty', '{{ payload.nothing }}{{ payload.empty }}'],
    ['what has a default', '{{ payload.orderId | default: "none" }}{{ payload.a | upcase | default: "b" }}'],
    [
      'what is only tested',
      '{% if payload.orderId %}{{ payload.orderId }}{% endif %}{% unless payload.a %}b{% endunless %}',
    ],
    ['what is in a branch that is not taken', '{% if payload.nothing %}{{ payload.orderId }}{% endif %}'],
    ['an empty loop', '{% for a in payload.orders %}{{ a.id }}{% endfor %}'],
    ['a literal', '{{ "a" }}{{ 1 }}{{ nil }}'],
    ['a key without translation', '{{ t.farewell }}'],
  ])('but not %s', (_what, template) => {
    expect(missingOf(template)).toEqual([]);
  });

  function missingOf(template: string): string[] {
    const missing: string[] = [];
    engines[mode].render(template, DATA, { onMissing: (variable) => missing.push(variable) });
    return missing;
  }
});
