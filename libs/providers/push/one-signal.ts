import { text } from '../kit/account.js';
import { derivedUuid, type PushProvider, type SendProblem } from '../kit/provider.js';
import { problemOf } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { httpProvider } from '../kit/http/http-provider.js';
import type { HttpResponse } from '../kit/http/http-exchange.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import { overrideFields } from '../kit/http/overrides.js';

/** Fields of a notification that the service documents and that change neither whom it reaches nor when. */
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

/** OneSignal. Devices are named by the ids of their subscriptions. Repetitions are recognized by a key for 30 days. */
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

/** An answer without an id, or with the only subscription among those that are not known, has sent nothing. */
function oneSignalProblem(response: HttpResponse, now: Date): SendProblem | undefined {
  const told = readJson(response.body);
  const problem = problemOf(response, now);
  if (isUnknown(told)) return { ...problem, kind: 'invalid_target' };
  // Somebody who has switched notifications off may switch them on again with the same subscription.
  return told.id === '' ? problem : undefined;
}

function isUnknown(told: unknown): boolean {
  const unknown = at(told, 'errors.invalid_player_ids') ?? at(told, 'errors.invalid_subscription_ids');
  return Array.isArray(unknown) && unknown.length > 0;
}
