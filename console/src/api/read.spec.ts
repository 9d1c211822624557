import { curlOf } from './curl';
import { addressOf, read, resourceOf } from './read';
import { refusalReason } from './session';

describe('a request', () => {
  it('is an address with its parameters', () => {
    const one = read('/v2/subscribers/{subscriberId}', { path: { subscriberId: 'a/b c' } });
    expect(addressOf(one)).toBe('/v2/subscribers/a%2Fb%20c');
    const list = read('/v2/subscribers', { query: { name: 'Ada & Co', after: undefined, limit: 25 } });
    expect(addressOf(list)).toBe('/v2/subscribers?name=Ada+%26+Co&limit=25');
  });

  it('is about a resource', () => {
    expect([resourceOf('/v2/subscribers/{subscriberId}'), resourceOf('/v1/session')]).toEqual([
      'subscribers',
      'session',
    ]);
  });

  it('is a command with the token of a session where no key may do it', () => {
    const write = { method: 'DELETE' as const, path: '/v1/session/second-factor', body: { password: '<password>' } };
    expect(curlOf(write, 'https://notify.example.com', { id: '1', identifier: 'dev' })).toBe(
      [
        `curl 'https://notify.example.com/v1/session/second-factor'`,
        '-X DELETE',
        '-H "Authorization: Bearer $CARILLON_SESSION"',
        "-H 'Content-Type: application/json'",
        `-d '{\n  "password": "<password>"\n}'`,
      ].join(' \\\n  '),
    );
  });

  it('is a command in which no value ends its quotes', () => {
    const list = read('/v2/subscribers', { query: { name: "O'Neill" } });
    expect(curlOf(list, 'https://notify.example.com', { id: '1', identifier: 'dev' })).toBe(
      [
        `curl 'https://notify.example.com/v2/subscribers?name=O%27Neill'`,
        '-H "Authorization: ApiKey $CARILLON_API_KEY"',
        `-H 'Carillon-Environment: dev'`,
      ].join(' \\\n  '),
    );
  });
});

describe('why somebody may not do something', () => {
  const environment = { name: 'Production', role: 'viewer', permissions: ['subscribers:read'] } as const;
  const may = (permission: Parameters<typeof refusalReason>[0]) =>
    refusalReason(
      permission,
      { permissions: ['members:read'] },
      { ...environment, permissions: [...environment.permissions] },
    );

  it('is nothing where they may, there or in the organization', () => {
    expect([may('subscribers:read'), may('members:read'), may(undefined)]).toEqual([undefined, undefined, undefined]);
  });

  it('names the roles that may', () => {
    expect(may('subscribers:write')).toBe('Needs the role owner, admin or author; in Production you are viewer.');
    expect(may('owners:write')).toBe('Needs the role owner; in Production you are viewer.');
  });
});
