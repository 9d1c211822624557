import type { ChatProvider } from '../kit/provider.js';
import { chatWebhook } from './chat-webhook.js';
import { discord } from './discord.js';
import { grafanaOnCall } from './grafana-on-call.js';
import { line } from './line.js';
import { mattermost } from './mattermost.js';
import { msteams } from './msteams/msteams.provider.js';
import { rocketChat } from './rocket-chat.js';
import { ryver } from './ryver.js';
import { sendblue } from './sendblue.js';
import { slack } from './slack.js';
import { telegram } from './telegram.js';
import { webexMessaging } from './webex-messaging.js';
import { whatsappBusiness } from './whatsapp-business.js';
import { zulip } from './zulip.js';

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
