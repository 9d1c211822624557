import { randomBytes } from 'node:crypto';
import type { Requirement, Role } from '../../src/auth/permissions.js';
import type { ApiRequest, ApiResponse } from '../api-client.js';
import { asPerson, createPerson, PASSWORD } from '../builders/account.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { ROLES } from './permission-table.js';

type AnyRole = Role | 'none';

/** A role in the organization, and perhaps another one in Development. */
interface Roles {
  organization: AnyRole;
  development?: AnyRole;
}

const ALL = Object.keys(ROLES) as AnyRole[];
const nameOf = ({ organization, development }: Roles): string =>
  development === undefined ? organization : `${organization}, in Development ${development}`;

/** Others have no permission to make links: permissions.e2e-spec.ts. */
const MAKERS: readonly Roles[] = [
  { organization: 'owner' },
  { organization: 'admin' },
  ...ALL.filter((one) => one !== 'owner').map((development) => ({ organization: 'admin' as const, development })),
  { organization: 'none', development: 'owner' },
];

const GIVEN: readonly Roles[] = [
  ...ALL.map((organization) => ({ organization })),
  ...ALL.map((development) => ({ organization: 'none' as const, development })),
  { organization: 'admin', development: 'viewer' },
];

/** What roles may do, in the organization and in Development. */
function mayOf({ organization, development = organization }: Roles): readonly (readonly Requirement[])[] {
  return [ROLES[organization]!, ROLES[development]!];
}

/** Whether somebody with these roles gives the others away by the permissions of each, and may make links at all. */
function mayGive(maker: Roles, given: Roles): boolean {
  const [own, ownThere] = mayOf(maker);
  const [others, othersThere] = mayOf(given);
  const hasAll = others!.every((one) => own!.includes(one)) && othersThere!.every((one) => ownThere!.includes(one));
  return own!.includes('members:write') && hasAll;
}

describe('links by which people get roles', () => {
  let test: TestApp;
  let development: string;
  let owner: Record<string, string>;
  /** Ids of people, by their roles. */
  const members = new Map<Roles, string>();

  beforeAll(async () => {
    test = await startTestApp({ settings: { ROLE: 'api' } });
    development = (await test.api.get('/v1/environments/me')).body.data._id;
    owner = asPerson((await createPerson(test)).token);
    for (const roles of GIVEN) members.set(roles, (await aPerson(roles)).id);
  });

  afterAll(() => test.close());

  const send = (method: ApiRequest['method'], url: string, payload?: object, headers = {}): Promise<ApiResponse> =>
    test.anonymous.request({ method, url, payload, headers });

  const fieldsOf = ({ organization: role, development: there }: Roles) => ({
    role,
    environmentRoles: there === undefined ? [] : [{ environmentId: development, role: there }],
  });

  const aPerson = ({ organization: role, development: there }: Roles) =>
    createPerson(test, { role, ...(there && { environmentRoles: { [development]: there } }) });

  const invite = (given: Roles, headers: Record<string, string>) => {
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    return send('POST', '/v1/invitations', { email, ...fieldsOf(given) }, headers);
  };

  const tokenOf = ({ body }: ApiResponse): string => body.data.link.split('#token=')[1];

  const accept = (response: ApiResponse) =>
    send('POST', '/v1/invitations/accept', { token: tokenOf(response), password: PASSWORD });

  /** What a session says of the permissions of its person, by place. */
  async function permissionsOf(token: string): Promise<Set<string>> {
    const { permissions, environments } = (await send('GET', '/v1/session', undefined, asPerson(token))).body.data;
    const places = environments as { id: string; permissions: string[] }[];
    return new Set([...permissions, ...places.flatMap(({ id, permissions: all }) => all.map((one) => `${id} ${one}`))]);
  }

  it.each(MAKERS.map((maker) => [nameOf(maker), maker] as const))(
    'AC54: as %s nobody invites somebody who may do more, nor resets them',
    async (_name, maker) => {
      const { token } = await aPerson(maker);
      const own = await permissionsOf(token);
      const problems: string[] = [];
      for (const [given, id] of members) {
        const invited = await invite(given, asPerson(token));
        const reset = await send('POST', `/v1/members/${id}/reset`, {}, asPerson(token));
        const statuses = [invited.status, reset.status];
        const expected = mayGive(maker, given) ? [201, 201] : [403, 403];
        if (statuses.join() !== expected.join()) problems.push(`${nameOf(given)}: ${statuses.join()}`);
        // Owners may do everything.
        if (invited.status !== 201 || maker.organization === 'owner') continue;
        const accepted = await accept(invited);
        const more = [...(await permissionsOf(accepted.body.data.token))].filter((one) => !own.has(one));
        if (accepted.status !== 201 || more.length > 0) problems.push(`${nameOf(given)} may ${more.join()}`);
      }
      expect(problems).toEqual([]);
    },
  );

  it('AC54: links end with the role or the account of the person who made them', async () => {
    for (const lowered of [...ALL.filter((one) => one !== 'owner' && one !== 'admin'), undefined]) {
      const { id, token } = await aPerson({ organization: 'admin' });
      const invited = await invite({ organization: 'admin' }, asPerson(token));
      const member = await aPerson({ organization: 'viewer' });
      const reset = await send('POST', `/v1/members/${member.id}/reset`, {}, asPerson(token));
      const url = `/v1/members/${id}`;
      const changed = await (lowered === undefined
        ? send('DELETE', url, undefined, owner)
        : send('PATCH', url, { role: lowered }, owner));
      expect(changed.status).toBeLessThan(300);
      const used = await send('POST', '/v1/session/reset', { token: tokenOf(reset), password: PASSWORD });
      expect({ lowered, statuses: [(await accept(invited)).status, used.status] }).toEqual({
        lowered,
        statuses: [404, 404],
      });
    }
  });
});
