import type { ApiResponse, ApiClient } from '../api-client.js';
import { aForeignEnvironment } from '../builders/foreign-environment.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** Development and Production, and the ways from one to the other. */
export class PromotionScene {
  private constructor(
    readonly carillon: TestApp,
    /** Internal ids. */
    readonly development: string,
    readonly production: string,
    readonly foreign: string,
  ) {}

  static async start(options: Parameters<typeof startTestApp>[0] = {}): Promise<PromotionScene> {
    const carillon = await startTestApp(options);
    const { body } = await carillon.api.get('/v1/environments');
    const idOf = (name: string): string => body.data.find((one: { name: string }) => one.name === name)._id;
    const { _id: foreign } = await aForeignEnvironment(carillon);
    return new PromotionScene(carillon, idOf('Development'), idOf('Production'), foreign.toHexString());
  }

  close(): Promise<void> {
    return this.carillon.close();
  }

  /** From now on other keys may write to Production, too. */
  async openProduction(): Promise<void> {
    expectSuccess(await this.otherApi.put(`/v1/environments/${this.production}`, { protected: false }));
  }

  /** Deletes all definitions. */
  async empty(): Promise<void> {
    for (const name of ['workflows', 'workflowreleases', 'layouts', 'translations']) {
      await this.carillon.connection.collection(name).deleteMany({});
    }
  }

  get api(): ApiClient {
    return this.carillon.api;
  }

  get otherApi(): ApiClient {
    return this.carillon.otherApi;
  }

  /** Creates a workflow in Development; returns its identifier. */
  async workflow(fields: object = {}): Promise<string> {
    return (await this.api.workflow(fields)).workflowId;
  }

  /** Creates a layout with a body. */
  async layout(layoutId: string, body = '<main>{{content}}</main>', api = this.api): Promise<void> {
    expectSuccess(await api.post('/v2/layouts', { layoutId, name: `Layout ${layoutId}` }));
    await this.changeLayout(layoutId, body, api);
  }

  async changeLayout(layoutId: string, body: string, api = this.api): Promise<void> {
    const controlValues = { email: { body, editorType: 'html' } };
    expectSuccess(await api.put(`/v2/layouts/${layoutId}`, { name: `Layout ${layoutId}`, controlValues }));
  }

  async translation(resourceType: string, resourceId: string, locale: string, content: object): Promise<void> {
    expectSuccess(await this.api.post('/v2/translations', { resourceType, resourceId, locale, content }));
  }

  diff(request: object = {}, target = this.production): Promise<ApiResponse> {
    return this.api.post(`/v2/environments/${target}/diff`, request);
  }

  /** With the key of Production: no other may write there. */
  publish(request: object = {}, target = this.production): Promise<ApiResponse> {
    return this.otherApi.post(`/v2/environments/${target}/publish`, request);
  }

  /** From Development, which may write to Production only when that is not protected. */
  sync(workflowId: string, targetEnvironmentId: unknown = this.production): Promise<ApiResponse> {
    return this.api.put(`/v2/workflows/${workflowId}/sync`, { targetEnvironmentId });
  }

  /** The definitions of an environment. */
  async definitions(environment: string) {
    return expectSuccess(await this.api.get(`/v2/environments/${environment}/definitions`));
  }

  /** The stored documents of a collection in an environment, by identifier. */
  async stored(collection: 'workflows' | 'layouts', environment: string) {
    const documents = await this.carillon.connection.collection(collection).find().sort({ _id: 1 }).toArray();
    return documents.filter(({ environmentId }) => String(environmentId) === environment);
  }

  /** The resources of a diff as lines: action, kind and identifier. */
  async differences(request: object = {}): Promise<string[]> {
    const { resources } = expectSuccess(await this.diff(request));
    return resources.map((one: DiffLine) => `${one.changes[0]?.action} ${one.changes[0]?.kind} ${sideOf(one).id}`);
  }

  /** What became of the resources of a publication as lines, in no particular order. */
  outcomes(response: ApiResponse): string[] {
    const { results } = expectSuccess(response);
    return results
      .flatMap(({ successful, failed, skipped }: Lists) => [
        ...successful.map(({ action, kind, resourceId }) => `${action} ${kind} ${resourceId}`),
        ...failed.map(({ error, kind, resourceId }) => `failed ${kind} ${resourceId}: ${error}`),
        ...skipped.map(({ reason, kind, resourceId }) => `skipped ${kind} ${resourceId}: ${reason}`),
      ])
      .toSorted();
  }
}

interface DiffLine {
  sourceResource: { id: string } | null;
  targetResource: { id: string } | null;
  changes: { action: string; kind: string }[];
}

type Lists = Record<'successful' | 'failed' | 'skipped', Record<string, string>[]>;

function sideOf({ sourceResource, targetResource }: DiffLine): { id: string } {
  return (sourceResource ?? targetResource)!;
}

/** The `data` of a response that must be a success. */
export function expectSuccess({ status, body }: ApiResponse) {
  expect({ status, body: status < 300 ? {} : body }).toEqual({ status: expect.any(Number), body: {} });
  return body.data;
}
