import { africasTalking } from '#libs/providers/sms/africas-talking/africas-talking.provider.js';
import { afroMessage } from '#libs/providers/sms/afro-message.js';
import { azureSms } from '#libs/providers/sms/azure-sms/azure-sms.provider.js';
import { bandwidth } from '#libs/providers/sms/bandwidth/bandwidth.provider.js';
import { brevoSms } from '#libs/providers/sms/brevo-sms/brevo-sms.provider.js';
import { bulkSms } from '#libs/providers/sms/bulk-sms/bulk-sms.provider.js';
import { burstSms } from '#libs/providers/sms/burst-sms/burst-sms.provider.js';
import { clickatell } from '#libs/providers/sms/clickatell/clickatell.provider.js';
import { clicksend } from '#libs/providers/sms/clicksend/clicksend.provider.js';
import { cmTelecom } from '#libs/providers/sms/cm-telecom/cm-telecom.provider.js';
import { firetext } from '#libs/providers/sms/firetext/firetext.provider.js';
import { fortySixElks } from '#libs/providers/sms/forty-six-elks/forty-six-elks.provider.js';
import { genericSms } from '#libs/providers/sms/generic-sms/generic-sms.provider.js';
import { gupshup } from '#libs/providers/sms/gupshup/gupshup.provider.js';
import { infobipSms } from '#libs/providers/sms/infobip-sms/infobip-sms.provider.js';
import { isendSms } from '#libs/providers/sms/isend-sms.js';
import { isendproSms } from '#libs/providers/sms/isendpro-sms.js';
import { kannel } from '#libs/providers/sms/kannel/kannel.provider.js';
import { maqsam } from '#libs/providers/sms/maqsam.js';
import { messagebird } from '#libs/providers/sms/messagebird/messagebird.provider.js';
import { mobishastra } from '#libs/providers/sms/mobishastra.js';
import { nexmo } from '#libs/providers/sms/nexmo/nexmo.provider.js';
import { plivo } from '#libs/providers/sms/plivo/plivo.provider.js';
import { ringCentral } from '#libs/providers/sms/ring-central/ring-central.provider.js';
import { ruachSms } from '#libs/providers/sms/ruach-sms.js';
import { sendchamp } from '#libs/providers/sms/sendchamp.js';
import { simpletexting } from '#libs/providers/sms/simpletexting/simpletexting.provider.js';
import { sinch } from '#libs/providers/sms/sinch/sinch.provider.js';
import { smsCentral } from '#libs/providers/sms/sms-central.js';
import { sms77 } from '#libs/providers/sms/sms77/sms77.provider.js';
import { smsmode } from '#libs/providers/sms/smsmode/smsmode.provider.js';
import { sns } from '#libs/providers/sms/sns/sns.provider.js';
import { telnyx } from '#libs/providers/sms/telnyx/telnyx.provider.js';
import { termii } from '#libs/providers/sms/termii/termii.provider.js';
import { twilio } from '#libs/providers/sms/twilio/twilio.provider.js';
import { unifonic } from '#libs/providers/sms/unifonic/unifonic.provider.js';
import type { ProviderTable } from './provider.js';

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
