import { chatWebhook } from './chat/chat-webhook.js';
import { discord } from './chat/discord.js';
import { googleChat } from './chat/google-chat.js';
import { grafanaOnCall } from './chat/grafana-on-call.js';
import { line } from './chat/line.js';
import { mattermost } from './chat/mattermost.js';
import { msteams } from './chat/msteams.js';
import { rocketChat } from './chat/rocket-chat.js';
import { ryver } from './chat/ryver.js';
import { sendblue } from './chat/sendblue.js';
import { slack } from './chat/slack.js';
import { telegram } from './chat/telegram.js';
import { webexMessaging } from './chat/webex-messaging.js';
import { whatsappBusiness } from './chat/whatsapp-business.js';
import { zulip } from './chat/zulip.js';
import { braze } from './email/braze.js';
import { emailWebhook } from './email/email-webhook.js';
import { infobipEmail } from './email/infobip-email.js';
import { mailersend } from './email/mailersend.js';
import { mailgun } from './email/mailgun.js';
import { mailjet } from './email/mailjet.js';
import { mailtrap } from './email/mailtrap.js';
import { mandrill } from './email/mandrill.js';
import { netcore } from './email/netcore.js';
import { nodemailer } from './email/nodemailer.js';
import { plunk } from './email/plunk.js';
import { postmark } from './email/postmark.js';
import { anypost, resend } from './email/resend.js';
import { sendgrid } from './email/sendgrid.js';
import { sendinblue } from './email/sendinblue.js';
import { ses } from './email/ses.js';
import { emailjs, outlook365 } from './email/smtp-services.js';
import { sparkpost } from './email/sparkpost.js';
import type { Content } from './kit/content.js';
import { type Cut, fit } from './kit/fit.js';
import type { ChatProvider, EmailProvider, Provider, PushProvider, SmsProvider, ToolProvider } from './kit/provider.js';
import { apns } from './push/apns.js';
import { appio } from './push/appio.js';
import { expo } from './push/expo.js';
import { fcm } from './push/fcm.js';
import { oneSignal } from './push/one-signal.js';
import { pushWebhook } from './push/push-webhook.js';
import { pusherBeams } from './push/pusher-beams.js';
import { pushpad } from './push/pushpad.js';
import { webPush } from './push/web-push.js';
import { africasTalking } from './sms/africas-talking.js';
import { afroMessage } from './sms/afro-message.js';
import { azureSms } from './sms/azure-sms.js';
import { bandwidth } from './sms/bandwidth.js';
import { brevoSms } from './sms/brevo-sms.js';
import { bulkSms } from './sms/bulk-sms.js';
import { burstSms } from './sms/burst-sms.js';
import { clickatell } from './sms/clickatell.js';
import { clicksend } from './sms/clicksend.js';
import { cmTelecom } from './sms/cm-telecom.js';
import { firetext } from './sms/firetext.js';
import { fortySixElks } from './sms/forty-six-elks.js';
import { genericSms } from './sms/generic-sms.js';
import { gupshup } from './sms/gupshup.js';
import { infobipSms } from './sms/infobip-sms.js';
import { isendSms } from './sms/isend-sms.js';
import { isendproSms } from './sms/isendpro-sms.js';
import { kannel } from './sms/kannel.js';
import { maqsam } from './sms/maqsam.js';
import { messagebird } from './sms/messagebird.js';
import { mobishastra } from './sms/mobishastra.js';
import { nexmo } from './sms/nexmo.js';
import { plivo } from './sms/plivo.js';
import { ringCentral } from './sms/ring-central.js';
import { ruachSms } from './sms/ruach-sms.js';
import { sendchamp } from './sms/sendchamp.js';
import { simpletexting } from './sms/simpletexting.js';
import { sinch } from './sms/sinch.js';
import { smsCentral } from './sms/sms-central.js';
import { sms77 } from './sms/sms77.js';
import { smsmode } from './sms/smsmode.js';
import { sns } from './sms/sns.js';
import { telnyx } from './sms/telnyx.js';
import { termii } from './sms/termii.js';
import { twilio } from './sms/twilio.js';
import { unifonic } from './sms/unifonic.js';
import { grafana } from './tool/grafana.js';
import { opsgenie } from './tool/opsgenie.js';
import { pagerduty } from './tool/pagerduty.js';
import { toolWebhook } from './tool/tool-webhook.js';

/** The chat providers. These lists have the order in which clients show providers. */
export const CHAT_ADAPTERS: readonly ChatProvider[] = [
  slack,
  discord,
  msteams,
  webexMessaging,
  mattermost,
  ryver,
  zulip,
  grafanaOnCall,
  rocketChat,
  whatsappBusiness,
  line,
  chatWebhook,
  telegram,
  sendblue,
  googleChat,
];

/** The push providers. */
export const PUSH_ADAPTERS: readonly PushProvider[] = [
  fcm,
  apns,
  expo,
  oneSignal,
  pushpad,
  pushWebhook,
  pusherBeams,
  appio,
  webPush,
];

/** The SMS providers. */
export const SMS_ADAPTERS: readonly SmsProvider[] = [
  clickatell,
  nexmo,
  plivo,
  sms77,
  smsCentral,
  sns,
  telnyx,
  twilio,
  gupshup,
  firetext,
  infobipSms,
  burstSms,
  bulkSms,
  isendSms,
  fortySixElks,
  kannel,
  maqsam,
  termii,
  africasTalking,
  sendchamp,
  genericSms,
  clicksend,
  bandwidth,
  messagebird,
  simpletexting,
  azureSms,
  ringCentral,
  brevoSms,
  mobishastra,
  afroMessage,
  unifonic,
  smsmode,
  sinch,
  isendproSms,
  cmTelecom,
  ruachSms,
];

/** The email providers. */
export const EMAIL_ADAPTERS: readonly EmailProvider[] = [
  anypost,
  emailjs,
  mailgun,
  mailjet,
  mandrill,
  nodemailer,
  postmark,
  sendgrid,
  sendinblue,
  ses,
  netcore,
  infobipEmail,
  resend,
  plunk,
  mailersend,
  mailtrap,
  outlook365,
  sparkpost,
  emailWebhook,
  braze,
];

/** The tool providers. */
export const TOOL_ADAPTERS: readonly ToolProvider[] = [pagerduty, opsgenie, grafana, toolWebhook];

/** All providers. */
export const ADAPTERS = [
  ...EMAIL_ADAPTERS,
  ...SMS_ADAPTERS,
  ...PUSH_ADAPTERS,
  ...CHAT_ADAPTERS,
  ...TOOL_ADAPTERS,
] as readonly Provider[];

const BY_NAME = new Map(ADAPTERS.map((provider) => [`${provider.channel} ${provider.id}`, provider]));

/** Returns the adapter of a provider for a channel; undefined when there is none. */
export function findAdapter(channel: string, providerId: string): Provider | undefined {
  return BY_NAME.get(`${channel} ${providerId}`);
}

/** Returns a message as the provider sends it, and what it cuts for that. */
export function fitted<C extends Content>(providerId: string, content: C): { content: C; cuts: Cut[] } {
  const provider: (Provider & Pick<ChatProvider, 'webhookLimits'>) | undefined = findAdapter(
    content.channel,
    providerId,
  );
  const isWebhook = content.channel === 'chat' && content.target.kind === 'webhook';
  return fit(content, (isWebhook ? provider?.webhookLimits : undefined) ?? provider?.limits);
}
