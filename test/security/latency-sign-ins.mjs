// Floods of attempts to sign in. Linux lets a process call from every address that begins with 127.
import { ask, client } from './latency-client.mjs';

/** Has signed in from 127.0.0.1 before. */
export const OWNER = { email: 'owner@example.com', password: 'kind-otters-hum' };
const VIEWER = { email: 'viewer@example.com', password: 'calm-badgers-sing' };
const VIEWER_ADDRESS = '127.0.0.9';

/** The status of an attempt. */
export async function signIn(url, { email, password }, from = '127.0.0.1') {
  const body = JSON.stringify({ email, password });
  const { status } = await ask('POST', new URL('/v1/session', url), { body, from });
  return status;
}

async function makeViewer(url) {
  const anonymous = client(url);
  const { token } = (await anonymous('POST', '/v1/session', OWNER)).data;
  const invitation = { email: VIEWER.email, role: 'viewer' };
  const { link } = (await client(url, { token })('POST', '/v1/invitations', invitation)).data;
  const accepted = { token: link.split('#token=')[1], password: VIEWER.password };
  await anonymous('POST', '/v1/invitations/accept', accepted);
  await signIn(url, VIEWER, VIEWER_ADDRESS);
}

const everywhere = (count, work) => Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)));

export const SIGN_INS = [
  {
    name: 'sign-ins-of-strangers',
    ownerSignsIn: true,
    prepare(_a, _anonymous, { url }) {
      let round = 0;
      // Addresses change, because attempts that fail slow their address down.
      return async () => {
        round++;
        await everywhere(20, (index) =>
          signIn(
            url,
            { email: `nobody-${index}-${round}@example.com`, password: 'wrong-password' },
            `127.${1 + (round % 200)}.${Math.floor(round / 200) % 200}.${1 + index}`,
          ),
        );
      };
    },
  },
  {
    name: 'sign-ins-of-a-viewer',
    ownerSignsIn: true,
    async prepare(_a, _anonymous, { url }) {
      await makeViewer(url);
      return () => everywhere(60, () => signIn(url, VIEWER, VIEWER_ADDRESS));
    },
  },
];
