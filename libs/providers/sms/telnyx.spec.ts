import { conforms } from '../testing/conformance.js';
import { telnyx } from './telnyx.js';

conforms(telnyx, {
  account: {
    apiKey: 'KEY0123456789ABCDEF',
    messageProfileId: '4000eba1-a0c0-4563-9925-b25e842a7cb6',
    from: '+18665552368',
  },
  content: { channel: 'sms', to: '+18665552367', body: 'Grüße' },
  overrides: { _passthrough: { body: { use_profile_webhooks: false } } },
  request: {
    method: 'POST',
    url: 'https://api.telnyx.com/v2/messages',
    headers: { authorization: 'Bearer KEY0123456789ABCDEF', 'content-type': 'application/json' },
    body: JSON.stringify({
      from: '+18665552368',
      to: '+18665552367',
      text: 'Grüße',
      messaging_profile_id: '4000eba1-a0c0-4563-9925-b25e842a7cb6',
      use_profile_webhooks: false,
    }),
  },
  accepted: {
    status: 200,
    body: '{"data":{"record_type":"message","id":"40385f64-5717-4562-b3fc-2c963f66afa6","direction":"outbound"}}',
    id: '40385f64-5717-4562-b3fc-2c963f66afa6',
  },
  refused: { status: 400, body: '{"errors":[{"code":"40310","title":"Invalid \'to\' address"}]}' },
});
