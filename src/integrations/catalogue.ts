import { chatWebhook } from '#libs/providers/chat/chat-webhook.js';
import { discord } from '#libs/providers/chat/discord.js';
import { grafanaOnCall } from '#libs/providers/chat/grafana-on-call.js';
import { line } from '#libs/providers/chat/line.js';
import { mattermost } from '#libs/providers/chat/mattermost.js';
import { msteams } from '#libs/providers/chat/msteams.js';
import { rocketChat } from '#libs/providers/chat/rocket-chat.js';
import { ryver } from '#libs/providers/chat/ryver.js';
import { sendblue } from '#libs/providers/chat/sendblue.js';
import { slack } from '#libs/providers/chat/slack.js';
import { telegram } from '#libs/providers/chat/telegram.js';
import { webexMessaging } from '#libs/providers/chat/webex-messaging.js';
import { whatsappBusiness } from '#libs/providers/chat/whatsapp-business.js';
import { zulip } from '#libs/providers/chat/zulip.js';
import { anypost } from '#libs/providers/email/anypost.js';
import { braze } from '#libs/providers/email/braze.js';
import { emailWebhook } from '#libs/providers/email/email-webhook.js';
import { infobipEmail } from '#libs/providers/email/infobip-email.js';
import { mailersend } from '#libs/providers/email/mailersend.js';
import { mailgun } from '#libs/providers/email/mailgun.js';
import { mailjet } from '#libs/providers/email/mailjet.js';
import { mailtrap } from '#libs/providers/email/mailtrap.js';
import { mandrill } from '#libs/providers/email/mandrill.js';
import { netcore } from '#libs/providers/email/netcore.js';
import { nodemailer } from '#libs/providers/email/nodemailer.js';
import { plunk } from '#libs/providers/email/plunk.js';
import { postmark } from '#libs/providers/email/postmark.js';
import { resend } from '#libs/providers/email/resend.js';
import { sendgrid } from '#libs/providers/email/sendgrid.js';
import { sendinblue } from '#libs/providers/email/sendinblue.js';
import { ses } from '#libs/providers/email/ses.js';
import { emailjs, outlook365 } from '#libs/providers/email/smtp-services.js';
import { sparkpost } from '#libs/providers/email/sparkpost.js';
import type { CredentialKey } from '#libs/providers/kit/account.js';
import { apns } from '#libs/providers/push/apns.js';
import { appio } from '#libs/providers/push/appio.js';
import { expo } from '#libs/providers/push/expo.js';
import { fcm } from '#libs/providers/push/fcm.js';
import { oneSignal } from '#libs/providers/push/one-signal.js';
import { pushWebhook } from '#libs/providers/push/push-webhook.js';
import { pusherBeams } from '#libs/providers/push/pusher-beams.js';
import { pushpad } from '#libs/providers/push/pushpad.js';
import { webPush } from '#libs/providers/push/web-push.js';
import { africasTalking } from '#libs/providers/sms/africas-talking.js';
import { afroMessage } from '#libs/providers/sms/afro-message.js';
import { azureSms } from '#libs/providers/sms/azure-sms.js';
import { bandwidth } from '#libs/providers/sms/bandwidth.js';
import { brevoSms } from '#libs/providers/sms/brevo-sms.js';
import { bulkSms } from '#libs/providers/sms/bulk-sms.js';
import { burstSms } from '#libs/providers/sms/burst-sms.js';
import { clickatell } from '#libs/providers/sms/clickatell.js';
import { clicksend } from '#libs/providers/sms/clicksend.js';
import { cmTelecom } from '#libs/providers/sms/cm-telecom.js';
import { firetext } from '#libs/providers/sms/firetext.js';
import { fortySixElks } from '#libs/providers/sms/forty-six-elks.js';
import { genericSms } from '#libs/providers/sms/generic-sms.js';
import { gupshup } from '#libs/providers/sms/gupshup.js';
import { infobipSms } from '#libs/providers/sms/infobip-sms.js';
import { isendSms } from '#libs/providers/sms/isend-sms.js';
import { isendproSms } from '#libs/providers/sms/isendpro-sms.js';
import { kannel } from '#libs/providers/sms/kannel.js';
import { maqsam } from '#libs/providers/sms/maqsam.js';
import { messagebird } from '#libs/providers/sms/messagebird.js';
import { mobishastra } from '#libs/providers/sms/mobishastra.js';
import { nexmo } from '#libs/providers/sms/nexmo.js';
import { plivo } from '#libs/providers/sms/plivo.js';
import { ringCentral } from '#libs/providers/sms/ring-central.js';
import { ruachSms } from '#libs/providers/sms/ruach-sms.js';
import { sendchamp } from '#libs/providers/sms/sendchamp.js';
import { simpletexting } from '#libs/providers/sms/simpletexting.js';
import { sinch } from '#libs/providers/sms/sinch.js';
import { smsCentral } from '#libs/providers/sms/sms-central.js';
import { sms77 } from '#libs/providers/sms/sms77.js';
import { smsmode } from '#libs/providers/sms/smsmode.js';
import { sns } from '#libs/providers/sms/sns.js';
import { telnyx } from '#libs/providers/sms/telnyx.js';
import { termii } from '#libs/providers/sms/termii.js';
import { twilio } from '#libs/providers/sms/twilio.js';
import { unifonic } from '#libs/providers/sms/unifonic.js';
import { grafana } from '#libs/providers/tool/grafana.js';
import { opsgenie } from '#libs/providers/tool/opsgenie.js';
import { pagerduty } from '#libs/providers/tool/pagerduty.js';
import { toolWebhook } from '#libs/providers/tool/tool-webhook.js';
import { type Channel, CHANNELS } from '#libs/channels.js';

