import { optionalText } from '../kit/account.js';
import { chatProvider } from '../kit/http/http-provider.js';
import { targetSecrets, webhookAddress } from './targets.js';

/** Grafana OnCall: webhook integrations that accept alerts in OnCall's own format. */
export const grafanaOnCall = chatProvider({
  id: 'grafana-on-call',
  name: 'Grafana OnCall',
  documentation: 'https://grafana.com/docs/oncall/latest/configure/integrations/references/webhook/',
  keys: { optional: ['alertUid', 'title', 'imageUrl', 'state', 'externalLink'] },
  secrets: targetSecrets,
  request: ({ content }, account) => ({
    url: webhookAddress(content, 'Grafana OnCall'),
    json: {
      alert_uid: optionalText(account, 'alertUid'),
      title: optionalText(account, 'title'),
      image_url: optionalText(account, 'imageUrl'),
      state: optionalText(account, 'state'),
      link_to_upstream_details: optionalText(account, 'externalLink'),
      message: content.body,
    },
  }),
  // https://grafana.com/docs/oncall/latest/configure/integrations/references/webhook/: the status decides.
  access: () => 'recipient',
});
