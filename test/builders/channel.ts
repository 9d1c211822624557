import { randomBytes } from 'node:crypto';

const random = (): string => randomBytes(6).toString('hex');

/** A Slack app with every credential that it needs. */
export function aSlackIntegration<Fields extends object>(fields?: Fields) {
  return {
    providerId: 'slack',
    channel: 'chat' as const,
    identifier: `slack-${random()}`,
    credentials: { applicationId: 'A1', clientId: 'client-1', secretKey: 'slack-secret' },
    active: true,
    ...(fields as Fields),
  };
}

/** A Telegram bot. */
export function aTelegramIntegration<Fields extends object>(fields?: Fields) {
  return {
    providerId: 'telegram',
    channel: 'chat' as const,
    identifier: `telegram-${random()}`,
    credentials: { apiToken: '42:bot-secret' },
    active: true,
    ...(fields as Fields),
  };
}

/** The body that creates a connection: of which integration and whose, the test says. */
export function aConnection<Fields extends object>(fields: Fields) {
  return {
    identifier: `connection-${random()}`,
    workspace: { id: 'T1', name: 'Acme', botUserId: 'U1' },
    auth: { accessToken: 'xoxb-very-secret' },
    ...fields,
  };
}

/** The body that creates an endpoint: of which integration and whose, the test says. */
export function anEndpoint<Fields extends object>(fields: Fields) {
  return {
    identifier: `endpoint-${random()}`,
    type: 'slack_user' as const,
    endpoint: { userId: 'U-very-secret' },
    ...fields,
  };
}
