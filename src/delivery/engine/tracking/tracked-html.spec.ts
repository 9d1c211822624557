import { Types } from 'mongoose';
import { emailLinks } from '#libs/rendering/email/email-links.js';
import type { Tracked } from '../../../integrations/tracked.js';
import { trackedGrowth, trackedHtml } from './tracked-html.js';
import { readTrackedToken, trackingKey } from './tracked-token.js';

const key = trackingKey('k'.repeat(64));
const messageId = new Types.ObjectId();
const address = 'https://mail.example/e/';
const HTML = `<body>
<a href="https://a.example/?x=1&amp;y=2">x</a><a href="https://mail.example/u/TOKEN">no more</a>
<a href="https://mail.example/preferences/TOKEN">choose</a><a href="mailto:a@example.com">write</a>
<a href="https://mail.example/shop">shop</a><a href="https://a.example/${'z'.repeat(900)}">long</a>
</body>`;

function track(html: string, ...tracked: Tracked[]): string {
  return trackedHtml(html, emailLinks(html), { tracked, messageId, address, key });
}

/** What the addresses in an email say, in their order. */
function claimsIn(html: string): unknown[] {
  return [...html.matchAll(/https:\/\/mail\.example\/e\/([\w-]+)/gu)].map((match) =>
    readTrackedToken(match.at(1)!, key),
  );
}

describe('CS81, CS82: a tracked email', () => {
  it('leads through this installation, except where people choose and where an address is too long', () => {
    const html = track(HTML, 'clicked');
    expect(claimsIn(html)).toEqual([
      { kind: 'clicked', messageId, url: 'https://a.example/?x=1&y=2', link: 0, links: 2 },
      { kind: 'clicked', messageId, url: 'https://mail.example/shop', link: 1, links: 2 },
    ]);
    for (const kept of ['/u/TOKEN', '/preferences/TOKEN', 'mailto:a@example.com', 'z'.repeat(900)])
      expect(html).toContain(kept);
  });

  it('has a picture at the end of its body', () => {
    const html = track(HTML, 'opened');
    expect(claimsIn(html)).toEqual([{ kind: 'opened', messageId }]);
    expect(html).toMatch(
      /\n<img src="https:\/\/mail\.example\/e\/[\w-]+\.gif" width="1" height="1" alt=""[^>]*><\/body>$/u,
    );
    expect(html.replace(/<img[^>]*>/u, '')).toBe(HTML);
  });

  it.each<[Tracked[]]>([[['opened']], [['clicked']], [['opened', 'clicked']]])('grows as foreseen: %j', (tracked) => {
    const html = '<p>x</p>' + '<a href="https://a.example/products/12345">y</a>'.repeat(20);
    const growth = track(html, ...tracked).length - html.length;
    expect(Math.abs(trackedGrowth(emailLinks(html), tracked, address) - growth)).toBeLessThan(60);
  });
});
