import { randomBytes } from 'node:crypto';

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
