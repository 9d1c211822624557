import { chatWebhook } from '#libs/providers/chat/chat-webhook/chat-webhook.provider.js';
import { discord } from '#libs/providers/chat/discord/discord.provider.js';
import { grafanaOnCall } from '#libs/providers/chat/grafana-on-call/grafana-on-call.provider.js';
import { line } from '#libs/providers/chat/line/line.provider.js';
import { mattermost } from '#libs/providers/chat/mattermost/mattermost.provider.js';
import { msteams } from '#libs/providers/chat/msteams/msteams.provider.js';
import { rocketChat } from '#libs/providers/chat/rocket-chat/rocket-chat.provider.js';
import { ryver } from '#libs/providers/chat/ryver.js';
import { sendblue } from '#libs/providers/chat/sendblue.js';
import { slack } from '#libs/providers/chat/slack/slack.provider.js';
import { telegram } from '#libs/providers/chat/telegram/telegram.provider.js';
import { webexMessaging } from '#libs/providers/chat/webex-messaging/webex-messaging.provider.js';
import { whatsappBusiness } from '#libs/providers/chat/whatsapp-business/whatsapp-business.provider.js';
import { zulip } from '#libs/providers/chat/zulip/zulip.provider.js';
import { HOSTED_ELSEWHERE, type ProviderTable } from './provider.js';

/** Providers of chat messages. */
export const CHAT_PROVIDERS: ProviderTable = {
  [slack.id]: slack,
  [discord.id]: discord,
  [msteams.id]: msteams,
  [webexMessaging.id]: webexMessaging,
  [mattermost.id]: mattermost,
  [ryver.id]: ryver,
  [zulip.id]: zulip,
  [grafanaOnCall.id]: grafanaOnCall,
  getstream: {
    name: 'Stream',
    keys: { needed: ['apiKey'] },
    cannotSend: 'its messages go to channels of an app, which no address of a subscriber names',
  },
  [rocketChat.id]: rocketChat,
  [whatsappBusiness.id]: whatsappBusiness,
  [line.id]: line,
  [chatWebhook.id]: chatWebhook,
  'novu-slack': { name: 'Carillon Slack', cannotSend: HOSTED_ELSEWHERE },
  [telegram.id]: telegram,
  [sendblue.id]: sendblue,
  'novu-web-chat': { name: 'Carillon Web Chat', cannotSend: HOSTED_ELSEWHERE },
  'outbox-chat': { name: 'Carillon Outbox (chat)', keys: {} },
};
