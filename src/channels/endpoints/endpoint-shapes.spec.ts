import { ENDPOINT_TYPES, type EndpointType, readEndpoint } from './endpoint-shapes.js';

/** A complete address of each type. */
const COMPLETE: Record<EndpointType, Record<string, unknown>> = {
  slack_channel: { channelId: 'C1' },
  slack_user: { userId: 'U1' },
  webhook: { url: 'https://example.com/hook', channel: 'general' },
  phone: { phoneNumber: '+4915112345678' },
  ms_teams_channel: { teamId: 't', channelId: 'c' },
  ms_teams_user: { userId: 'u' },
  telegram_chat: { chatId: '42' },
  webex_room: { roomId: 'r', parentId: 'p' },
  webex_person: { personEmail: 'ada@example.com' },
  line_user: { userId: 'u' },
  pagerduty_service: { routingKey: 'k', region: 'eu' },
  opsgenie_integration: { apiKey: 'k', region: 'us' },
  grafana_oncall_integration: { url: 'http://example.com', authToken: 't' },
  tool_webhook: { url: 'https://example.com', headers: { 'x-key': '1' }, method: 'PUT' },
};

it.each(ENDPOINT_TYPES)('reads a complete address, and no other fields: %s', (type) => {
  expect(readEndpoint(type, { ...COMPLETE[type], other: 'dropped' })).toEqual(COMPLETE[type]);
});

it.each<[EndpointType, object, string]>([
  ...ENDPOINT_TYPES.filter((type) => type !== 'webex_person').map((type): [EndpointType, object, string] => [
    type,
    {},
    `endpoint.${Object.keys(COMPLETE[type])[0]}`,
  ]),
  ['slack_user', { userId: '' }, 'endpoint.userId'],
  ['slack_user', { userId: null }, 'endpoint.userId'],
  ['slack_user', { userId: 42 }, 'endpoint.userId'],
  ['slack_user', { userId: ''.padEnd(2049, 'x') }, 'endpoint.userId'],
  ['ms_teams_channel', { teamId: 't' }, 'endpoint.channelId'],
  ['webhook', { url: 'ftp://example.com' }, 'endpoint.url'],
  ['webhook', { url: 'https://' }, 'endpoint.url'],
  ['webhook', { url: 'https://example.com', channel: null }, 'endpoint.channel'],
  ['phone', { phoneNumber: '0151 12345678' }, 'endpoint.phoneNumber'],
  ['pagerduty_service', { routingKey: 'k', region: 'asia' }, 'endpoint.region'],
  ['tool_webhook', { url: 'https://example.com', method: 'GET' }, 'endpoint.method'],
  ['tool_webhook', { url: 'https://example.com', headers: [] }, 'endpoint.headers'],
  ['webex_person', {}, 'endpoint'],
  ['webex_person', { personId: 'p', personEmail: 'ada@example.com' }, 'endpoint'],
])('refuses %s %j', (type, endpoint, field) => {
  expect(() => readEndpoint(type, endpoint as Record<string, unknown>)).toThrow(
    expect.objectContaining({
      errors: expect.objectContaining({ [field]: { messages: [expect.any(String)] } }),
    }),
  );
});
