import { automatedBy } from './automated.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

function judge(headers: Record<string, string>, { ip = '203.0.113.7', method = 'GET' } = {}): string | undefined {
  return automatedBy({ method, ip, header: (name) => headers[name] });
}

describe('CS83: what programs do on their own', () => {
  it.each([
    ['Apple Mail Privacy Protection', 'Mozilla/5.0'],
    [
      'Gmail prefetch',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0',
    ],
    ['Google image proxy', 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'],
    ['Yahoo Mail proxy', 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html'],
    [
      'Outlook link preview',
      'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
    ],
    ['Outlook link preview', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5'],
    ['Barracuda', 'Barracuda Sentinel (EE)'],
    ['Proofpoint', 'Mozilla/5.0 (compatible; Proofpoint URL Defense)'],
    ['Mimecast', 'Mimecast-URL-Protect/1.0'],
    ['Cisco', 'IronPort AsyncOS'],
    ['Symantec', 'Symantec.cloud link following'],
    ['link preview', 'facebookexternalhit/1.1'],
    ['link preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['bot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    [
      'bot',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
    ],
    ['program', 'python-requests/2.32.0'],
  ])('%s: %s', (name, userAgent) => {
    expect(judge({ 'user-agent': userAgent })).toBe(name);
  });

  it.each([
    ['Chrome', CHROME],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'],
    [
      'Safari on a telephone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ],
    [
      'Apple Mail without protection',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    ],
    ['Outlook', 'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17628; Pro)'],
    ['Thunderbird', 'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.12.0'],
    ['Edge', `${CHROME} Edg/126.0.0.0`],
  ])('and not %s', (_case, userAgent) => {
    expect(judge({ 'user-agent': userAgent })).toBeUndefined();
  });

  it.each([
    ['Outlook Safe Links', '40.107.22.3'],
    ['Outlook Safe Links', '::ffff:104.47.1.2'],
    ['Barracuda', '209.222.82.9'],
    ['Proofpoint', '67.231.152.1'],
    ['Mimecast', '205.139.110.5'],
    [undefined, '198.51.100.1'],
    [undefined, '2001:db8::1'],
    [undefined, 'unknown'],
  ])('by network: %s from %s', (name, ip) => {
    expect(judge({ 'user-agent': CHROME }, { ip })).toBe(name);
  });

  it.each([
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ])('ahead of a visit: %s %s', (name, value) => {
    expect(judge({ 'user-agent': CHROME, [name]: value })).toBe('prefetch');
  });

  it('and HEAD', () => {
    expect(judge({ 'user-agent': CHROME }, { method: 'HEAD' })).toBe('no visit');
  });
});
