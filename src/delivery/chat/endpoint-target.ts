import type { ChatTarget } from '#libs/providers/kit/content.js';
import type { Endpoint, EndpointType } from '../../channels/endpoints/endpoint-shapes.js';

/**
 * Where a chat message to an endpoint goes. Undefined for the addresses of tools, which no chat message goes to. `token`:
 * of the connection that the endpoint is reached through.
 */
export function endpointTarget(type: EndpointType, endpoint: Endpoint, token?: string): ChatTarget | undefined {
  // They have been checked when they were stored.
  const { channelId, userId, teamId, chatId, roomId, personId, personEmail, phoneNumber, url, channel } =
    endpoint as Partial<Record<string, string>>;
  const connected = token === undefined ? {} : { token };
  switch (type) {
    case 'slack_channel':
      return { kind: 'channel', id: channelId!, ...connected };
    case 'ms_teams_channel':
      return { kind: 'channel', id: channelId!, team: teamId!, ...connected };
    case 'telegram_chat':
      return { kind: 'channel', id: chatId!, ...connected };
    case 'webex_room':
      return { kind: 'channel', id: roomId!, ...connected };
    case 'slack_user':
    case 'ms_teams_user':
    case 'line_user':
      return { kind: 'user', id: userId!, ...connected };
    case 'webex_person':
      return { kind: 'user', id: (personId ?? personEmail)!, ...connected };
    case 'phone':
      return { kind: 'phone', number: phoneNumber! };
    case 'webhook':
      return { kind: 'webhook', url: url!, ...(channel !== undefined && { channel }) };
    case 'grafana_oncall_integration':
      return { kind: 'webhook', url: url! };
    case 'pagerduty_service':
    case 'opsgenie_integration':
    case 'tool_webhook':
      return undefined;
  }
}
