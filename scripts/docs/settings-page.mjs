/** Writes docs/settings.md from the settings in `src/platform/config`: `npm run docs`. */

export const path = 'docs/settings.md';

const HEAD = `# Settings

Settings are environment variables. In parentheses is the default. A wrong value stops the start with a line that names the
variable. A name that is nearly that of a setting is a warning in the log. \`npx carillon doctor\` checks the values before a start.

With \`docker-compose.yml\`, put them into \`.env\`. Traces have variables of their own: [traces.md](traces.md#settings). This page
is generated from \`src/platform/config\`.`;

/** Subjects in the order of the page. A setting that is in none of them is listed under {@link OTHERS}. */
const SUBJECTS = {
  Server: 'PORT HOST PUBLIC_URL TRUSTED_PROXIES ROLE LEGACY_API LEGACY_PORT CLIENT_COMPAT DOCS SHUTDOWN_SECONDS',
  'Store and queue': 'MONGODB_URI REDIS_URL DATA_DIR ATTACHMENTS_DIR QUEUE_PREFIX',
  'Secrets and the first start':
    'SECRET_KEY SECRET_KEY_PREVIOUS BOOTSTRAP_API_KEY BOOTSTRAP_OWNER BOOTSTRAP_LEGACY_APP API_KEY_CACHE_SECONDS',
  'Log, metrics and traces': 'LOG_LEVEL LOG_FORMAT METRICS_PORT METRICS_TOKEN TRACE_URL',
  People:
    'PERSON_SESSION_IDLE_MINUTES PERSON_SESSION_DAYS INVITATION_DAYS RESET_HOURS LINK_MAIL_URL LINK_MAIL_FROM PASSWORD_SIGN_IN AUDIT_DAYS',
  'Single sign-on':
    'OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_SCOPES OIDC_EMAIL_CLAIM OIDC_NAME_CLAIM OIDC_GROUPS_CLAIM OIDC_ROLES OIDC_DEFAULT_ROLE OIDC_CREATE',
  'Staging and tests': 'DELIVER_TO OUTBOX OUTBOX_RETENTION_DAYS INBOX_DEMO',
  'Sending and providers':
    'SEND_TRIES SEND_EMAIL_MINUTES SEND_MINUTES SEND_RETRY_SECONDS SEND_TIMEOUT_SECONDS CANCEL_WAIT_SECONDS HTTP_PRIVATE_TARGETS BRIDGE_TIMEOUT_SECONDS SLACK_URL TELEGRAM_URL',
  'Inboxes and widgets':
    'SESSION_DAYS SNOOZE_MIN_SECONDS SNOOZE_MAX_DAYS INBOX_COUNT_CAP BULK_AT_ONCE WIDGET_CREATIONS_PER_HOUR LIVE_PRESENCE_SECONDS LIVE_COUNTS_MILLISECONDS LIVE_MISSED_LIMIT',
  Images:
    'MAX_ASSET_BYTES MAX_ASSETS MAX_ASSETS_BYTES ASSETS_S3_URL ASSETS_S3_REGION ASSETS_S3_ACCESS_KEY_ID ASSETS_S3_SECRET_ACCESS_KEY',
  Languages: 'DEFAULT_LOCALE TARGET_LOCALES',
  'How long records are kept':
    'ACTIVITY_RETENTION_DAYS CHART_RETENTION_DAYS IN_APP_RETENTION_DAYS MESSAGE_RETENTION_DAYS WEBHOOK_RETENTION_DAYS TRANSACTION_ID_DAYS IDEMPOTENCY_KEY_HOURS IDEMPOTENCY_LEASE_SECONDS MAX_KEPT_ANSWER_BYTES',
  'Rate limits':
    'RATE_LIMIT_TRIGGERS RATE_LIMIT_REQUESTS RATE_LIMIT_SESSIONS RATE_LIMIT_BURST_SECONDS INTEGRATION_TESTS_PER_HOUR',
  'Sizes of requests':
    'BODY_LIMIT_BYTES LARGE_BODY_LIMIT_BYTES TRIGGER_BODY_LIMIT_BYTES REQUEST_TIMEOUT_SECONDS MAX_PAYLOAD_BYTES MAX_RECIPIENTS MAX_BULK_EVENTS MAX_ATTACHMENTS_BYTES MAX_CONTEXTS MAX_CONTEXT_BYTES MAX_TRANSLATION_BYTES MAX_TRANSLATION_FILES MAX_DEVICE_TOKENS',
  'Other limits':
    'MAX_WAIT_DAYS MAX_ENVIRONMENTS MAX_ENVIRONMENT_VARIABLES MAX_WEBHOOKS ENVIRONMENT_RESTORE_HOURS ENVIRONMENT_PURGE_SECONDS COMPUTATION_PROCESSES COMPUTATION_SECONDS COMPUTATION_STEPS',
  Workers:
    'WORKER_CONCURRENCY LOW_PRIORITY_CONCURRENCY EVENTS_PER_BATCH RECIPIENTS_PER_CHUNK RUN_LEASE_SECONDS SWEEP_INTERVAL_SECONDS SWEEP_AFTER_SECONDS IDLE_LOOK_SECONDS WORKFLOW_CACHE_SECONDS',
};
const OTHERS = 'Others';

/** The whole page. `settings` by the name of their variable. */
export function settingsPage(settings) {
  const named = Object.entries(SUBJECTS).map(([subject, names]) => ({ subject, names: names.split(' ') }));
  const grouped = new Set(named.flatMap(({ names }) => names));
  const others = { subject: OTHERS, names: Object.keys(settings).filter((name) => !grouped.has(name)) };
  const sections = [...named, others].flatMap(({ subject, names }) => {
    const items = names.filter((name) => name in settings).map((name) => item(name, settings[name]));
    return items.length === 0 ? [] : [`## ${subject}\n\n${items.join('\n')}`];
  });
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

function item(name, { default: initial, description }) {
  return `- **\`${name}\`**${initial === undefined ? '' : ` (\`${initial}\`)`}: ${description}`;
}

/** The page of the present build, whatever it has been. */
export async function render() {
  const { SETTINGS } = await import('../../dist/src/platform/config/settings.js');
  const { variableName } = await import('../../dist/src/platform/config/config.js');
  return settingsPage(
    Object.fromEntries(Object.entries(SETTINGS).map(([name, setting]) => [variableName(name), setting])),
  );
}
