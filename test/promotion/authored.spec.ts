import { LayoutSchema } from '../../src/layouts/layout.schema.js';
import { WorkflowSchema } from '../../src/workflows/workflow.schema.js';
import { aLayoutDefinition, anEmailStepDefinition, aWorkflowDefinition } from '../builders/definition.js';

/** What belongs to one environment, or follows from the rest. */
const NOT_AUTHORED = {
  workflow: [
    '_id',
    'environmentId',
    'organizationId',
    'nameKey',
    'version',
    'broken',
    'lastPublished',
    'lastTriggeredAt',
    'updatedById',
    'release',
    // Workflows in code are left out (behaviour CF11).
    'external',
    // An archived workflow comes as one that is not active (behaviour P12).
    'archived',
  ],
  step: ['_id', 'issues', 'controlSchema'],
  layout: ['_id', 'environmentId', 'organizationId', 'nameKey', 'version', 'isDefault', 'updatedById'],
  dates: ['createdAt', 'updatedAt'],
};

describe('a definition', () => {
  const workflow = aWorkflowDefinition('w', {
    description: '',
    payloadSchema: {},
    strictVariables: true,
    kind: 'subscription',
    category: null,
    quietHours: 'hold',
    expiresIn: { amount: 1, unit: 'days' },
    agent: { identifier: 'a' },
    samples: [{ name: 'Empty', payload: {} }],
  });

  // A new field of a schema must be carried along, or listed above: otherwise publishing would lose it.
  it.each<[string, string[], object, string[]]>([
    ['workflow', Object.keys(WorkflowSchema.paths), workflow, [...NOT_AUTHORED.workflow, ...NOT_AUTHORED.dates]],
    ['step', stepPaths(), anEmailStepDefinition('s', { inCode: true, providerOverrides: {} }), NOT_AUTHORED.step],
    [
      'layout',
      Object.keys(LayoutSchema.paths),
      aLayoutDefinition('l'),
      [...NOT_AUTHORED.layout, ...NOT_AUTHORED.dates],
    ],
  ])('of a %s has every field that its author writes', (_kind, stored, definition, notAuthored) => {
    const authored = stored.filter((field) => !notAuthored.includes(field));
    const carried = Object.keys(definition).filter((field) => field !== 'translations');
    expect(authored.toSorted()).toEqual(carried.toSorted());
  });
});

function stepPaths(): string[] {
  const { schema } = WorkflowSchema.path('steps') as unknown as { schema: typeof WorkflowSchema };
  return Object.keys(schema.paths);
}