/** The credentials of a provider. Other keys are stored, too: providers add some. */
interface ProviderKeys {
  /** An account cannot send without these. */
  needed?: readonly CredentialKey[];
  optional?: readonly CredentialKey[];
}

/** A service that can be integrated. */
export interface Provider {
  /** Display name, and the default name of an integration. */
  name: string;
  /** Absent when not known: any key is accepted and none is required. */
  keys?: ProviderKeys;
  /** Address of the documentation of its API. */
  documentation?: string;
  /** Why it cannot send, as the end of a sentence; such a provider cannot be integrated. */
  cannotSend?: string;
}

/** Why services of Novu cannot send: they can only be reached from there. */
const HOSTED_ELSEWHERE = "it is a part of Novu's cloud, which other servers do not reach";

/** The providers of one channel by id. */
export type ProviderTable = Readonly<Record<string, Provider>>;

/** Runtimes of agents; they have no channel. */
const AGENT_PROVIDERS: ProviderTable = {
  anthropic: { name: 'Anthropic' },
  'novu-anthropic': { name: 'Carillon Anthropic' },
  'anthropic-aws': { name: 'Anthropic on AWS' },
};

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

/** Providers of email. Those that can send are described where they are implemented. */
export const EMAIL_PROVIDERS: ProviderTable = {
  [anypost.id]: anypost,
  [emailjs.id]: emailjs,
  [mailgun.id]: mailgun,
  [mailjet.id]: mailjet,
  [mandrill.id]: mandrill,
  [nodemailer.id]: nodemailer,
  [postmark.id]: postmark,
  [sendgrid.id]: sendgrid,
  [sendinblue.id]: sendinblue,
  [ses.id]: ses,
  [netcore.id]: netcore,
  [infobipEmail.id]: infobipEmail,
  [resend.id]: resend,
  [plunk.id]: plunk,
  [mailersend.id]: mailersend,
  [mailtrap.id]: mailtrap,
  clickatell: { name: 'Clickatell', cannotSend: 'it publishes no API for email' },
  [outlook365.id]: outlook365,
  'novu-email': { name: 'Carillon Outbox (email)', keys: {} },
  [sparkpost.id]: sparkpost,
  [emailWebhook.id]: emailWebhook,
  [braze.id]: braze,
  'novu-email-agent': { name: 'Carillon Email Agent', cannotSend: HOSTED_ELSEWHERE },
};

