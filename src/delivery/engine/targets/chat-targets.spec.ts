import { ENDPOINT_TYPES, type EndpointType } from '../../../channels/endpoints/endpoint-shapes.js';
import { endpointTarget } from './chat-targets.js';

const TARGETS: Record<EndpointType, [object, object | undefined]> = {
  slack_channel: [{ channelId: 'C1' }, { kind: 'channel', id: 'C1', token: 't' }],
  slack_user: [{ userId: 'U1' }, { kind: 'user', id: 'U1', token: 't' }],
  webhook: [
    { url: 'https://example.com/a', channel: 'c' },
    { kind: 'webhook', url: 'https://example.com/a', channel: 'c' },
  ],
  phone: [{ phoneNumber: '+491' }, { kind: 'phone', number: '+491' }],
  ms_teams_channel: [
    { teamId: 'T', channelId: '19:c' },
    { kind: 'channel', id: '19:c', team: 'T', token: 't' },
  ],
  ms_teams_user: [{ userId: '29:u' }, { kind: 'user', id: '29:u', token: 't' }],
  telegram_chat: [{ chatId: '4711' }, { kind: 'channel', id: '4711', token: 't' }],
  webex_room: [
    { roomId: 'R', parentId: 'P' },
    { kind: 'channel', id: 'R', token: 't' },
  ],
  webex_person: [{ personEmail: 'a@example.com' }, { kind: 'user', id: 'a@example.com', token: 't' }],
  line_user: [{ userId: 'U2' }, { kind: 'user', id: 'U2', token: 't' }],
  pagerduty_service: [{ routingKey: 'k', region: 'us' }, undefined],
  opsgenie_integration: [{ apiKey: 'k', region: 'us' }, undefined],
  grafana_oncall_integration: [
    { url: 'https://example.com/b', authToken: 'x' },
    { kind: 'webhook', url: 'https://example.com/b' },
  ],
  tool_webhook: [{ url: 'https://example.com/c', method: 'PUT' }, undefined],
};

describe('K1: a chat message to an endpoint', () => {
  it.each(ENDPOINT_TYPES)('%s goes where the endpoint says', (type) => {
    const [endpoint, target] = TARGETS[type];
    expect(endpointTarget(type, { ...endpoint }, 't')).toEqual(target);
  });

  it('without a connection has no token', () => {
    expect(endpointTarget('slack_user', { userId: 'U1' })).toEqual({ kind: 'user', id: 'U1' });
    expect(endpointTarget('webex_person', { personId: 'P1' })).toEqual({ kind: 'user', id: 'P1' });
    expect(endpointTarget('webhook', { url: 'https://example.com' })).toEqual({
      kind: 'webhook',
      url: 'https://example.com',
    });
  });
});
