import { text } from '../kit/account.js';
import { derivedUuid, type PushProvider, type SendProblem } from '../kit/provider.js';
import { problemOf } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { httpProvider } from '../kit/http/http-provider.js';
import type { HttpResponse } from '../kit/http/http-exchange.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import { overrideFields } from '../kit/http/overrides.js';

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
export const oneSignal: PushProvider = httpProvider({
  id: 'one-signal',
  channel: 'push',
  name: 'OneSignal',
  documentation: 'https://documentation.onesignal.com/reference/push-notification',
  keys: { needed: ['applicationId', 'apiKey'] },
  request({ key, content: { token, title, body, data }, overrides }, account) {
    return {
      method: 'POST',
      url: 'https://api.onesignal.com/notifications?c=push',
      ...jsonBody(
        {
          app_id: text(account, 'applicationId'),
          include_subscription_ids: [token],
          headings: { en: title },
          contents: { en: body },
          data,
          ...overrideFields(overrides, FIELDS),
          idempotency_key: derivedUuid(key, token),
        },
        { authorization: `Key ${text(account, 'apiKey')}` },
      ),
    };
  },
  messageId: ({ body }) => idAt(body, 'id'),
  problem: oneSignalProblem,
});

/** Nothing was sent when the response has no id, or lists the only subscription as unknown. */
function oneSignalProblem(response: HttpResponse, now: Date): SendProblem | undefined {
  const result = readJson(response.body);
  const problem = problemOf(response, now);
  if (isUnknown(result)) return { ...problem, kind: 'invalid_target' };
  // A user who has turned notifications off may turn them on again with the same subscription.
  return result.id === '' ? problem : undefined;
}

function isUnknown(result: unknown): boolean {
  const unknown = at(result, 'errors.invalid_player_ids') ?? at(result, 'errors.invalid_subscription_ids');
  return Array.isArray(unknown) && unknown.length > 0;
}
