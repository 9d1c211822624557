import { isIdentifier, nameSlug } from '../platform/ids/identifiers.js';
import { assignStepIds, workflowIdCandidates } from './identifiers.js';

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
