import { nameProblem, withChange, withSample } from './samples';

const samples = [
  { name: 'Long order', payload: { items: [1, 2] } },
  { name: 'No items', payload: {} },
];

it.each([
  ['New one', undefined, undefined],
  ['  ', undefined, 'Enter a name'],
  ['x'.repeat(65), undefined, 'Use at most 64 characters'],
  ['default', undefined, 'This name is taken'],
  [' long ORDER ', undefined, 'This name is taken'],
  ['Long Order', 'Long order', undefined],
  ['No items', 'Long order', 'This name is taken'],
])('%j, renamed from %s', (name, former, problem) => {
  expect(nameProblem(name, samples, former)).toBe(problem);
});

it('changes one sample and no other', () => {
  expect(withChange(samples, 'No items', { name: 'Empty' }).map(({ name }) => name)).toEqual(['Long order', 'Empty']);
  expect(withSample(samples, ' Third ', { a: 1 })[2]).toEqual({ name: 'Third', payload: { a: 1 } });
});
