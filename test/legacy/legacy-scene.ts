import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLegacyApp } from '../../src/server/legacy-app.js';
import type { ApiResponse, ApiClient } from '../api-client.js';
import { EngineScene } from '../delivery/engine-scene.js';

/** An application of the legacy API, with its secret. */
export interface Application {
  applicationId: string;
  secret: string;
}

/** A notification type of a workflow, and what the test cares about. */
interface TypeFields {
  workflowId: string;
  link?: string;
  bundleSegment?: string;
}

/** The `Authorization` header of an application. */
export function basic({ applicationId, secret }: Application): string {
  return `Basic ${Buffer.from(`${applicationId}:${secret}`).toString('base64')}`;
}

/** The legacy API on a port of its own, beside the main application. */
export class LegacyScene {
  private constructor(
    readonly engine: EngineScene,
    private readonly surface: NestFastifyApplication,
    /** Where the legacy API listens. */
    readonly url: string,
  ) {}

  static async start(options: Parameters<typeof EngineScene.start>[0] = {}): Promise<LegacyScene> {
    const engine = await EngineScene.start(options);
    const surface = await createLegacyApp(engine.carillon.app);
    await surface.listen({ port: 0, host: '127.0.0.1' });
    return new LegacyScene(engine, surface, await surface.getUrl());
  }

  async close(): Promise<void> {
    await this.surface.close();
    await this.engine.close();
  }

  get api(): ApiClient {
    return this.engine.carillon.api;
  }

  async application(): Promise<Application> {
    const { status, body } = await this.api.post('/v1/legacy/applications', { name: 'Shop' });
    expect(status).toBe(201);
    return body.data;
  }

  /** Creates a notification type; returns its identifier. */
  async type({ applicationId }: Application, fields: TypeFields): Promise<string> {
    const identifier = `type-${randomBytes(6).toString('hex')}`;
    const url = `/v1/legacy/applications/${applicationId}/types`;
    const { status, body } = await this.api.post(url, { identifier, text: 'Hello {{name}}', ...fields });
    expect({ status, body: status === 201 ? {} : body }).toEqual({ status: 201, body: {} });
    return identifier;
  }

  /** Sends as this application. */
  send(application: Application, notification: object | string): Promise<ApiResponse> {
    return this.call('POST', '/api/notification', { authorization: basic(application) }, notification);
  }

  get(application: Application, id: string): Promise<ApiResponse> {
    return this.call('GET', `/api/notification/${id}`, { authorization: basic(application) });
  }

  /** A request as it is. A payload that is text goes out as it is, anything else as JSON. */
  async call(
    method: string,
    path: string,
    headers: Record<string, string>,
    payload?: object | string,
  ): Promise<ApiResponse> {
    const json: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' };
    const body = typeof payload === 'object' ? JSON.stringify(payload) : payload;
    const response = await fetch(new URL(path, this.url), { method, headers: { ...json, ...headers }, body });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: Object.fromEntries(response.headers),
    };
  }
}
