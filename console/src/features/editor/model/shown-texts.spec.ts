import { wordsOf } from './shown-texts';

const SAMPLES = {
  subscriber: { firstName: 'Ada' },
  payload: { product: 'Acme' },
  t: {
    title: 'Welcome, {{subscriber.firstName | default: "friend"}}!',
    condition: 'Hi{% if subscriber.firstName %}, {{ subscriber.firstName }}{% else %} there{% endif %}!',
    unknown: 'From {{payload.shop.name}}',
    mail: { intro: 'Thank you for joining {{payload.product}}.' },
    empty: '',
  },
};

it.each([
  ['t.title', 'Welcome, Ada!'],
  ['t.mail.intro', 'Thank you for joining Acme.'],
  ['t.condition', 'Hi, Ada!'],
  ['t.unknown', 'From payload.shop.name'],
  ['t.empty', undefined],
  ['t.missing', undefined],
  ['t.mail', undefined],
])('BL21: %s reads %p', (key, words) => {
  expect(wordsOf(key, SAMPLES)).toBe(words);
});
