import type { ChatProvider } from '../kit/provider.js';
import { chatWebhook } from './chat-webhook/chat-webhook.provider.js';
import { discord } from './discord/discord.provider.js';
import { grafanaOnCall } from './grafana-on-call/grafana-on-call.provider.js';
import { line } from './line/line.provider.js';
import { mattermost } from './mattermost/mattermost.provider.js';
import { msteams } from './msteams/msteams.provider.js';
import { rocketChat } from './rocket-chat/rocket-chat.provider.js';
import { ryver } from './ryver.js';
import { sendblue } from './sendblue.js';
import { slack } from './slack/slack.provider.js';
import { telegram } from './telegram/telegram.provider.js';
import { webexMessaging } from './webex-messaging/webex-messaging.provider.js';
import { whatsappBusiness } from './whatsapp-business/whatsapp-business.provider.js';
import { zulip } from './zulip/zulip.provider.js';

/** The services that chat messages are sent with. */
export const CHAT_ADAPTERS: readonly ChatProvider[] = [
  slack,
  discord,
  msteams,
  webexMessaging,
  mattermost,
  zulip,
  grafanaOnCall,
  rocketChat,
  whatsappBusiness,
  line,
  chatWebhook,
  telegram,
  ryver,
  sendblue,
];
