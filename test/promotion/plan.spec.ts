import { DefinitionSet, type Resource } from '../../src/promotion/definition.js';
import { planPublish, type Selected } from '../../src/promotion/publish/plan.js';
import {
  aLayoutResource as layout,
  anEmailStepDefinition,
  aWorkflowResource as workflow,
} from '../builders/definition.js';

function planned(source: DefinitionSet, target: DefinitionSet, selection?: Selected[]): string[] {
  return planPublish(source, target, selection).map((step) => {
    const needs = 'needs' in step && step.needs.length > 0 ? ` (needs ${step.needs.join(', ')})` : '';
    return `${step.action} ${step.kind} ${step.id}${needs}`;
  });
}

const mail = (id: string, layoutId?: string | null): Resource =>
  workflow(id, { steps: [anEmailStepDefinition('mail', { controlValues: { subject: '', layoutId } })] });

describe('a publication', () => {
  it('of everything takes layouts first, the default one before others, and leaves what only the target has', () => {
    const source = new DefinitionSet([workflow('w'), layout('a'), layout('brand')], 'brand');
    const target = new DefinitionSet([workflow('own'), layout('ours')]);
    expect(planned(source, target)).toEqual([
      'create layout brand',
      'create layout a',
      'skip layout ours',
      'create workflow w',
      'skip workflow own',
    ]);
  });

  it('saves nothing that is equal', () => {
    const source = new DefinitionSet([workflow('same'), workflow('new'), layout('l')]);
    const target = new DefinitionSet([workflow('same'), workflow('new', { name: 'Old' }), layout('l')]);
    expect(planned(source, target)).toEqual(['skip layout l', 'skip workflow same', 'update workflow new']);
  });

  it('of a workflow takes along the layout that the target lacks', () => {
    const source = new DefinitionSet([mail('w', 'brand'), workflow('other'), layout('brand'), layout('other')]);
    expect(planned(source, new DefinitionSet([]), [{ kind: 'workflow', id: 'w' }])).toEqual([
      'create layout brand',
      'create workflow w (needs brand)',
    ]);
  });

  it('of a workflow leaves a layout as it is that the target has', () => {
    const source = new DefinitionSet([mail('w', 'brand'), layout('brand')]);
    const target = new DefinitionSet([layout('brand', { name: 'Older' })]);
    expect(planned(source, target, [{ kind: 'workflow', id: 'w' }])).toEqual(['create workflow w']);
  });

  it('deletes what is named and only in the target, workflows before the layouts they use', () => {
    const target = new DefinitionSet([layout('brand'), mail('w', 'brand')]);
    const selection = [{ id: 'brand' }, { id: 'w' }];
    expect(planned(new DefinitionSet([]), target, selection)).toEqual(['delete workflow w', 'delete layout brand']);
  });

  it.each<[string, Selected, string[]]>([
    ['a kind', { kind: 'layout', id: 'same' }, ['create layout same']],
    ['an identifier alone', { id: 'same' }, ['create layout same', 'create workflow same']],
    ['what neither has', { kind: 'layout', id: 'nowhere' }, ['fail layout nowhere']],
    ['an identifier that neither has', { id: 'nowhere' }, ['fail workflow nowhere']],
  ])('of %s', (_case, selected, expected) => {
    const source = new DefinitionSet([workflow('same'), layout('same')]);
    expect(planned(source, new DefinitionSet([]), [selected])).toEqual(expected);
  });

  it('of nothing does nothing, and of the same twice does it once', () => {
    const source = new DefinitionSet([workflow('w')]);
    expect(planned(source, new DefinitionSet([]), [])).toEqual([]);
    expect(planned(source, new DefinitionSet([]), [{ id: 'w' }, { kind: 'workflow', id: 'w' }])).toEqual([
      'create workflow w',
    ]);
  });
});
