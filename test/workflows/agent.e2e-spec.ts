import type { ApiResponse } from '../api-client.js';
import { aWorkflow } from '../builders/workflow.js';
import { startTestApp, type TestApp } from '../test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

async function created(fields?: object) {
  return test.api.workflow(fields);
}

const put = (reference: string, body: object): Promise<ApiResponse> => test.api.put(`/v2/workflows/${reference}`, body);
const patch = (reference: string, body: object): Promise<ApiResponse> =>
  test.api.patch(`/v2/workflows/${reference}`, body);
const read = async (reference: string) => (await test.api.get(`/v2/workflows/${reference}`)).body.data;

/** The body of a replacement, and whatever the test cares about. */
const replacement = (fields: object = {}) => ({ name: 'Replaced', steps: [], preferences: {}, ...fields });

describe('the agent of a workflow, and overrides of its steps', () => {
  const agent = { identifier: 'support', providers: { 'novu-email-agent': { replyTo: 'help@example.com' } } };
  const chat = { name: 'Chat', stepId: 'chat', type: 'chat', controlValues: { body: 'Hi' } };
  const providerOverrides = { slack: { text: 'Shipped', blocks: [{ type: 'divider' }] } };
  const steps = [{ ...chat, providerOverrides }];

  it('are kept, shown with the step, and stay when they are left out', async () => {
    const workflow = await created({ agent, steps });
    expect(workflow).toMatchObject({ agent, steps: [{ providerOverrides }] });
    const step = await test.api.get(`/v2/workflows/${workflow._id}/steps/chat`);
    expect(step.body.data.providerOverrides).toEqual(providerOverrides);
    const replaced = await put(workflow._id, replacement({ steps: [chat] }));
    expect(replaced.body.data).toMatchObject({ agent, steps: [{ providerOverrides }] });
    const patched = await patch(workflow._id, { name: 'Renamed' });
    expect(patched.body.data).toMatchObject({ name: 'Renamed', agent, steps: [{ providerOverrides }] });
  });

  it('are replaced as a whole, and removed with null', async () => {
    const { _id } = await created({ agent, steps });
    const other = { agent: { identifier: 'other' }, steps: [{ ...chat, providerOverrides: { telegram: {} } }] };
    const { data } = (await put(_id, replacement(other))).body;
    expect([data.agent, data.steps[0].providerOverrides]).toEqual([{ identifier: 'other' }, { telegram: {} }]);
    await put(_id, replacement({ agent: null, steps: [{ ...chat, providerOverrides: null }] }));
    const workflow = await read(_id);
    expect(workflow).not.toHaveProperty('agent');
    expect(workflow.steps[0]).not.toHaveProperty('providerOverrides');
  });

  it.each<[string, object, string]>([
    ['an agent that is a text', { agent: 'support' }, 'agent'],
    ['an agent without an identifier', { agent: {} }, 'agent.identifier'],
    ['an identifier that is empty', { agent: { identifier: '' } }, 'agent.identifier'],
    ['an identifier that is too long', { agent: { identifier: 'x'.repeat(257) } }, 'agent.identifier'],
    ['providers that are a list', { agent: { ...agent, providers: [] } }, 'agent.providers'],
    ['providers that are null', { agent: { ...agent, providers: null } }, 'agent.providers'],
    ['a provider that is a text', { agent: { ...agent, providers: { slack: 'x' } } }, 'agent.providers'],
    ['a number to reply to', { agent: { ...agent, providers: { slack: { replyTo: 1 } } } }, 'agent.providers'],
    ['overrides that are a text', { steps: [{ ...chat, providerOverrides: 'x' }] }, 'steps.0.providerOverrides'],
    ['overrides without objects', { steps: [{ ...chat, providerOverrides: { a: 1 } }] }, 'steps.0.providerOverrides'],
    ['overrides of an email', { steps: [{ ...steps[0], type: 'email' }] }, 'steps.0.providerOverrides'],
  ])('422 for %s', async (_what, fields, field) => {
    const { status, body } = await test.api.post('/v2/workflows', aWorkflow(fields));
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
