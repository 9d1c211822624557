import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';

/** Credentials with every key that SendGrid needs. */
export const SENDGRID_CREDENTIALS = { apiKey: 'SG.very-secret', from: 'hello@example.com', senderName: 'Example' };

/** The body of a create request: active, email, complete credentials, an identifier of its own. */
export function anEmailIntegration<Fields extends object>(fields?: Fields) {
  return {
    providerId: 'sendgrid',
    channel: 'email' as const,
    identifier: `mail-${randomBytes(6).toString('hex')}`,
    credentials: SENDGRID_CREDENTIALS,
    active: true,
    ...(fields as Fields),
  };
}

/** A condition that one field of the subscriber has one value. */
export function aCondition(field = 'data.plan', value = 'pro') {
  return {
    isNegated: false,
    type: 'GROUP' as const,
    value: 'AND' as const,
    children: [{ on: 'subscriber' as const, field, operator: 'EQUAL' as const, value }],
  };
}

/** Stores an inactive integration that creating refuses today, as an earlier release has accepted it; returns its id. */
export async function keepFromEarlierRelease(
  connection: Connection,
  fields: { channel: string; providerId: string; identifier?: string },
): Promise<string> {
  const environment = await connection.collection('environments').findOne({}, { sort: { _id: 1 } });
  const now = new Date();
  const { insertedId } = await connection.collection('integrations').insertOne({
    organizationId: environment!.organizationId,
    environmentId: environment!._id,
    kind: 'delivery',
    identifier: `old-${randomBytes(6).toString('hex')}`,
    name: 'Old',
    active: false,
    primary: false,
    conditions: [],
    credentials: {},
    createdAt: now,
    updatedAt: now,
    ...fields,
  });
  return insertedId.toHexString();
}
