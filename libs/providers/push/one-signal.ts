import { text } from '../kit/account.js';
import { derivedUuid } from '../kit/provider.js';
import type { Verdict } from '../kit/http/read-response.js';
import { at, readJson } from '../kit/json.js';
import { pushProvider } from '../kit/http/http-provider.js';
import { overrideFields } from '../kit/http/overrides.js';
import { secondsLeft } from '../kit/lifetime.js';

/** Documented fields of a notification that change neither its recipients nor its time. */
const FIELDS = [
  'contents',
  'headings',
  'subtitle',
  'name',
  'template_id',
  'custom_data',
  'ios_attachments',
  'big_picture',
  'chrome_web_image',
  'small_icon',
  'large_icon',
  'chrome_web_icon',
  'firefox_icon',
  'chrome_web_badge',
  'android_channel_id',
  'existing_android_channel_id',
  'android_accent_color',
  'android_group',
  'thread_id',
  'priority',
  'ios_interruption_level',
  'ios_relevance_score',
  'ios_sound',
  'ios_badgeType',
  'ios_badgeCount',
  'url',
  'app_url',
  'web_url',
  'buttons',
  'web_buttons',
  'collapse_id',
  'web_push_topic',
  'ttl',
  'content_available',
  'mutable_content',
  'target_content_identifier',
];

/** OneSignal. Devices are identified by subscription id. Repetitions are recognized by a key for 30 days. */
export const oneSignal = pushProvider({
  id: 'one-signal',
  name: 'OneSignal',
  documentation: 'https://documentation.onesignal.com/reference/push-notification',
  keys: { needed: ['applicationId', 'apiKey'] },
  request({ key, content, overrides }, account, world) {
    const { token, title, body, data } = content;
    const ttl = secondsLeft(content, world.now(), { max: 28 * 86_400 });
    return {
      url: 'https://api.onesignal.com/notifications?c=push',
      json: {
        app_id: text(account, 'applicationId'),
        include_subscription_ids: [token],
        headings: { en: title },
        contents: { en: body },
        data,
        ...(ttl !== undefined && { ttl }),
        ...overrideFields(overrides, FIELDS),
        idempotency_key: derivedUuid(key, token),
      },
      headers: { authorization: `Key ${text(account, 'apiKey')}` },
    };
  },
  messageId: 'id',
  // https://documentation.onesignal.com/reference/push-notification#responses. An unknown subscription may as well be one of
  // another app; a user who has turned notifications off may turn them on again with the same subscription.
  faults: {
    recipient: /invalid_(?:player|subscription)_ids|not subscribed|"id":\s*""/i,
    account: [
      /app_id|app not found|access denied|rest api key|disabled|not configured/i,
      /limit (?:reached|exceeded)|upgrade/i,
    ],
  },
  verdict: verdictOf,
  limits: { body: { max: 2000, unit: 'bytes' } },
});

/** Nothing was sent when the response has no id, or lists the only subscription as unknown. */
function verdictOf(body: string): Verdict {
  const { id, errors } = readJson(body);
  const unknown = at(errors, 'invalid_player_ids') ?? at(errors, 'invalid_subscription_ids');
  const isUnknown = Array.isArray(unknown) && unknown.length > 0;
  return id === '' || isUnknown ? { refused: `status 200: ${body.trim()}` } : 'accepted';
}
