import { boolean, choice, integer, text } from './setting.js';

/** The settings of people: their sessions, links and passwords, and single sign-on. */
export const SIGN_IN_SETTINGS = {
  personSessionIdleMinutes: integer(
    { default: 720, min: 1, max: 525_600 },
    'Minutes without a request after which a person who has signed in must do so again.',
  ),
  personSessionDays: integer(
    { default: 14, min: 1, max: 365 },
    'Days after which a person must sign in again, even if the session was in use all the time.',
  ),
  invitationDays: integer({ default: 7, min: 1, max: 365 }, 'Days for which the link of an invitation can be used.'),
  resetHours: integer({ default: 24, min: 1, max: 720 }, 'Hours for which the link to a new password can be used.'),
  linkMailUrl: text(
    {
      secret: true,
      pattern: /^smtps?:\/\/([^\s:@/?#]+:[^\s@/?#]*@)?(\[[\da-f:.]+\]|[^\s:@/?#[\]]+)(:\d{1,5})?\/?$/i,
      form: 'an address such as smtps://user:password@smtp.example.com, with special characters of the password as %40',
    },
    'Mail server for invitations and links to a new password, such as `smtps://user:password@smtp.example.com`; it may have a private address. Unset: they leave through an email integration that somebody has set up who could give the role of the link.',
  ),
  linkMailFrom: text(
    { pattern: /^[^\s@<>,;]+@[^\s@<>,;]+$/, form: 'an email address' },
    'Address that sends these emails. Needed with `LINK_MAIL_URL`.',
  ),
  passwordSignIn: choice(
    { default: 'all', values: ['all', 'owners', 'off'] },
    'Who may sign in with email and password. `owners`: single sign-on for all others; owners can still get in while the provider is down. `off`: single sign-on alone, which needs `OIDC_ISSUER`.',
  ),
  oidcIssuer: text(
    {
      pattern:
        /^(https:\/\/[^\s?#@]+|http:\/\/(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?(\/[^\s?#]*)?)$/,
      form: 'an https address as the provider writes it, or an http address of this machine',
    },
    'Issuer of the OpenID Connect provider at which people sign in, as it names itself; it may have a private address. Unset: no single sign-on.',
  ),
  oidcClientId: text({}, 'Id of Carillon at the provider. Needed with `OIDC_ISSUER`.'),
  oidcClientSecret: text(
    { secret: true },
    'Secret of Carillon at the provider. Unset: Carillon is a public client there. PKCE is used with and without.',
  ),
  oidcScopes: text(
    {
      default: 'openid email profile',
      pattern: /^(?=.*(?:^| )openid(?: |$))[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/,
      form: 'scopes with a space between them, openid among them',
    },
    'Scopes that are asked for. Some providers need one more for groups.',
  ),
  oidcEmailClaim: text({ default: 'email' }, 'Claim with the email address of a person.'),
  oidcNameClaim: text({ default: 'name' }, 'Claim with the name of a person.'),
  oidcGroupsClaim: text(
    { default: 'groups' },
    'Claim with the groups of a person. For a claim inside another, both names with a dot between them, such as `realm_access.roles`.',
  ),
  oidcRoles: text(
    {},
    'Roles by group, such as `ops=admin,staff=author,staff=viewer@Production`: `group=role`, and `group=role@environment` for another role in one environment, named by its name, identifier or id. Roles are `owner`, `admin`, `author`, `viewer` and `support`, in an environment also `none`; of several groups each environment gets the one that may do most. A comma in a name is written `\\,`.',
  ),
  oidcDefaultRole: choice(
    { default: 'none', values: ['none', 'admin', 'author', 'viewer', 'support'] },
    'Role of people whose groups have none in `OIDC_ROLES`. `none`: they are refused.',
  ),
  oidcCreate: boolean(
    { default: true },
    'Whether people who sign in at the provider for the first time get an account. `false`: only people with an account, by their verified email.',
  ),
} as const;
