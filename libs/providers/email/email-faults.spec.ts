import type { EmailContent } from '../kit/content.js';
import type { Provider } from '../kit/provider.js';
import { EMAIL_ADAPTERS } from '../providers.js';
import { type FaultTableOf, saysWhoActs } from '../testing/fault-tables.js';

const content: EmailContent = {
  channel: 'email',
  to: ['ada@example.com'],
  subject: 'Hi',
  html: '<p>Hi</p>',
  text: 'Hi',
};
const account = { from: 'noreply@example.com', baseUrl: 'https://api.example.com' };
const providerOf = (id: string): Provider<EmailContent> => EMAIL_ADAPTERS.find((one) => one.id === id)!;
const sesError = (type: string) => ({ 'x-amzn-errortype': `${type}:http://internal.amazon.com/` });

/** Mail servers have tests of their own: smtp-faults.spec.ts. */
const BY_SMTP = ['nodemailer', 'emailjs', 'outlook365'];

/** Each row: status and body as the page has them, and who has to act. */
const TABLES: Readonly<Record<string, FaultTableOf<EmailContent>['refusals']>> = {
  sendgrid: {
    'https://www.twilio.com/docs/sendgrid/api-reference/mail-send/errors': [
      [
        403,
        { errors: [{ message: 'The from address does not match a verified Sender Identity.', field: 'from' }] },
        'account',
      ],
      [401, { errors: [{ message: 'The provided authorization grant is invalid, expired, or revoked' }] }, 'account'],
      [401, { errors: [{ message: 'Maximum credits exceeded' }] }, 'account'],
      [
        400,
        { errors: [{ message: 'Does not contain a valid address.', field: 'personalizations.0.to.0.email' }] },
        'recipient',
      ],
      [400, { errors: [{ message: 'The subject is required.', field: 'subject' }] }, 'content'],
      [413, { errors: [{ message: 'too large' }] }, 'content'],
      [429, { errors: [{ message: 'too many requests' }] }, 'passing'],
    ],
  },
  mailgun: {
    'https://documentation.mailgun.com/docs/mailgun/api-reference/mg-errors': [
      [400, { message: 'to parameter is not a valid address. please check documentation' }, 'recipient'],
      [400, { message: 'from parameter is not a valid address. please check documentation' }, 'account'],
      [403, { message: 'Domain example.com is not allowed to send: Please activate your account' }, 'account'],
      [
        403,
        { message: 'Sandbox subdomains are for test purposes only. Please add the address to authorized recipients' },
        'account',
      ],
      [404, { message: 'Domain not found: example.com' }, 'account'],
      [401, 'Forbidden', 'account'],
      [413, 'Request Entity Too Large', 'content'],
      [429, { message: 'Too many requests' }, 'passing'],
    ],
  },
  postmark: {
    'https://postmarkapp.com/developer/api/overview#error-codes': [
      [401, { ErrorCode: 10, Message: 'Bad or missing API token' }, 'account'],
      [422, { ErrorCode: 300, Message: "Error parsing 'To': Illegal email address" }, 'content'],
      [422, { ErrorCode: 300, Message: "Invalid 'To' address: 'ada@'" }, 'recipient'],
      [422, { ErrorCode: 300, Message: "Invalid 'From' address: 'x'" }, 'account'],
      [422, { ErrorCode: 400, Message: 'Sender signature not found' }, 'account'],
      [422, { ErrorCode: 405, Message: 'Not allowed to send' }, 'account'],
      [422, { ErrorCode: 406, Message: 'Inactive recipient' }, 'gone'],
      [422, { ErrorCode: 411, Message: 'Forbidden attachment type' }, 'content'],
      [422, { ErrorCode: 412, Message: 'Account is pending' }, 'account'],
      [503, { ErrorCode: 100, Message: 'Maintenance' }, 'passing'],
    ],
  },
  resend: {
    'https://resend.com/docs/api-reference/errors': [
      [403, { name: 'validation_error', message: 'The example.com domain is not verified.' }, 'account'],
      [
        403,
        { name: 'validation_error', message: 'You can only send testing emails to your own email address' },
        'account',
      ],
      [422, { name: 'validation_error', message: 'Invalid `to` field.' }, 'recipient'],
      [422, { name: 'missing_required_field', message: 'Missing `subject`' }, 'content'],
      [401, { name: 'missing_api_key', message: 'no' }, 'account'],
      [403, { name: 'invalid_api_key', message: 'no' }, 'account'],
      [429, { name: 'daily_quota_exceeded', message: 'no' }, 'account'],
      [429, { name: 'rate_limit_exceeded', message: 'no' }, 'passing'],
      [409, { name: 'concurrent_idempotent_requests', message: 'no' }, 'passing'],
      [409, { name: 'invalid_idempotent_request', message: 'no' }, 'content'],
    ],
  },
  anypost: {
    'https://anypost.com/docs/send-email': [
      [409, { error: { type: 'idempotency_concurrent' } }, 'passing'],
      [401, { error: { type: 'authentication' } }, 'account'],
    ],
  },
  ses: {
    'https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html#API_SendEmail_Errors': [
      [400, { message: 'suspended' }, 'account', sesError('AccountSuspendedException')],
      [400, { message: 'paused' }, 'account', sesError('SendingPausedException')],
      [400, { message: 'no' }, 'account', sesError('MailFromDomainNotVerifiedException')],
      [
        400,
        { message: 'Email address is not verified. The following identities failed' },
        'account',
        sesError('MessageRejected'),
      ],
      [400, { message: 'contains a virus' }, 'content', sesError('MessageRejected')],
      [
        400,
        { message: 'Missing final @domain: local address contains control' },
        'recipient',
        sesError('BadRequestException'),
      ],
      [429, { message: 'Maximum sending rate exceeded.' }, 'passing', sesError('TooManyRequestsException')],
      [429, { message: 'Daily message quota exceeded.' }, 'account', sesError('TooManyRequestsException')],
      [400, { message: 'limit' }, 'account', sesError('LimitExceededException')],
      [404, { message: 'Configuration set does not exist' }, 'account', sesError('NotFoundException')],
    ],
    'https://docs.aws.amazon.com/ses/latest/APIReference-V2/CommonErrors.html': [
      [403, { message: 'no' }, 'account', sesError('AccessDeniedException')],
      [403, { message: 'no' }, 'account', sesError('UnrecognizedClientException')],
      [503, { message: 'no' }, 'passing', sesError('ServiceUnavailable')],
    ],
  },
  sendinblue: {
    'https://developers.brevo.com/docs/how-it-works#error-codes': [
      [402, { code: 'not_enough_credits', message: 'no' }, 'account'],
      [401, { code: 'unauthorized', message: 'Key not found' }, 'account'],
      [403, { code: 'permission_denied', message: 'no' }, 'account'],
      [400, { code: 'invalid_parameter', message: 'sender is invalid' }, 'account'],
      [400, { code: 'invalid_parameter', message: 'email is not valid in to' }, 'recipient'],
      [400, { code: 'missing_parameter', message: 'subject is missing' }, 'content'],
    ],
  },
  mailjet: {
    'https://dev.mailjet.com/email/guides/send-api-v31/': [
      [
        400,
        {
          Messages: [
            { Status: 'error', Errors: [{ ErrorCode: 'mj-0013', StatusCode: 400, ErrorRelatedTo: ['To[0].Email'] }] },
          ],
        },
        'recipient',
      ],
      [
        400,
        {
          Messages: [
            { Status: 'error', Errors: [{ ErrorCode: 'mj-0013', StatusCode: 400, ErrorRelatedTo: ['From.Email'] }] },
          ],
        },
        'account',
      ],
      [
        400,
        {
          Messages: [
            { Status: 'error', Errors: [{ ErrorCode: 'send-0008', StatusCode: 403, ErrorRelatedTo: ['From'] }] },
          ],
        },
        'account',
      ],
      [
        400,
        {
          Messages: [
            { Status: 'error', Errors: [{ ErrorCode: 'send-0003', StatusCode: 400, ErrorRelatedTo: ['HTMLPart'] }] },
          ],
        },
        'content',
      ],
      [401, { ErrorMessage: 'API key authentication/authorization failure' }, 'account'],
    ],
  },
  mailtrap: {
    'https://api-docs.mailtrap.io/docs/mailtrap-api-docs': [
      [401, { success: false, errors: ['Unauthorized'] }, 'account'],
      [400, { success: false, errors: ["'to' address is invalid"] }, 'recipient'],
      [400, { success: false, errors: ["'subject' is required"] }, 'content'],
    ],
  },
  mandrill: {
    'https://mailchimp.com/developer/transactional/docs/error-glossary/': [
      [500, { status: 'error', name: 'Invalid_Key' }, 'account'],
      [500, { status: 'error', name: 'PaymentRequired' }, 'account'],
      [500, { status: 'error', name: 'Unknown_Subaccount' }, 'account'],
      [500, { status: 'error', name: 'ValidationError' }, 'content'],
      [500, { status: 'error', name: 'GeneralError' }, 'passing'],
    ],
    'https://mailchimp.com/developer/transactional/api/messages/send-new-message/': [
      [200, [{ email: 'ada@example.com', status: 'rejected', reject_reason: 'hard-bounce' }], 'recipient'],
      [200, [{ email: 'ada@example.com', status: 'rejected', reject_reason: 'unsub' }], 'recipient'],
      [200, [{ email: 'ada@example.com', status: 'rejected', reject_reason: 'invalid-sender' }], 'account'],
      [200, [{ email: 'ada@example.com', status: 'rejected', reject_reason: 'unsigned' }], 'account'],
      [200, [{ email: 'ada@example.com', status: 'rejected', reject_reason: 'rule' }], 'content'],
      [200, [{ email: 'ada@example.com', status: 'invalid', reject_reason: null }], 'recipient'],
    ],
  },
  netcore: {
    'https://emaildocs.netcorecloud.com/': [
      [401, { message: 'Invalid api_key' }, 'account'],
      [400, { message: 'recipient is invalid' }, 'recipient'],
    ],
  },
  'infobip-email': {
    'https://www.infobip.com/docs/essentials/response-status-and-error-codes': [
      [200, { messages: [{ status: { groupId: 5, name: 'REJECTED_NOT_ENOUGH_CREDITS' } }] }, 'account'],
      [200, { messages: [{ status: { groupId: 5, name: 'REJECTED_DESTINATION' } }] }, 'recipient'],
    ],
  },
  plunk: {
    'https://docs.useplunk.com/': [
      [409, { success: false, error: { code: 'CONFLICT', details: { originalStatusCode: null } } }, 'passing'],
      [401, { success: false, error: { code: 'INVALID_API_KEY' } }, 'account'],
      [403, { success: false, error: { code: 'PROJECT_DISABLED' } }, 'account'],
      [422, { success: false, error: { code: 'VALIDATION_ERROR' } }, 'content'],
    ],
  },
  mailersend: {
    'https://developers.mailersend.com/general.html': [
      [422, { message: 'The from.email domain must be verified in your account to send emails. #MS42207' }, 'account'],
      [422, { message: 'trial limit #MS42225' }, 'account'],
      [422, { message: 'The to.0.email must be a valid email address.' }, 'recipient'],
      [422, { message: 'The subject field is required.' }, 'content'],
      [202, { warnings: [{ type: 'ALL_SUPPRESSED', recipients: [{ email: 'ada@example.com' }] }] }, 'gone'],
      [421, '', 'passing'],
      [401, { message: 'Unauthenticated.' }, 'account'],
    ],
  },
  sparkpost: {
    'https://support.sparkpost.com/docs/tech-resources/extended-error-codes': [
      [400, { errors: [{ code: '7001', message: 'Unconfigured Sending Domain' }] }, 'account'],
      [420, { errors: [{ code: '2102', message: 'Exceed Sending Limit (daily)' }] }, 'account'],
      [400, { errors: [{ code: '5002', message: 'At least one valid recipient is required' }] }, 'recipient'],
      [422, { errors: [{ code: '1300', message: 'invalid data format/type' }] }, 'content'],
      [200, { results: { total_accepted_recipients: 0 } }, 'recipient'],
    ],
  },
  braze: {
    'https://www.braze.com/docs/api/errors': [
      [400, { message: 'app_id is invalid' }, 'account'],
      [400, { message: 'No valid recipients' }, 'recipient'],
      [401, { message: 'Invalid API Key' }, 'account'],
      [429, '', 'passing'],
    ],
  },
  'email-webhook': {
    'its own server: the status': [
      [401, '', 'account'],
      [404, '', 'account'],
      [400, '', 'content'],
      [503, '', 'passing'],
    ],
  },
};

saysWhoActs(
  EMAIL_ADAPTERS.filter(({ id }) => !BY_SMTP.includes(id)),
  Object.entries(TABLES).map(([id, refusals]) => ({ provider: providerOf(id), content, refusals, account })),
);
