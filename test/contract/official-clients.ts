import { Novu } from '@novu/api';
import { Novu as OlderNovu } from '@novu/node';
import type { ApiClient } from '../api-client.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** The application on a port, and the official client packages that talk to it as the Development environment. */
export interface OfficialClients extends TestApp {
  /** `@novu/api`, which checks every response against its schemas; it does not try again. */
  novu: Novu;
  /** `@novu/api` as the Production environment, a stranger to what Development holds. */
  otherNovu: Novu;
  /** `@novu/node`, the older package, for the v1 operations; it returns axios responses. */
  older: OlderNovu;
}

export async function startWithOfficialClients(
  options: Parameters<typeof startTestApp>[0] = {},
): Promise<OfficialClients> {
  const test = await startTestApp(options);
  await test.app.listen(0, '127.0.0.1');
  const serverURL = await test.app.getUrl();
  // Both of these callers have a key.
  const client = ({ apiKey }: ApiClient) =>
    new Novu({ secretKey: apiKey!, serverURL, retryConfig: { strategy: 'none' } });
  return {
    ...test,
    novu: client(test.api),
    otherNovu: client(test.otherApi),
    older: new OlderNovu(test.api.apiKey!, { backendUrl: serverURL }),
  };
}
