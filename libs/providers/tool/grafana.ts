import { toolProvider } from '../kit/http/http-provider.js';
import type { ToolProvider } from '../kit/provider.js';
import { titleOf, toolSecrets, urlTarget } from './tool-targets.js';

const MAX_TITLE_LENGTH = 250;

/**
 * Grafana IRM and OnCall: each message is an alert, posted to an integration of the type "Formatted Webhook". With a
 * token, that of a service account is also sent. Repetitions have the same `alert_uid`. It returns no id of the
 * message.
 */
export const grafana: ToolProvider = {
  ...toolProvider({
    id: 'grafana',
    name: 'Grafana',
    documentation: 'https://grafana.com/docs/oncall/latest/configure/integrations/references/webhook/',
    keys: { optional: ['webhookUrl', 'token'] },
    secrets: toolSecrets,
    request({ key, content }, account) {
      const { url, token } = urlTarget(content, account, 'Grafana', 'token');
      return {
        url,
        json: {
          alert_uid: key,
          title: titleOf(content.body, MAX_TITLE_LENGTH),
          message: content.body,
          state: 'alerting',
        },
        ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      };
    },
    // https://grafana.com/docs/oncall/latest/configure/integrations/references/webhook/: the status decides.
    access: ({ target }) => (target ? 'recipient' : 'account'),
  }),
  ownAddress: 'webhookUrl',
};
