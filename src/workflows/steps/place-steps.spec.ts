import { Types } from 'mongoose';
import type { WorkflowStep } from '../workflow.schema.js';
import { placeSteps, repeatedStep } from './place-steps.js';

const step = (stepId: string): WorkflowStep => ({
  _id: new Types.ObjectId(),
  stepId,
  name: `Step ${stepId}`,
  type: 'in_app',
  controlValues: {},
});
const [a, b] = [step('a'), step('b')];
const request = (fields: object) => ({ name: 'New name', type: 'in_app' as const, ...fields });
const idOf = ({ _id }: WorkflowStep) => _id.toHexString();

describe('steps of a request in place of others', () => {
  it.each<[string, object, WorkflowStep | undefined, string]>([
    ['named by _id keep it, and the step id', { _id: idOf(a) }, a, 'a'],
    ['named by _id in capitals', { _id: idOf(a).toUpperCase() }, a, 'a'],
    ['named by _id may take another step id', { _id: idOf(a), stepId: 'c' }, a, 'c'],
    ['named by step id keep the _id', { stepId: 'b' }, b, 'b'],
    ['with an unknown _id are looked for by step id', { _id: '6925a1f0c0ffee0123456789', stepId: 'b' }, b, 'b'],
    ['with neither are new', {}, undefined, 'new-name'],
    ['with an unknown step id are new', { stepId: 'c' }, undefined, 'c'],
  ])('%s', (_rule, fields, expected, stepId) => {
    const placed = placeSteps([request(fields)], [a, b]);
    expect(placed).toMatchObject([{ name: 'New name', stepId }]);
    const [id] = placed.map(idOf);
    expect([a, b].find((known) => idOf(known) === id)).toBe(expected);
  });

  it('never change the same step twice: the internal id goes first', () => {
    const placed = placeSteps([request({ stepId: 'a' }), request({ _id: idOf(a), stepId: 'c' })], [a, b]);
    const [first, second] = placed.map(idOf);
    expect([first === idOf(a), second === idOf(a)]).toEqual([false, true]);
  });

  it('have the order of the request', () => {
    expect(placeSteps([request({ stepId: 'b' }), request({ stepId: 'a' })], [a, b]).map(({ _id }) => _id)).toEqual([
      b._id,
      a._id,
    ]);
  });
});

describe('steps with the same id', () => {
  it.each<[string, object[], string | undefined]>([
    ['none', [{}, {}, { stepId: 'c' }, { _id: idOf(a) }], undefined],
    ['a step id given twice', [{ stepId: 'c' }, { stepId: 'd' }, { stepId: 'd' }], 'd'],
    ['an _id given twice', [{ _id: idOf(a) }, { _id: idOf(a), stepId: 'c' }], idOf(a)],
    ['a step id that another keeps', [{ _id: idOf(a) }, { stepId: 'a' }], 'a'],
    ['a step id that another leaves', [{ _id: idOf(a), stepId: 'c' }, { stepId: 'a' }], undefined],
  ])('%s', (_what, requests, expected) => {
    expect(repeatedStep(requests.map(request), [a, b])).toBe(expected);
  });
});
