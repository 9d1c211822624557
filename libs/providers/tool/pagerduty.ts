import { baseUrl } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, verdictReader } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ToolProvider } from '../kit/provider.js';
import { keyTarget, titleOf, toolSecrets } from './tool-targets.js';

const MAX_SUMMARY_LENGTH = 1024;

/**
 * PagerDuty, by its Events API: each message triggers an alert, with the first line as its summary. The key is the
 * integration key of a service; the region "eu" is for accounts in Europe. Repetitions are one alert. With
 * `baseUrl` messages are sent to another server that accepts the same events.
 */
export const pagerduty: ToolProvider = {
  ...httpProvider({
    id: 'pagerduty',
    channel: 'tool',
    name: 'PagerDuty',
    documentation: 'https://developer.pagerduty.com/docs/events-api-v2/trigger-events/',
    keys: { optional: ['apiKey', 'region', 'baseUrl'] },
    secrets: toolSecrets,
    request({ key, content }, account) {
      const { key: routing_key, region } = keyTarget(content, account, 'PagerDuty');
      return {
        method: 'POST',
        url: `${baseUrl(account, `https://events.${region.toLowerCase() === 'eu' ? 'eu.' : ''}pagerduty.com`)}/v2/enqueue`,
        ...jsonBody({
          routing_key,
          event_action: 'trigger',
          dedup_key: key,
          payload: {
            summary: titleOf(content.body, MAX_SUMMARY_LENGTH),
            source: 'carillon',
            severity: 'error',
            custom_details: { message: content.body },
          },
        }),
      };
    },
    problem: verdictReader((body) => {
      const { status } = readJson(body);
      return status === undefined || status === 'success'
        ? 'accepted'
        : { refused: refusalText(status, idAt(body, 'message')) };
    }),
    messageId: ({ body }) => idAt(body, 'dedup_key'),
  }),
  ownAddress: 'apiKey',
};
