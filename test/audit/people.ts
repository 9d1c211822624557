import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { Types } from 'mongoose';
import { hashSessionToken } from '../../src/auth/people/person-session.schema.js';
import type { Role } from '../../src/auth/permissions.js';
import { Clock } from '../../src/platform/clock.js';
import { ApiClient, type ApiRequest } from '../api-client.js';
import type { TestApp } from '../test-app.js';

/** A person who has signed in, with a role in the organization and others in some environments. */
export interface SignedIn {
  id: string;
  email: string;
  /** Calls the API as this person, in an environment. */
  in(environmentId: string): ApiClient;
  /** The response to a GET as it is sent. */
  raw(environmentId: string, url: string): Promise<LightMyRequestResponse>;
}

/** Stores a person with a session. */
export async function aPerson(
  test: TestApp,
  role: Role | 'none',
  environmentRoles: { environmentId: Types.ObjectId; role: Role | 'none' }[] = [],
): Promise<SignedIn> {
  const { organizationId } = (await test.connection.collection('environments').findOne())!;
  const _id = new Types.ObjectId();
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const now = test.app.get(Clock).now();
  await test.connection
    .collection('accounts')
    .insertOne({ _id, organizationId, email, role, environmentRoles, createdAt: now, updatedAt: now });
  await test.connection.collection('users').insertOne({ _id, organizationId, name: email });
  const token = randomBytes(32).toString('base64url');
  await test.connection.collection('person_sessions').insertOne({
    organizationId,
    accountId: _id,
    tokenHash: hashSessionToken(token),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
  const fastify = test.app.getHttpAdapter().getInstance();
  const send = (environmentId: string, request: ApiRequest) => {
    const own = { authorization: `Bearer ${token}`, 'carillon-environment': environmentId };
    return fastify.inject({ ...request, headers: { ...request.headers, ...own } });
  };
  return {
    id: _id.toHexString(),
    email,
    in: (environmentId) => new ApiClient((request) => send(environmentId, request)),
    raw: (environmentId, url) => send(environmentId, { method: 'GET', url }),
  };
}
