import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = resolve(dirname(fileURLToPath(import.meta.url)), '../../src');

/** Calls that make a credential, or decrypt one for a response. */
const MAKES =
  /\b(newApiKey|sealApiKey|generateSecret)\(|\b(identifiers|boundIdentifiers|tokens|links)\.issue\(|\bsecrets\.(current|rotation)\(/;

/** Files that make credentials for nobody's key, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  'accounts/second-factor/one-time-codes.ts': 'the second factor of the person who asks',
  'auth/api-key.ts': 'defines it',
  'channels/linking/oauth.service.ts': 'lets one subscriber connect a chat, with the permission to write subscribers',
  'channels/linking/telegram.service.ts':
    'lets one subscriber connect a chat, with the permission to write subscribers',
  'inbox/widget/sessions/session-opening.service.ts': 'opens what a proof or a signed identifier proves',
  'legacy/applications/legacy-credentials.service.ts': 'defines it',
  'pages/inbox-demo/inbox-demo.service.ts': 'for guests of this machine',
  'server/bootstrap/bootstrap.service.ts': 'the first start',
  'server/keys/key-commands.ts': 'the operator on the server',
};

it('KP8: whatever makes or shows a credential passes the check of permissions, reach and time', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const makers = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .filter((file) => MAKES.test(readFileSync(resolve(SOURCES, file), 'utf8')));
  expect(makers.length).toBeGreaterThan(5);
  const unchecked = makers.filter(
    (file) =>
      !(file in OTHERS) && !/\b(assertMayIssue|whyNotIssue)\(/.test(readFileSync(resolve(SOURCES, file), 'utf8')),
  );
  expect(unchecked).toEqual([]);
  expect(Object.keys(OTHERS).filter((file) => !makers.includes(file))).toEqual([]);
});
