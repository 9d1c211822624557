import { baseUrl } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ToolProvider } from '../kit/provider.js';
import { keyTarget, titleOf, toolSecrets } from './tool-targets.js';

const MAX_MESSAGE_LENGTH = 130;
const MAX_DESCRIPTION_LENGTH = 15_000;

/**
 * Opsgenie: each message creates an alert, with the first line as its title. The key is that of an API integration; the
 * region "eu" is for accounts in Europe. Repetitions are one alert as long as it is open. Its successor in Jira Service
 * Management has the `baseUrl` https://api.atlassian.com/jsm/ops/integration.
 */
export const opsgenie: ToolProvider = {
  ...httpProvider({
    id: 'opsgenie',
    channel: 'tool',
    name: 'Opsgenie',
    documentation: 'https://docs.opsgenie.com/docs/alert-api#create-alert',
    keys: { optional: ['apiKey', 'region', 'baseUrl'] },
    secrets: toolSecrets,
    request({ key, content }, account) {
      const { key: apiKey, region } = keyTarget(content, account, 'Opsgenie');
      return {
        method: 'POST',
        url: `${baseUrl(account, `https://api.${region.toLowerCase() === 'eu' ? 'eu.' : ''}opsgenie.com`)}/v2/alerts`,
        ...jsonBody(
          {
            message: titleOf(content.body, MAX_MESSAGE_LENGTH),
            alias: key,
            description: content.body.slice(0, MAX_DESCRIPTION_LENGTH),
            source: 'carillon',
          },
          { authorization: `GenieKey ${apiKey}` },
        ),
      };
    },
    messageId: ({ body }) => idAt(body, 'requestId'),
  }),
  ownAddress: 'apiKey',
};
