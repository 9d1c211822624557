import { ConfigError, loadConfig } from '../../platform/config/config.js';
import { OidcSettings } from './oidc-settings.js';

const ON = { OIDC_ISSUER: 'https://login.example.com/realms/a', OIDC_CLIENT_ID: 'carillon' };
const settings = (variables: Record<string, string>) => new OidcSettings(loadConfig(variables));

describe('settings of single sign-on', () => {
  it('are off without an issuer', () => {
    expect(settings({}).provider).toBeUndefined();
  });

  it.each([
    'https://login.example.com',
    'https://login.example.com/',
    'https://login.internal:8443/application/o/carillon/',
    'http://localhost:8080/realms/a',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ])('take the issuer %s', (issuer) => {
    expect(settings({ ...ON, OIDC_ISSUER: issuer }).provider?.issuer.href).toBe(new URL(issuer).href);
  });

  it.each([
    ['OIDC_ISSUER', 'http://login.example.com', /^OIDC_ISSUER must be an https address/],
    ['OIDC_ISSUER', 'http://localhost.example.com', /^OIDC_ISSUER must be an https address/],
    ['OIDC_ISSUER', 'http://127.0.0.1@example.com', /^OIDC_ISSUER must be an https address/],
    ['OIDC_ISSUER', 'https://login.example.com?x=1', /^OIDC_ISSUER must be an https address/],
    ['OIDC_ISSUER', 'https://login.example.com:99999', /^OIDC_ISSUER is not an address/],
    ['OIDC_CLIENT_ID', '', /^OIDC_CLIENT_ID is required with OIDC_ISSUER/],
    ['OIDC_SCOPES', 'email profile', /^OIDC_SCOPES must be scopes/],
    ['OIDC_SCOPES', 'openid,email', /^OIDC_SCOPES must be scopes/],
    ['OIDC_ROLES', 'ops=boss', /^OIDC_ROLES must be pairs such as .* "ops=boss" is none$/],
    ['OIDC_DEFAULT_ROLE', 'owner', /^OIDC_DEFAULT_ROLE must be one of none, admin/],
    ['PASSWORD_SIGN_IN', 'no', /^PASSWORD_SIGN_IN must be one of all, owners, off/],
  ])('refuse %s=%s', (variable, value, message) => {
    const attempt = () => settings({ ...ON, [variable]: value });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(message);
  });

  it.each(['owners', 'off'])('refuse PASSWORD_SIGN_IN=%s without a provider', (passwordSignIn) => {
    expect(() => settings({ PASSWORD_SIGN_IN: passwordSignIn })).toThrow(/needs single sign-on/);
    expect(settings({ ...ON, PASSWORD_SIGN_IN: passwordSignIn }).provider).toBeDefined();
  });
});
