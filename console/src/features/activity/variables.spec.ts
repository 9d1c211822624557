import { usedVariables } from './variables';

it('finds what templates print and conditions read, each once, with its value', () => {
  const controlValues = {
    subject: 'Order {{ payload.order.id | upcase }} for {{subscriber.firstName}}',
    body: '<p style="color: payload.none">{% if payload.items[0].name == "x" %}{{payload.order.id}}{% endif %}</p>',
    skip: { '==': [{ var: 'payload.urgent' }, 'payload.text'] },
    actions: [{ url: '{{env.SHOP}}/{{payload.constructor.name}}' }],
  };
  const payload = { order: { id: 7 }, items: [{ name: 'a desk' }], urgent: false };
  expect(usedVariables(controlValues, { payload, subscriber: {} })).toEqual([
    { path: 'env.SHOP' },
    { path: 'payload.constructor.name' },
    { path: 'payload.items[0].name', value: 'a desk' },
    { path: 'payload.order.id', value: 7 },
    { path: 'payload.urgent', value: false },
    { path: 'subscriber.firstName' },
  ]);
});
