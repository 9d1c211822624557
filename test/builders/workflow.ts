import { randomBytes } from 'node:crypto';

/** An in-app step of a create request, and whatever the test cares about. */
export function anInAppStep<Fields extends object>(fields?: Fields) {
  return { name: 'In-app step', type: 'in_app' as const, controlValues: { body: 'Hello' }, ...(fields as Fields) };
}

/** The body of a create request: active, an identifier of its own, one in-app step. */
export function aWorkflow<Fields extends object>(fields?: Fields) {
  const workflowId = `workflow-${randomBytes(6).toString('hex')}`;
  return { name: 'Order shipped', workflowId, active: true, steps: [anInAppStep()], ...(fields as Fields) };
}