/** The inbox, which Carillon serves itself. */
const IN_APP_PROVIDERS: ProviderTable = {
  novu: { name: 'In-app', keys: { optional: ['hmac'] } },
};

/** Providers of push notifications. */
export const PUSH_PROVIDERS: ProviderTable = {
  [fcm.id]: fcm,
  [apns.id]: apns,
  [expo.id]: expo,
  [oneSignal.id]: oneSignal,
  [pushpad.id]: pushpad,
  [pushWebhook.id]: pushWebhook,
  [pusherBeams.id]: pusherBeams,
  [appio.id]: appio,
  'outbox-push': { name: 'Carillon Outbox (push)', keys: {} },
  [webPush.id]: webPush,
};

/** Providers of text messages. */
export const SMS_PROVIDERS: ProviderTable = {
  [clickatell.id]: clickatell,
  [nexmo.id]: nexmo,
  [plivo.id]: plivo,
  [sms77.id]: sms77,
  [smsCentral.id]: smsCentral,
  [sns.id]: sns,
  [telnyx.id]: telnyx,
  [twilio.id]: twilio,
  [gupshup.id]: gupshup,
  [firetext.id]: firetext,
  [infobipSms.id]: infobipSms,
  [burstSms.id]: burstSms,
  [bulkSms.id]: bulkSms,
  [isendSms.id]: isendSms,
  [fortySixElks.id]: fortySixElks,
  [kannel.id]: kannel,
  [maqsam.id]: maqsam,
  [termii.id]: termii,
  [africasTalking.id]: africasTalking,
  'novu-sms': { name: 'Carillon Outbox (SMS)', keys: {} },
  [sendchamp.id]: sendchamp,
  [genericSms.id]: genericSms,
  [clicksend.id]: clicksend,
  [bandwidth.id]: bandwidth,
  [messagebird.id]: messagebird,
  [simpletexting.id]: simpletexting,
  [azureSms.id]: azureSms,
  [ringCentral.id]: ringCentral,
  [brevoSms.id]: brevoSms,
  'eazy-sms': {
    name: 'Eazy SMS',
    keys: { needed: ['apiKey', 'channelId'] },
    cannotSend: 'its public documentation does not settle how a text message is written',
  },
  [mobishastra.id]: mobishastra,
  [afroMessage.id]: afroMessage,
  [unifonic.id]: unifonic,
  [smsmode.id]: smsmode,
  imedia: { name: 'iMedia', cannotSend: 'it publishes no description of its API' },
  [sinch.id]: sinch,
  [isendproSms.id]: isendproSms,
  [cmTelecom.id]: cmTelecom,
  [ruachSms.id]: ruachSms,
};

/** Services that receive incidents and the like. */
const TOOL_PROVIDERS: ProviderTable = {
  [pagerduty.id]: pagerduty,
  [opsgenie.id]: opsgenie,
  [grafana.id]: grafana,
  [toolWebhook.id]: toolWebhook,
};

/** Every provider that can be integrated, by channel. Agents have none. */
export const PROVIDERS: Readonly<Record<Channel | 'agent', ProviderTable>> = {
  in_app: IN_APP_PROVIDERS,
  email: EMAIL_PROVIDERS,
  sms: SMS_PROVIDERS,
  chat: CHAT_PROVIDERS,
  push: PUSH_PROVIDERS,
  tool: TOOL_PROVIDERS,
  agent: AGENT_PROVIDERS,
};

/** Returns the provider with an id in a channel, or among the agents when there is no channel. */
export function findProvider(channel: Channel | undefined, providerId: string): Provider | undefined {
  const providers = PROVIDERS[channel ?? 'agent'];
  return Object.hasOwn(providers, providerId) ? providers[providerId] : undefined;
}

/** Returns the channels with a provider of this id: none, one, or for a few providers two. */
export function channelsOf(providerId: string): Channel[] {
  return CHANNELS.filter((channel) => findProvider(channel, providerId) !== undefined);
}
