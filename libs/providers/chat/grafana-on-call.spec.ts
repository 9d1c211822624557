import { conforms } from '../testing/conformance.js';
import { grafanaOnCall } from './grafana-on-call.js';

const url = 'https://oncall.example.com/integrations/v1/formatted_webhook/m12xmIjOcgwH74UF8CN4dk0Dh/';

conforms(grafanaOnCall, {
  malformed: 'sent',
  account: {
    alertUid: '08d6891a-835c-e661-39fa-96b6a9e26552',
    title: 'The whole system is down',
    imageUrl: 'https://example.com/cat.jpg',
    state: 'alerting',
    externalLink: 'https://example.com/grafana',
  },
  content: { channel: 'chat', target: { kind: 'webhook', url }, body: 'Smth happened' },
  request: {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      alert_uid: '08d6891a-835c-e661-39fa-96b6a9e26552',
      title: 'The whole system is down',
      image_url: 'https://example.com/cat.jpg',
      state: 'alerting',
      link_to_upstream_details: 'https://example.com/grafana',
      message: 'Smth happened',
    }),
  },
  accepted: { status: 200, body: 'Ok.' },
  refused: { status: 403, body: 'Integration key was not found. Permission denied.' },
  secrets: [url],
});
