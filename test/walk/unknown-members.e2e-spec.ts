import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { buildLegacyOpenApiDocument, createLegacyApp } from '../../src/server/legacy-app.js';
import { buildOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { BODIES } from '../bodies/bodies.js';
import { SESSION_BODIES } from '../bodies/session-bodies.js';
import { signIn } from '../builders/account.js';
import { aSlackIntegration } from '../builders/channel.js';
import { WidgetScene } from '../inbox/widget/widget-scene.js';
import { basic } from '../legacy/legacy-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { Documented, type DocumentedOperation, type Entrance } from './documented.js';
import { type Schema, RandomValues } from './random-values.js';
import { makeThings, takenBy, type Things } from './things.js';

const UNKNOWN = 'zzUnknown';
const NOTED = new RegExp(`${UNKNOWN} (was ignored|is unknown)`);

/** Changes the key or the session of the walk itself. */
const TAKES_OWN_KEY = /^POST \/v1\/environments\/.*api-keys\//;

interface Surface {
  app: NestFastifyApplication;
  document: OpenAPIObject;
  authorization: Partial<Record<Entrance, string>>;
  bodies: Record<string, (things: Things) => object>;
}

/** The places of the objects in a body that may have only the members of their schema. */
function closedPlaces(value: unknown, schema: Schema, document: OpenAPIObject, place: string[] = []): string[][] {
  const alternatives = alternativesOf(schema, document);
  if (Array.isArray(value)) {
    const items = alternatives.find((one) => one.items)?.items;
    return items
      ? value.flatMap((entry, index) => closedPlaces(entry, items, document, [...place, String(index)]))
      : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (alternatives.some(({ additionalProperties }) => additionalProperties !== undefined)) return [];
  const objects = alternatives.filter(({ properties }) => properties);
  if (objects.length === 0) return [];
  const properties = Object.assign({}, ...objects.map((one) => one.properties)) as Record<string, Schema>;
  const inner = Object.entries(value).flatMap(([name, member]) =>
    properties[name] ? closedPlaces(member, properties[name], document, [...place, name]) : [],
  );
  return [place, ...inner];
}

function alternativesOf(schema: Schema, document: OpenAPIObject): Schema[] {
  if (schema.$ref !== undefined) {
    return alternativesOf(document.components!.schemas![schema.$ref.split('/').at(-1)!] as Schema, document);
  }
  const others = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [schema, ...others.flatMap((one) => alternativesOf(one, document))];
}

function withUnknown(body: object, place: readonly string[]): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const object = place.reduce((value, name) => value[name] as Record<string, unknown>, copy);
  object[UNKNOWN] = 1;
  return copy;
}

/** Walks over every operation with a JSON body, and adds a member that nothing knows at each place of it. */
describe('an unknown member of a request', () => {
  let test: TestApp;
  let legacy: NestFastifyApplication;
  let things: Things;
  let surfaces: Surface[];

  beforeAll(async () => {
    test = await startTestApp({
      settings: { OUTBOX: 'on', DELIVER_TO: 'providers', SLACK_URL: 'http://127.0.0.1:9', SEND_TIMEOUT_SECONDS: '1' },
    });
    const scene = await WidgetScene.of(test);
    legacy = await createLegacyApp(test.app);
    await legacy.init();
    await legacy.getHttpAdapter().getInstance().ready();
    const slack = [(await test.api.post('/v1/integrations', aSlackIntegration())).body.data.identifier as string];
    things = { ...(await makeThings(test.api)), slack };
    const application = (await test.api.post('/v1/legacy/applications', { name: 'Shop' })).body.data;
    await test.api.post(`/v1/legacy/applications/${application.applicationId}/types`, {
      identifier: 'order',
      workflowId: things['workflowId']![0],
      text: 'Hello',
    });
    surfaces = [
      {
        app: test.app,
        document: buildOpenApiDocument(test.app),
        authorization: {
          key: `ApiKey ${test.api.apiKey}`,
          person: `Bearer ${(await signIn(test)).token}`,
          session: `Bearer ${(await scene.session(things['subscriberId']![0])).token}`,
        },
        bodies: {
          ...BODIES,
          ...SESSION_BODIES,
          'POST /v1/inbox/session': () => ({
            applicationIdentifier: scene.development.identifier,
            subscriber: { subscriberId: 'ada' },
          }),
        },
      },
      {
        app: legacy,
        document: buildLegacyOpenApiDocument(legacy),
        authorization: { basic: basic(application) },
        bodies: { 'POST /api/notification': () => ({ type: 'order', externalId: 'u-1', metadata: { name: 'Ada' } }) },
      },
    ];
  });

  afterAll(async () => {
    await legacy.close();
    await test.close();
  });

  async function send(surface: Surface, operation: DocumentedOperation, payload: object) {
    const url = operation.path.replaceAll(/:(\w+)/g, (_match, parameter: string) => {
      const taken = takenBy(operation, parameter);
      const name = taken && ('word' in taken ? taken.word : things[taken.kind]?.[0]);
      return encodeURIComponent(name ?? 'x');
    });
    const authorization = surface.authorization[operation.entrance];
    return surface.app
      .getHttpAdapter()
      .getInstance()
      .inject({ method: operation.method, url, payload, ...(authorization && { headers: { authorization } }) });
  }

  it('WR1, WR2: has a warning, or is 422, at every operation and in every object of its body', async () => {
    const silent: string[] = [];
    let noted = 0;
    for (const surface of surfaces) {
      const values = new RandomValues(1, surface.document);
      for (const operation of new Documented(surface.document).operations) {
        const schema = operation.body['application/json'];
        if (!schema || TAKES_OWN_KEY.test(operation.name)) continue;
        const body = surface.bodies[operation.name]?.(things) ?? (values.valid(schema, () => undefined) as object);
        for (const place of closedPlaces(body, schema, surface.document)) {
          const fresh = surface.bodies[operation.name]?.(things) ?? body;
          const { statusCode, body: response } = await send(surface, operation, withUnknown(fresh, place));
          // Some are refused for another reason, such as a thing that is there already.
          if (NOTED.test(response)) noted += 1;
          else if (statusCode < 300) silent.push(`${operation.name} ${place.join('.')}`);
        }
      }
    }
    expect(silent).toEqual([]);
    expect(noted).toBeGreaterThan(100);
  }, 120_000);
});
