/** The URLs of the process. */
interface Addresses {
  url: string;
  legacyUrl?: string;
  /** Pages for browsers. */
  pages: readonly { name: string; path: string }[];
  /** The link for the first owner, as long as there is no account. */
  setupLink?: string;
}

/** The text that every start except the first prints: the URLs. */
export function laterGreeting(addresses: Addresses): string {
  return `\n  Carillon is ready.\n\n${places(addresses)}`;
}

/** The API keys of the first environments; that of Development is undefined if it is in the settings. */
interface GreetingKeys {
  development?: string;
  production: string;
}

/** The text that the first start prints: the keys, and commands for a first notification. */
export function firstStartGreeting(addresses: Addresses, { development, production }: GreetingKeys): string {
  const { url: baseUrl } = addresses;
  const key = development ?? '$BOOTSTRAP_API_KEY';
  const curl = `curl -sw '\\n' -H "Authorization: ApiKey ${key}" -H 'Content-Type: application/json'`;
  return `
  Carillon is ready for its first notification.

${places(addresses)}  API keys       ${development ?? 'the one in BOOTSTRAP_API_KEY'}  (environment: Development)
                 ${production}  (environment: Production)

  Four commands, to paste together or one by one, as often as you like: they make a workflow, notify Ada with it, wait for
  the delivery, and read her inbox.

  ${curl} "${baseUrl}/v2/workflows?replaceIfExists=true" -d '{
    "name": "Welcome", "workflowId": "welcome", "active": true,
    "steps": [{"name": "Inbox", "type": "in_app", "controlValues": {"subject": "Hello {{subscriber.firstName}}", "body": "{{payload.text}}"}}]
  }'
  ${curl} "${baseUrl}/v1/events/trigger" -d '{
    "name": "welcome", "to": {"subscriberId": "ada", "firstName": "Ada"},
    "payload": {"text": "Your first notification."}, "transactionId": "welcome-ada"
  }'
  ${curl} "${baseUrl}/v1/events/trigger/welcome-ada?wait=10"
  ${curl} "${baseUrl}/v2/subscribers/ada/notifications"
`;
}

function places({ url, legacyUrl, pages, setupLink }: Addresses): string {
  return [
    line('API', url),
    ...pages.map(({ name, path }) => line(name, url + path)),
    ...(legacyUrl === undefined ? [] : [line('Legacy API', legacyUrl)]),
    ...(setupLink === undefined ? [] : [line('First owner', `${setupLink}  (works once, for 7 days)`)]),
  ].join('');
}

function line(name: string, address: string): string {
  return `  ${name.padEnd(15)}${address}\n`;
}
