import { DefinitionSet, type Resource } from '../../src/promotion/definition.js';
import { dependenciesOf } from '../../src/promotion/dependencies.js';
import { diffResource } from '../../src/promotion/resource-diff.js';
import {
  aLayoutResource,
  anEmailStepDefinition as step,
  aWorkflowResource as workflow,
} from '../builders/definition.js';

/** The changes in short: what, action, and where a step came from and went. */
function inShort(source: Resource | undefined, target: Resource | undefined): string[] {
  return diffResource(source, target).changes.map((change) => {
    const id = (change.source ?? change.target)?.id;
    const places = [change.previousIndex, change.newIndex].filter((place) => place !== undefined);
    const fields = change.diffs ? Object.keys({ ...change.diffs.previous, ...change.diffs.new }) : [];
    return [change.part, id, change.action, ...places, ...fields].join(' ');
  });
}

describe('the difference of a workflow', () => {
  const steps = [step('a'), step('b'), step('c')];
  const before = workflow('w', { steps });

  it.each<[string, Resource | undefined, Resource | undefined, string[]]>([
    ['is nothing when both are the same', before, workflow('w', { steps }), []],
    [
      'is all of one that the target lacks',
      workflow('w', { steps: [step('a')] }),
      undefined,
      ['workflow w added', 'step a added 0'],
    ],
    [
      'is all of one that the source lacks',
      undefined,
      workflow('w', { steps: [step('a')] }),
      ['workflow w deleted', 'step a deleted 0'],
    ],
    ['names the fields', workflow('w', { steps, name: 'New', tags: ['x'] }), before, ['workflow w modified name tags']],
    [
      'names a field that is gone',
      workflow('w'),
      workflow('w', { description: 'x' }),
      ['workflow w modified description'],
    ],
    [
      'names texts',
      workflow('w', { translations: { de: { a: 'b' } } }),
      workflow('w'),
      ['workflow w modified translations'],
    ],
    ['names an added step', workflow('w', { steps: [step('x'), ...steps] }), before, ['step x added 0']],
    ['names a deleted step', workflow('w', { steps: [step('a'), step('c')] }), before, ['step b deleted 1']],
    ['names a moved step', workflow('w', { steps: [step('c'), step('a'), step('b')] }), before, ['step c moved 2 0']],
    [
      'names a changed step',
      workflow('w', { steps: [step('a'), step('b', { name: 'B' }), step('c')] }),
      before,
      ['step b modified name'],
    ],
    [
      'names a step of another kind',
      workflow('w', { steps: [step('a', { type: 'sms' }), ...steps.slice(1)] }),
      before,
      ['step a modified type'],
    ],
    [
      'names a step that has changed and moved once',
      workflow('w', {
        steps: [step('c', { controlValues: { subject: 'x' } }), step('a'), step('b')],
      }),
      before,
      ['step c modified 2 0 controlValues'],
    ],
    [
      'does not care for the order of keys',
      workflow('w', { payloadSchema: { a: 1, b: { c: 2, d: 3 } } }),
      workflow('w', {
        payloadSchema: { b: { d: 3, c: 2 }, a: 1 },
      }),
      [],
    ],
    [
      'cares for the order of lists',
      workflow('w', { tags: ['a', 'b'] }),
      workflow('w', { tags: ['b', 'a'] }),
      ['workflow w modified tags'],
    ],
  ])('%s', (_rule, source, target, expected) => {
    expect(inShort(source, target)).toEqual(expected);
  });

  it('shows both values of a field, and leaves out one that is missing', () => {
    const [change] = diffResource(
      workflow('w', { name: 'New', payloadSchema: { type: 'object' } }),
      workflow('w', { name: 'Old' }),
    ).changes;
    expect(change!.diffs).toEqual({
      previous: { name: 'Old' },
      new: { name: 'New', payloadSchema: { type: 'object' } },
    });
  });

  it('counts its parts', () => {
    const source = workflow('w', { steps: [step('c'), step('a'), step('x'), step('b', { name: 'B' })] });
    const target = workflow('w', { steps: [...steps, step('d')] });
    expect(diffResource(source, target).summary).toEqual({ added: 1, modified: 2, deleted: 1, unchanged: 2 });
  });
});

describe('the difference of a layout', () => {
  it.each<[string, Resource | undefined, Resource | undefined, string[]]>([
    ['is nothing when both are the same', aLayoutResource('l'), aLayoutResource('l'), []],
    ['names the fields', aLayoutResource('l', { email: undefined }), aLayoutResource('l'), ['layout l modified email']],
    ['is all of one that is new', aLayoutResource('l'), undefined, ['layout l added']],
  ])('%s', (_rule, source, target, expected) => {
    expect(inShort(source, target)).toEqual(expected);
  });
});

describe('the layouts a workflow needs', () => {
  const email = (...layoutIds: unknown[]) =>
    workflow('w', {
      steps: layoutIds.map((layoutId, index) => step(`s${index}`, { controlValues: { subject: '', layoutId } })),
    });
  const brand = aLayoutResource('brand', { name: 'Brand' });
  const needs = { id: 'brand', name: 'Brand' };
  const required = { ...needs, isBlocking: true, reason: 'LAYOUT_REQUIRED_FOR_WORKFLOW' };
  const existing = { ...needs, isBlocking: false, reason: 'LAYOUT_EXISTS_IN_TARGET' };

  it.each<[string, Resource, DefinitionSet, object[]]>([
    ['include one that is named', email('brand'), new DefinitionSet([]), [required]],
    ['include one once', email('brand', 'brand'), new DefinitionSet([]), [required]],
    ['include one that is there', email('brand'), new DefinitionSet([brand]), [existing]],
    ['include the default when the target has none', email(undefined), new DefinitionSet([]), [required]],
    ['leave the default to the target', email(undefined), new DefinitionSet([aLayoutResource('own')], 'own'), []],
    ['are none when none is wanted', email(null), new DefinitionSet([]), []],
    ['leave out one that the source lacks', email('gone'), new DefinitionSet([]), []],
  ])('%s', (_rule, source, target, expected) => {
    expect(dependenciesOf(source, new DefinitionSet([brand, source], 'brand'), target)).toEqual(expected);
  });

  it('are none of a layout', () => {
    expect(dependenciesOf(brand, new DefinitionSet([brand], 'brand'), new DefinitionSet([]))).toEqual([]);
  });
});
