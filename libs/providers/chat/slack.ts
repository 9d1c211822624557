import { chatProvider } from '../kit/http/http-provider.js';
import { refusalText, judged } from '../kit/http/read-response.js';
import { readJson } from '../kit/json.js';
import type { ChatProvider } from '../kit/provider.js';
import { escapeSlack } from './escape.js';
import { byTarget, connectionToken, targetSecrets, webhookAddress, webhookChannel, wrongTarget } from './targets.js';

const ENTRY = {
  id: 'slack',
  name: 'Slack',
  keys: { needed: ['applicationId', 'clientId', 'secretKey'], optional: ['redirectUrl', 'hmac', 'signingSecret'] },
  secrets: targetSecrets,
  escape: escapeSlack,
  // Longer texts are cut by Slack: https://docs.slack.dev/changelog/2018-truncating-really-long-messages
  limits: { body: { max: 40_000, unit: 'characters' } },
} as const;

/** Incoming webhooks. */
export const slackWebhook = chatProvider({
  ...ENTRY,
  documentation: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  request: ({ content }) => ({
    url: webhookAddress(content, 'Slack'),
    json: { channel: webhookChannel(content), text: content.body },
  }),
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors. The address of a webhook is
  // the recipient's, and so are its channel and its rights.
  code: ({ body }) => readJson(body).error ?? body.trim(),
  faults: {
    recipient: [
      'user_not_found channel_not_found channel_is_archived action_prohibited no_service no_service_id no_team',
      'team_disabled invalid_token invalid_auth posting_to_general_channel_denied no_active_hooks',
    ],
    content: 'invalid_payload invalid_blocks invalid_blocks_format no_text msg_too_long too_many_attachments',
    passing: 'rollup_error ratelimited rate_limited',
  },
  access: () => 'recipient',
  verdict(body) {
    const { ok, error } = readJson(body);
    if (body.trim() === 'ok' || ok === true) return 'accepted';
    return ok === false ? { refused: refusalText(error) } : 'unknown';
  },
});

const bot = chatProvider({
  ...ENTRY,
  documentation: 'https://docs.slack.dev/reference/methods/chat.postMessage',
  request({ content: { target, body } }) {
    if (target.kind !== 'channel' && target.kind !== 'user') throw wrongTarget('Slack', 'channels and people', target);
    return {
      url: 'https://slack.com/api/chat.postMessage',
      json: { channel: target.id, text: body },
      headers: {
        'content-type': 'application/json; charset=utf-8',
        authorization: `Bearer ${connectionToken(target)}`,
      },
    };
  },
  // https://docs.slack.dev/reference/methods/chat.postMessage#errors, which have status 200
  code: 'error',
  faults: {
    recipient: [
      'channel_not_found is_archived not_in_channel user_not_found user_disabled cannot_dm_bot is_inactive',
      'restricted_action restricted_action_read_only_channel restricted_action_thread_only_channel',
      'messages_tab_disabled channel_is_archived user_not_visible',
    ],
    account: [
      'invalid_auth not_authed account_inactive token_revoked token_expired no_permission missing_scope',
      'not_allowed_token_type ekm_access_denied org_login_required access_denied two_factor_setup_required',
      'enterprise_is_restricted team_access_not_granted deprecated_endpoint method_deprecated',
    ],
    content: [
      'msg_too_long no_text invalid_blocks invalid_blocks_format too_many_attachments invalid_arguments',
      'invalid_arg_name invalid_array_arg invalid_charset invalid_form_data invalid_post_type markdown_text_conflict',
      'duplicate_channel_not_found duplicate_message_not_found metadata_too_large msg_blocks_too_long',
    ],
    passing: [
      'ratelimited rate_limited message_limit_exceeded internal_error fatal_error service_unavailable',
      'request_timeout team_added_to_org',
    ],
  },
  verdict: judged('ok', { good: [true] }),
  // Unique in the channel; the API identifies messages by it.
  messageId: 'ts',
  optionalId: true,
});

/** Slack: incoming webhooks, and channels and users of a workspace that has installed the app. */
export const slack: ChatProvider = byTarget(slackWebhook, bot);
