import type { SmsProvider } from '../kit/provider.js';
import { africasTalking } from './africas-talking/africas-talking.provider.js';
import { afroMessage } from './afro-message.js';
import { azureSms } from './azure-sms/azure-sms.provider.js';
import { bandwidth } from './bandwidth/bandwidth.provider.js';
import { brevoSms } from './brevo-sms/brevo-sms.provider.js';
import { bulkSms } from './bulk-sms/bulk-sms.provider.js';
import { burstSms } from './burst-sms/burst-sms.provider.js';
import { clickatell } from './clickatell/clickatell.provider.js';
import { clicksend } from './clicksend/clicksend.provider.js';
import { cmTelecom } from './cm-telecom/cm-telecom.provider.js';
import { firetext } from './firetext/firetext.provider.js';
import { fortySixElks } from './forty-six-elks/forty-six-elks.provider.js';
import { genericSms } from './generic-sms/generic-sms.provider.js';
import { gupshup } from './gupshup/gupshup.provider.js';
import { infobipSms } from './infobip-sms/infobip-sms.provider.js';
import { isendSms } from './isend-sms.js';
import { isendproSms } from './isendpro-sms.js';
import { kannel } from './kannel/kannel.provider.js';
import { maqsam } from './maqsam.js';
import { messagebird } from './messagebird/messagebird.provider.js';
import { mobishastra } from './mobishastra.js';
import { nexmo } from './nexmo/nexmo.provider.js';
import { plivo } from './plivo/plivo.provider.js';
import { ringCentral } from './ring-central/ring-central.provider.js';
import { ruachSms } from './ruach-sms.js';
import { sendchamp } from './sendchamp.js';
import { simpletexting } from './simpletexting/simpletexting.provider.js';
import { sinch } from './sinch/sinch.provider.js';
import { smsCentral } from './sms-central.js';
import { sms77 } from './sms77/sms77.provider.js';
import { smsmode } from './smsmode/smsmode.provider.js';
import { sns } from './sns/sns.provider.js';
import { telnyx } from './telnyx/telnyx.provider.js';
import { termii } from './termii/termii.provider.js';
import { twilio } from './twilio/twilio.provider.js';
import { unifonic } from './unifonic/unifonic.provider.js';

/** The services that text messages can be sent with. */
export const SMS_ADAPTERS: readonly SmsProvider[] = [
  africasTalking,
  afroMessage,
  azureSms,
  bandwidth,
  brevoSms,
  bulkSms,
  burstSms,
  clickatell,
  clicksend,
  cmTelecom,
  firetext,
  fortySixElks,
  genericSms,
  gupshup,
  infobipSms,
  isendproSms,
  isendSms,
  kannel,
  maqsam,
  messagebird,
  mobishastra,
  nexmo,
  plivo,
  ringCentral,
  ruachSms,
  sendchamp,
  simpletexting,
  sinch,
  sms77,
  smsCentral,
  smsmode,
  sns,
  telnyx,
  termii,
  twilio,
  unifonic,
];
