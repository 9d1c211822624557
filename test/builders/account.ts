import { randomBytes } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Environment } from '../../src/auth/environment.schema.js';
import { User } from '../../src/auth/organizations/organization.schema.js';
import { Account } from '../../src/auth/people/account.schema.js';
import { hashSessionToken, PersonSession } from '../../src/auth/people/person-session.schema.js';
import type { Role } from '../../src/auth/permissions.js';
import type { TestApp } from '../test-app.js';

/** A person of a test. */
interface NewAccount {
  email?: string;
  /** In the organization. Default: owner. */
  role?: Role | 'none';
  /** Roles that differ, by internal id of the environment. */
  environmentRoles?: Record<string, Role | 'none'>;
  /** Default: that of the first start. */
  organizationId?: Types.ObjectId;
}

/** Stores a person who has signed in. Returns the token of the session, for `Authorization: Bearer`, and the id. */
export async function createAccount(
  { app }: Pick<TestApp, 'app'>,
  { email, role = 'owner', environmentRoles = {}, organizationId }: NewAccount = {},
): Promise<{ id: string; token: string }> {
  const model = <T>(name: string): Model<T> => app.get<Model<T>>(getModelToken(name), { strict: false });
  const first = await model<Environment>(Environment.name).findOne().sort({ _id: 1 }).lean();
  const _id = new Types.ObjectId();
  const name = email ?? `${_id.toHexString()}@example.com`;
  const of = organizationId ?? first!.organizationId;
  const roles = Object.entries(environmentRoles);
  await model<User>(User.name).create({ _id, organizationId: of, name });
  await model<Account>(Account.name).create({
    _id,
    organizationId: of,
    email: name,
    role,
    environmentRoles: roles.map(([id, one]) => ({ environmentId: new Types.ObjectId(id), role: one })),
  });
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  await model<PersonSession>(PersonSession.name).create({
    organizationId: of,
    accountId: _id,
    tokenHash: hashSessionToken(token),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
  return { id: _id.toHexString(), token };
}

/** The headers of a person's request in an environment, named by its id, identifier or name. */
export function asPerson(token: string, environment?: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, ...(environment && { 'carillon-environment': environment }) };
}
