import { randomBytes, scryptSync } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { User } from '../../src/auth/organizations/organization.schema.js';
import { Account, type PasswordHash } from '../../src/auth/people/account.schema.js';
import { hashSessionToken, PersonSession } from '../../src/auth/people/person-session.schema.js';
import type { Role } from '../../src/auth/permissions.js';
import { Clock, DAY_MS, later } from '../../src/platform/clock.js';
import { ApiClient } from '../api-client.js';
import { CHEAP_HASH, type TestApp } from '../test-app.js';

/** Somebody who has signed in. */
export interface SignedIn {
  account: Account;
  /** Of the session: `Authorization: Bearer <token>`. */
  token: string;
  /** Calls the API in this session. */
  api: ApiClient;
}

/** Stores an account, by default an owner's, with the user of the same id. It has no password. */
export async function createAccount({ app, connection }: TestApp, fields: Partial<Account> = {}): Promise<Account> {
  const organization = await connection.collection('organizations').findOne();
  const _id = new Types.ObjectId();
  const organizationId = organization!._id;
  const email = `p-${randomBytes(6).toString('hex')}@example.com`;
  const account = { _id, organizationId, email, role: 'owner' as const, environmentRoles: [], ...fields };
  await app.get<Model<User>>(getModelToken(User.name)).create({ _id, organizationId, name: account.email });
  return (await app.get<Model<Account>>(getModelToken(Account.name)).create(account)).toObject();
}

export const PASSWORD = 'kind-otters-hum';

interface PasswordFields extends Partial<Omit<Account, 'password'>> {
  /** Null for an account without one. */
  password?: string | null;
  /** The stored hash, in place of that of `password`. */
  hash?: PasswordHash;
}

/** As {@link createAccount}, by default an author's, with a password. Its hash is made with as much work as those of the application. */
export function createAccountWithPassword(test: TestApp, fields: PasswordFields = {}): Promise<Account> {
  const { password = PASSWORD, hash = password === null ? undefined : hashOf(password), ...others } = fields;
  return createAccount(test, { role: 'author', ...others, ...(hash && { password: hash }) });
}

const hashes = new Map<string, PasswordHash>();

/** Each password is hashed once. */
function hashOf(password: string): PasswordHash {
  const known = hashes.get(password) ?? hashWith(password, CHEAP_HASH.N);
  hashes.set(password, known);
  return known;
}

/** A hash that was made with this cost. */
export function hashWith(password: string, N: number): PasswordHash {
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { N, r: 8, p: 1, maxmem: 256 * N * 8 });
  return { hash: hash.toString('base64'), salt: salt.toString('base64'), scrypt: { N, r: 8, p: 1 } };
}

/** Starts a session of an account, and returns its token. */
export async function startSession(
  { app }: TestApp,
  { _id: accountId, organizationId }: Pick<Account, '_id' | 'organizationId'>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = app.get(Clock).now();
  await app.get<Model<PersonSession>>(getModelToken(PersonSession.name)).create({
    organizationId,
    accountId,
    tokenHash: hashSessionToken(token),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: later(now, DAY_MS),
  });
  return token;
}

/** Calls the API of an application in a session; `headers` are sent with every request. */
export function apiOf({ app }: TestApp, token: string, headers: Record<string, string> = {}): ApiClient {
  const authorization = `Bearer ${token}`;
  return new ApiClient((request) =>
    app
      .getHttpAdapter()
      .getInstance()
      .inject({ ...request, headers: { authorization, ...headers, ...request.headers } }),
  );
}

/** Stores an account and starts a session of it. */
export async function signIn(test: TestApp, fields: Partial<Account> = {}): Promise<SignedIn> {
  const account = await createAccount(test, fields);
  const token = await startSession(test, account);
  return { account, token, api: apiOf(test, token) };
}

/** Stores a person with these roles, by internal id of the environment where they differ, who has signed in. */
export async function createPerson(
  test: TestApp,
  {
    environmentRoles = {},
    ...fields
  }: Partial<Omit<Account, 'environmentRoles'>> & {
    environmentRoles?: Record<string, Role | 'none'>;
  } = {},
): Promise<{ id: string; token: string }> {
  const roles = Object.entries(environmentRoles);
  const { account, token } = await signIn(test, {
    ...fields,
    environmentRoles: roles.map(([id, role]) => ({ environmentId: new Types.ObjectId(id), role })),
  });
  return { id: account._id.toHexString(), token };
}

/** The headers of a person's request in an environment, named by its id, identifier or name. */
export function asPerson(token: string, environment?: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, ...(environment && { 'carillon-environment': environment }) };
}
