import { isCritical, type WorkflowPreferences } from './workflow.schema.js';

const critical: WorkflowPreferences = { all: { enabled: true, readOnly: true }, channels: {} };
const optional: WorkflowPreferences = { all: { enabled: true, readOnly: false }, channels: {} };

describe('a workflow is critical', () => {
  it.each([
    ['F13: says nothing', {}, false],
    ['F3: is read-only by its user layer', { user: critical }, true],
    ['F3: is read-only by its code', { workflow: critical }, true],
    ['F2: user layer above its code, read-only', { user: critical, workflow: optional }, true],
    ['F2: user layer above its code, not read-only', { user: optional, workflow: critical }, false],
  ])('%s', (_rule, preferences, expected) => {
    expect(isCritical({ preferences })).toBe(expected);
  });
});
