import { mentionsVariable } from './mentions-variable.js';

describe('L8: control values use a variable', () => {
  it.each<[string, unknown]>([
    ['in a template', { body: 'See {{env.SHOP_URL}}/orders' }],
    ['with spaces and a filter', { body: '{{ env.SHOP_URL | upcase }}' }],
    ['with brackets', { body: '{{ env["SHOP_URL"] }}' }],
    ['in a tag', { body: '{% if env.SHOP_URL %}a{% endif %}' }],
    ['as an argument of a filter', { body: '{{ "a" | append: env.SHOP_URL }}' }],
    ['deep inside', { primaryAction: { redirect: { url: '{{env.SHOP_URL}}' } } }],
    ['in a list', { headers: [{ key: 'a', value: '{{env.SHOP_URL}}' }] }],
    ['in a condition', { skip: { and: [{ '==': [{ var: 'env.SHOP_URL' }, 'x'] }] } }],
    ['in a condition with a default', { skip: { '==': [{ var: ['env.SHOP_URL', 'x'] }, 'x'] } }],
    ['possibly, by a name that is made up', { body: '{{ env[payload.which] }}' }],
    ['in a template that cannot be read', { body: '{{ env.SHOP_URL }} {% if %}' }],
  ])('%s', (_how, controls) => {
    expect(mentionsVariable(controls, 'SHOP_URL')).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing is said', {}],
    ['another one is meant', { body: '{{env.SHOP}} {{env.SHOP_URL_2}}' }],
    ['its capitals are other ones', { body: '{{env.shop_url}}' }],
    ['it is a member of something else', { body: '{{payload.env.SHOP_URL}}' }],
    ['it is only text', { body: 'env.SHOP_URL {SHOP_URL}' }],
    ['it is raw', { body: '{% raw %}{{env.SHOP_URL}}{% endraw %}' }],
    ['a condition compares with its name', { skip: { '==': [{ var: 'payload.a' }, 'env.SHOP_URL'] } }],
    ['a broken template has a longer name', { body: '{{ env.SHOP_URL_2 }} {% if %}' }],
    ['there are other values', { amount: 3, on: true, none: null }],
  ])('not when %s', (_what, controls) => {
    expect(mentionsVariable(controls, 'SHOP_URL')).toBe(false);
  });
});
