import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Environment } from '../../src/auth/environment.schema.js';
import type { TestApp } from '../test-app.js';

/** Stores an environment of another organization. */
export async function aForeignEnvironment({ app }: TestApp): Promise<Environment> {
  const unique = new Types.ObjectId().toHexString();
  const created = await app.get<Model<Environment>>(getModelToken(Environment.name)).create({
    organizationId: new Types.ObjectId(),
    name: 'Foreign',
    identifier: `foreign-${unique}`,
    apiKeys: [{ sealedKey: 'x', hash: unique, userId: new Types.ObjectId() }],
  });
  return created.toObject();
}
