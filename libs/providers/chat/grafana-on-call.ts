import { optionalText } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ChatProvider } from '../kit/provider.js';
import { targetSecrets, webhookAddress } from './targets.js';

/** Grafana OnCall: webhook integrations that accept alerts in OnCall's own format. */
export const grafanaOnCall: ChatProvider = httpProvider({
  id: 'grafana-on-call',
  channel: 'chat',
  name: 'Grafana OnCall',
  documentation: 'https://grafana.com/docs/oncall/latest/configure/integrations/references/webhook/',
  keys: { optional: ['alertUid', 'title', 'imageUrl', 'state', 'externalLink'] },
  secrets: targetSecrets,
  request: ({ content }, account) => ({
    method: 'POST',
    url: webhookAddress(content, 'Grafana OnCall'),
    ...jsonBody({
      alert_uid: optionalText(account, 'alertUid'),
      title: optionalText(account, 'title'),
      image_url: optionalText(account, 'imageUrl'),
      state: optionalText(account, 'state'),
      link_to_upstream_details: optionalText(account, 'externalLink'),
      message: content.body,
    }),
  }),
});
