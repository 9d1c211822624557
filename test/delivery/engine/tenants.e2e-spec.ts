import { Tenant } from '../../../src/contexts/tenants/tenant.schema.js';
import { delay, EngineScene, HOUR, inApp } from '../engine-scene.js';
import { RenderingScene } from './rendering-scene.js';

describe('tenants', () => {
  let scene: EngineScene;
  let rendering: RenderingScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
    rendering = new RenderingScene(scene);
    await rendering.tenant('acme', { name: 'Acme', data: { plan: 'pro' } });
    await rendering.tenant('bare');
  });

  afterAll(() => scene.close());

  const template = '{{tenant.identifier}}/{{tenant.name}}/{{tenant.data.plan}}';

  it('T9: one that exists is accepted, one that does not is answered and nothing is queued', async () => {
    const name = await scene.workflow([inApp(template)]);
    const answer = (tenant: unknown) => scene.carillon.api.trigger(name, { to: scene.newId(), tenant });
    expect(await answer('acme')).toMatchObject({ acknowledged: true, status: 'processed' });
    for (const tenant of ['nobody', { identifier: 'nobody', name: 'New' }, 'ACME']) {
      expect(await answer(tenant)).toEqual({ acknowledged: true, status: 'no_tenant_found' });
    }
    expect(await scene.model(Tenant).countDocuments()).toBe(2);
    const { workflowId } = await scene.carillon.otherApi.workflow();
    const trigger = await scene.carillon.otherApi.trigger(workflowId, { tenant: 'acme' });
    expect(trigger.status).toBe('no_tenant_found');
  });

  it.each([
    ['by identifier', 'acme', 'acme/Acme/pro'],
    ['as an object', { identifier: 'acme' }, 'acme/Acme/pro'],
    ['with a name and data for this event', { identifier: 'acme', name: 'A', data: { plan: 'x' } }, 'acme/A/x'],
    ['that has neither', 'bare', 'bare//'],
    ['not at all', undefined, '//'],
  ])('L1: templates read a tenant that is named %s', async (_case, tenant, expected) => {
    const name = await scene.workflow([inApp(template)]);
    const fields = { to: scene.newId(), tenant };
    const transactionId = await scene.trigger(name, fields);
    await scene.settled(transactionId);
    expect(await scene.bodies(transactionId)).toEqual([expected]);
    const { body } = await scene.carillon.api.post('/v1/events/simulate', { name, ...fields });
    expect(body.data.recipients[0].steps[0].content[0].body).toBe(expected);
    expect((await scene.model(Tenant).findOne({ identifier: 'acme' }).lean())!.name).toBe('Acme');
  });

  it('X8: conditions see it', async () => {
    const steps = [inApp('a', { skip: { '==': [{ var: 'tenant.data.plan' }, 'pro'] } })];
    expect(await scene.tell(steps, { tenant: 'acme' })).toEqual(['completed: delivered']);
    expect(await scene.tell(steps, { tenant: 'bare' })).toEqual(['skipped: condition_false']);
  });

  it('L1: after a wait, as it is by then; one that was deleted has its identifier', async () => {
    await rendering.tenant('late', { name: 'Early' });
    const name = await scene.workflow([
      inApp(template),
      delay(1, 'hours'),
      inApp(template),
      delay(1, 'hours'),
      inApp(template),
    ]);
    const transactionId = await scene.trigger(name, { tenant: 'late' });
    await scene.settled(transactionId);
    await scene.model(Tenant).updateOne({ identifier: 'late' }, { name: 'Late' });
    await scene.later(HOUR);
    await scene.model(Tenant).deleteOne({ identifier: 'late' });
    await scene.later(HOUR);
    expect(await scene.bodies(transactionId)).toEqual(['late/Early/', 'late/Late/', 'late//']);
  });

  it.each([
    ['a name that is no text', { identifier: 'acme', name: 1 }, 'tenant.name'],
    ['data that is no object', { identifier: 'acme', data: [] }, 'tenant.data'],
    ['data that is too large', { identifier: 'acme', data: { a: 'x'.repeat(65_536) } }, 'tenant.data'],
  ])('T9: %s is 422', async (_case, tenant, field) => {
    const name = await scene.workflow([inApp('a')]);
    const { status, body } = await scene.carillon.api.post('/v1/events/trigger', { name, to: 'a', tenant });
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
  });
});
