import { Types } from 'mongoose';
import { isIdentifier, nameSlug } from '../platform/ids.js';
import { archivedAfter, assignStepIds, placeSteps, repeatedStep, workflowIdCandidates } from './definition.js';
import type { WorkflowStep } from './workflow.schema.js';

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

describe('steps of a request matched to stored ones', () => {
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

describe('P12: archived and active', () => {
  const off = { active: false };
  const on = { active: true };
  const archived = { active: false, archived: true };
  it.each<[string, Parameters<typeof archivedAfter>[0], Parameters<typeof archivedAfter>[1], object]>([
    ['a new one', { active: true }, undefined, on],
    ['a new one that is inactive', {}, undefined, off],
    ['another change', {}, on, on],
    ['archiving an active one', { archived: true }, on, archived],
    ['archiving it again', { archived: true }, archived, archived],
    ['archiving it and switching it off', { archived: true, active: false }, on, archived],
    ['another change of an archived one', {}, archived, archived],
    ['switching an archived one off', { active: false }, archived, archived],
    ['restoring it', { archived: false }, archived, off],
    ['restoring one that is not archived', { archived: false }, on, on],
    ['activating an archived one', { active: true }, archived, on],
    ['restoring and activating it', { archived: false, active: true }, archived, on],
  ])('%s', (_what, request, current, expected) => {
    expect(archivedAfter(request, current)).toEqual(expected);
  });

  it('both are refused', () => {
    expect(() => archivedAfter({ active: true, archived: true })).toThrow();
  });
});

describe('name slug', () => {
  it.each([
    ['Order shipped', 'order-shipped'],
    ['  Größe & Farbe! ', 'grosse-and-farbe'],
    ['通知', ''],
    ['🎉', ''],
    ['a'.repeat(63) + ' b', 'a'.repeat(63)],
  ])('of %p is %p', (name, slug) => {
    expect(nameSlug(name)).toBe(slug);
  });

  it('stays short when letters become words', () => {
    expect(nameSlug('∞'.repeat(256)).length).toBeLessThanOrEqual(64);
  });
});

describe('workflow identifier', () => {
  it('is the slug of the name, and when that is taken the same with a random suffix', () => {
    const [first, ...others] = workflowIdCandidates('Order shipped');
    expect(first).toBe('order-shipped');
    expect(new Set(others).size).toBe(4);
    for (const other of others) expect(other).toMatch(/^order-shipped-[0-9a-f]{6}$/);
  });

  it('has a fallback for names without a slug', () => {
    expect(workflowIdCandidates('通知')[0]).toBe('workflow');
  });

  it('never reads as an internal id', () => {
    const candidates = workflowIdCandidates('6925A1F0C0FFEE0123456789');
    expect(candidates.every(isIdentifier)).toBe(true);
    expect(candidates).toHaveLength(4);
  });
});

describe('step ids', () => {
  const idsOf = (steps: { name: string; stepId?: string }[]) => assignStepIds(steps).map(({ stepId }) => stepId);

  it('are the slugs of the names, made unique', () => {
    const steps = [{ name: 'In-App' }, { name: 'in app' }, { name: '通知' }, { name: '通知' }];
    expect(idsOf(steps)).toEqual(['in-app', 'in-app-2', 'step', 'step-2']);
  });

  it('give way to ids that are given, wherever they stand', () => {
    expect(idsOf([{ name: 'First' }, { name: 'Other', stepId: 'first' }])).toEqual(['first-2', 'first']);
  });
});
