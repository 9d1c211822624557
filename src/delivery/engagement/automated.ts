import { BlockList, isIP } from 'node:net';

/** What has to be known of a request to say whether a program made it on its own. */
export interface TrackedRequest {
  method: string;
  /** Address of the client. */
  ip: string;
  header: (name: string) => string | undefined;
}

/**
 * Programs that load pictures and follow links on their own, by their `User-Agent`: the first that fits is named.
 *
 * - Apple Mail Privacy Protection loads all pictures of an email when that arrives, as `Mozilla/5.0` and nothing else;
 *   https://www.mailgun.com/blog/product/bot-detection/.
 * - Gmail loads pictures as Edge 12.246 before it shows an email, and through its image proxy when somebody opens it;
 *   https://bird.com/blog/gmail-prefetching-images.
 * - Yahoo and AOL name their proxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html.
 * - BingPreview and SkypeUriPreview are what Microsoft 365 looks at links with, besides Safe Links itself, which looks
 *   like a browser: that is found by its network, or because it follows all links.
 * - Other scanners name themselves by their makers, where they do.
 */
const USER_AGENTS: readonly (readonly [name: string, userAgent: RegExp])[] = [
  ['Apple Mail Privacy Protection', /^Mozilla\/5\.0$/u],
  ['Gmail prefetch', /Edge\/12\.246 Mozilla\/5\.0$/u],
  ['Google image proxy', /GoogleImageProxy|via ggpht\.com/iu],
  ['Yahoo Mail proxy', /YahooMailProxy/iu],
  ['Outlook link preview', /BingPreview|SkypeUriPreview|SafeLinks|Microsoft-?Defender/iu],
  ['Barracuda', /barracuda/iu],
  ['Proofpoint', /proofpoint|pphosted/iu],
  ['Mimecast', /mimecast/iu],
  ['Cisco', /ironport|cisco secure email/iu],
  ['Symantec', /symantec|messagelabs/iu],
  ['Trend Micro', /trend ?micro/iu],
  ['Sophos', /sophos/iu],
  ['virus scanner', /virus|antispam|urlscan|safebrowsing|phish/iu],
  ['link preview', /facebookexternalhit|whatsapp|telegrambot|slackbot|discordbot|twitterbot|linkedinbot/iu],
  ['bot', /bot\b|crawl|spider|slurp|scanner|preview|prefetch|headless|phantomjs|puppeteer|playwright|selenium/iu],
  [
    'program',
    /^(?:python|java|go-http|node-fetch|axios|okhttp|ruby|perl|libwww|php|guzzle|apache-httpclient|postman)/iu,
  ],
];

/**
 * Networks that scanners of links come from, as their makers publish them for the delivery of email:
 *
 * - Exchange Online Protection with Safe Links; https://learn.microsoft.com/microsoft-365/enterprise/urls-and-ip-address-ranges,
 *   id 10.
 * - Barracuda Email Gateway Defense; https://campus.barracuda.com/product/emailgatewaydefense/.
 * - Proofpoint; https://proofpoint.my.site.com/support/PPSup_SupportInfo.
 * - Mimecast; its SPF records.
 */
const NETWORKS: readonly (readonly [name: string, networks: readonly string[]])[] = [
  ['Outlook Safe Links', ['40.92.0.0/15', '40.107.0.0/16', '52.100.0.0/14', '104.47.0.0/17']],
  ['Barracuda', ['64.235.144.0/20', '209.222.80.0/21']],
  ['Proofpoint', ['67.231.144.0/20', '208.84.64.0/22', '208.86.200.0/22', '62.209.50.0/24', '91.209.104.0/24']],
  ['Mimecast', ['91.220.42.0/24', '205.139.110.0/24', '207.211.30.0/24']],
];

const BLOCKS = NETWORKS.map(([name, networks]) => {
  const block = new BlockList();
  for (const network of networks) {
    const [address, bits] = network.split('/');
    block.addSubnet(address!, Number(bits));
  }
  return [name, block] as const;
});

/** Headers with which browsers and programs say that nobody has asked for the page yet. */
const AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** The program that has made a request on its own; undefined for what looks like a person (behaviour CS83). */
export function automatedBy({ method, ip, header }: TrackedRequest): string | undefined {
  if (method !== 'GET') return 'no visit';
  if (AHEAD.some((name) => /prefetch|preview|prerender/iu.test(header(name) ?? ''))) return 'prefetch';
  const userAgent = header('user-agent')?.trim() ?? '';
  const program = USER_AGENTS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return program ?? networkOf(ip);
}

function networkOf(ip: string): string | undefined {
  const address = ip.replace(/^::ffff:/iu, '');
  return isIP(address) === 4 ? BLOCKS.find(([, block]) => block.check(address))?.[0] : undefined;
}
