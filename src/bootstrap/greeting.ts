/** Where the process is reached. */
interface Addresses {
  url: string;
  legacyUrl?: string;
  /** The page that shows the inbox, when it is served. */
  inboxDemoUrl?: string;
  /** The page that shows what the other channels send, when it is served. */
  outboxUrl?: string;
}

/** The API keys of the first environments; that of Development is undefined when it came from the settings. */
interface GreetingKeys {
  development?: string;
  production: string;
}

/** What the very first start prints: the keys, and commands that lead to a first notification. */
export function firstStartGreeting(
  { url: baseUrl, legacyUrl, inboxDemoUrl, outboxUrl }: Addresses,
  { development, production }: GreetingKeys,
): string {
  const key = development ?? '$BOOTSTRAP_API_KEY';
  const call = `curl -s -X POST -H 'Content-Type: application/json' -H "Authorization: ApiKey ${key}"`;
  return `
  Carillon is ready for its first notification.

  API            ${baseUrl}
  API reference  ${baseUrl}/docs
${line('See it arrive', inboxDemoUrl)}${line('Outbox', outboxUrl)}${line('Legacy API', legacyUrl)}  API keys       ${development ?? 'the one in BOOTSTRAP_API_KEY'}  (environment: Development)
                 ${production}  (environment: Production)

  1. Create a workflow:

  ${call} ${baseUrl}/v2/workflows -d '{
    "name": "Welcome", "workflowId": "welcome", "active": true,
    "steps": [{"name": "Inbox", "type": "in_app", "controlValues": {"subject": "Hello {{subscriber.firstName}}", "body": "{{payload.text}}"}}]
  }'

  2. Trigger it:

  ${call} ${baseUrl}/v1/events/trigger -d '{
    "name": "welcome", "to": {"subscriberId": "ada", "firstName": "Ada"}, "payload": {"text": "Your first notification."}
  }'

  3. See it arrive:

  curl -s -H "Authorization: ApiKey ${key}" ${baseUrl}/v2/subscribers/ada/notifications
`;
}

function line(name: string, address: string | undefined): string {
  return address === undefined ? '' : `  ${name.padEnd(15)}${address}\n`;
}
