import { loadConfig } from '../../platform/config/config.js';
import { readLinkMail } from './link-mail-server.js';

const from = { LINK_MAIL_FROM: 'a@example.com' };
const read = (LINK_MAIL_URL: string, others: Record<string, string> = from) =>
  readLinkMail(loadConfig({ LINK_MAIL_URL, ...others }));

describe('the mail server of the settings', () => {
  it.each([
    ['smtps://mail.example.com', { host: 'mail.example.com', port: '465', secure: true }],
    ['smtp://mail.example.com/', { host: 'mail.example.com', port: '587', secure: false }],
    ['smtp://[::1]:2525', { host: '::1', port: '2525', secure: false }],
    ['smtps://ada%40b:p%3Aw@mail.example.com:1', { port: '1', user: 'ada@b', password: 'p:w' }],
  ])('%s is read', (url, account) => {
    expect(read(url)).toMatchObject({ account: { from: 'a@example.com', senderName: 'Carillon', ...account } });
  });

  it.each([['mail.example.com'], ['https://mail.example.com'], ['smtp://user@mail.example.com'], ['smtp://a/b']])(
    '%s is refused without repeating it',
    (url) => {
      expect(() => read(url)).toThrow(/^LINK_MAIL_URL must be an address such as [^"]*$/);
    },
  );

  it('is not used without a sender', () => {
    expect(() => read('smtp://mail.example.com', {})).toThrow(/^LINK_MAIL_FROM is required/);
    expect(readLinkMail(loadConfig({}))).toBeUndefined();
  });
});
