import { aPng } from '../../libs/pictures/testing/files.js';
import type { ApiClient } from '../api-client.js';
import { aForm } from '../builders/form.js';
import { PromotionScene } from './promotion-scene.js';

describe('BR5: the brand is published', () => {
  let scene: PromotionScene;
  let logoUrl: string;
  let width = 0;

  beforeAll(async () => {
    scene = await PromotionScene.start({ settings: { MAX_ASSETS: '3' } });
  });

  beforeEach(async () => {
    for (const api of [scene.api, scene.otherApi]) {
      for (const { id } of (await api.get('/v1/assets')).body.data) await api.delete(`/v1/assets/${id}`);
      await api.put('/v1/brand', {});
    }
    logoUrl = await upload(scene.api);
  });

  afterAll(() => scene.close());

  const upload = async (api: ApiClient): Promise<string> => {
    const form = aForm([['file', 'logo.png', aPng({ width: (width += 1), height: 1 })]], { alt: 'Acme' });
    return (await api.request({ method: 'POST', url: '/v1/assets', ...form })).body.data.url;
  };
  const publish = async (fields: object = {}) => {
    const body = { sourceEnvironmentId: scene.development, resources: [], ...fields };
    return (await scene.otherApi.post(`/v2/environments/${scene.production}/publish`, body)).body.data;
  };
  const brand = async () => (await scene.otherApi.get('/v1/brand')).body.data;
  const opened = (url: string) =>
    scene.carillon.app
      .getHttpAdapter()
      .getInstance()
      .inject({ method: 'GET', url: new URL(url).pathname });

  it('when it is asked for, with its picture, which has an address of the target', async () => {
    await scene.api.put('/v1/brand', { name: 'Acme', color: '#0b6b5c', logoUrl });
    expect(await publish()).not.toHaveProperty('brand');
    expect((await publish({ brand: true, dryRun: true })).brand).toEqual({ action: 'updated', pictures: 1 });
    expect((await brand()).name).toBeUndefined();
    expect((await publish({ brand: true })).brand).toEqual({ action: 'updated', pictures: 1 });
    const there = await brand();
    expect(there).toMatchObject({ name: 'Acme', color: '#0b6b5c' });
    expect(there.logoUrl).not.toBe(logoUrl);
    const [asset] = (await scene.otherApi.get('/v1/assets')).body.data;
    expect(asset).toMatchObject({ name: 'logo.png', alt: 'Acme', url: there.logoUrl });
    const [here, copy] = [await opened(logoUrl), await opened(there.logoUrl)];
    expect([here.statusCode, copy.statusCode]).toEqual([200, 200]);
    expect(copy.rawPayload.equals(here.rawPayload)).toBe(true);
    expect((await publish({ brand: true })).brand).toEqual({ action: 'skipped', pictures: 0 });
  });

  it('with an address elsewhere as it is, and with that of a picture of another environment', async () => {
    for (const address of ['https://acme.example.com/logo.png', await upload(scene.otherApi)]) {
      await scene.api.put('/v1/brand', { name: 'Acme', logoUrl: address });
      expect((await publish({ brand: true })).brand).toEqual({ action: 'updated', pictures: 0 });
      expect(await brand()).toMatchObject({ logoUrl: address });
    }
  });

  it('not where the target has no room for the picture; the rest is', async () => {
    await scene.api.put('/v1/brand', { name: 'Acme', logoUrl });
    await scene.otherApi.put('/v1/brand', { name: 'Before' });
    for (let count = 0; count < 3; count += 1) await upload(scene.otherApi);
    const workflowId = await scene.workflow();
    const result = await publish({ brand: true, resources: [{ resourceType: 'workflow', resourceId: workflowId }] });
    expect(result.brand).toEqual({ action: 'failed', pictures: 0, error: expect.stringMatching(/3 pictures at most/) });
    expect(result.summary).toMatchObject({ successful: 1, failed: 0 });
    expect(await brand()).toMatchObject({ name: 'Before' });
  });
});
