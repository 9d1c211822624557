import { baseUrl } from '../kit/account.js';
import { toolProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import type { ToolProvider } from '../kit/provider.js';
import { keyTarget, titleOf, toolSecrets } from './tool-targets.js';

const MAX_SUMMARY_LENGTH = 1024;

/**
 * PagerDuty, by its Events API: each message triggers an alert, with the first line as its summary. The key is the
 * integration key of a service; the region "eu" is for accounts in Europe. Repetitions are one alert. With
 * `baseUrl` messages are sent to another server that accepts the same events.
 */
export const pagerduty: ToolProvider = {
  ...toolProvider({
    id: 'pagerduty',
    name: 'PagerDuty',
    documentation: 'https://developer.pagerduty.com/docs/events-api-v2/trigger-events/',
    keys: { optional: ['apiKey', 'region', 'baseUrl'] },
    secrets: toolSecrets,
    request({ key, content }, account) {
      const { key: routing_key, region } = keyTarget(content, account, 'PagerDuty');
      return {
        url: `${baseUrl(account, `https://events.${region.toLowerCase() === 'eu' ? 'eu.' : ''}pagerduty.com`)}/v2/enqueue`,
        json: {
          routing_key,
          event_action: 'trigger',
          dedup_key: key,
          payload: {
            summary: titleOf(content.body, MAX_SUMMARY_LENGTH),
            source: 'carillon',
            severity: 'error',
            custom_details: { message: content.body },
          },
        },
      };
    },
    // https://developer.pagerduty.com/docs/events-api-overview#response-codes--retry-logic: 202, or a status; 400 names the field.
    access: ({ target }) => (target ? 'recipient' : 'account'),
    verdict: judged('status', { good: ['success'] }, 'status', 'message'),
    messageId: 'dedup_key',
    optionalId: true,
  }),
  ownAddress: 'apiKey',
};
