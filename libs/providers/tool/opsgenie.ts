import { baseUrl } from '../kit/account.js';
import { cutTo } from '../kit/fit.js';
import { toolProvider } from '../kit/http/http-provider.js';
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
  ...toolProvider({
    id: 'opsgenie',
    name: 'Opsgenie',
    documentation: 'https://docs.opsgenie.com/docs/alert-api#create-alert',
    keys: { optional: ['apiKey', 'region', 'baseUrl'] },
    secrets: toolSecrets,
    request({ key, content }, account) {
      const { key: apiKey, region } = keyTarget(content, account, 'Opsgenie');
      return {
        url: `${baseUrl(account, `https://api.${region.toLowerCase() === 'eu' ? 'eu.' : ''}opsgenie.com`)}/v2/alerts`,
        json: {
          message: titleOf(content.body, MAX_MESSAGE_LENGTH),
          alias: key,
          description: cutTo(content.body, { max: MAX_DESCRIPTION_LENGTH, unit: 'characters' }),
          source: 'carillon',
        },
        headers: { authorization: `GenieKey ${apiKey}` },
      };
    },
    // https://docs.opsgenie.com/docs/response#section-response-codes: the status decides; 422 is an invalid message.
    access: ({ target }) => (target ? 'recipient' : 'account'),
    messageId: 'requestId',
  }),
  ownAddress: 'apiKey',
};
