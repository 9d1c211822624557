import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CONSOLE_PATH } from '../served-pages.js';

/**
 * Shows what the screen around it sends: the HTML of an email, with nothing in it to run and nothing to follow. It is read here,
 * because the policy of the console refuses the styles of its elements.
 */
const SCRIPT = String.raw`addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data?.html !== 'string') return;
  // Handlers of events go before the text is read: the policy refuses each, and says so.
  const html = data.html.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/[\s/](on\w+\s*=)/gi, ' data-$1'));
  const page = new DOMParser().parseFromString(html, 'text/html');
  const refused = 'script, iframe, object, embed, link, base, meta:not([name=color-scheme]), audio, video';
  for (const element of page.querySelectorAll(refused)) element.remove();
  for (const link of page.querySelectorAll('[href]')) {
    link.setAttribute('title', link.getAttribute('href'));
    link.setAttribute('href', '#');
  }
  for (const style of page.querySelectorAll('style'))
    style.textContent = style.textContent.replace(/@import[^;]*;?|@font-face\s*\{[^}]*\}/gi, '');
  if (data.hidesBar) page.documentElement.style.scrollbarWidth = 'none';
  document.replaceChild(document.adoptNode(page.documentElement), document.documentElement);
});
parent.postMessage({ kind: 'mail-ready' }, '*');`;

/** Pictures alone are loaded, from wherever the author has put them. The document has no origin, no forms and no windows. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    'img-src https: http: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');
}

/**
 * Serves the document in which the console shows an email with pictures from elsewhere, when its reader has asked for them:
 * the policy of the console itself allows no request to other servers. It holds no data.
 */
export function serveMailFrame(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .get(`${CONSOLE_PATH}/mail-frame`, (_request, reply) => {
      const nonce = randomBytes(16).toString('base64');
      return reply
        .header('content-security-policy', policyWith(nonce))
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .header('x-dns-prefetch-control', 'off')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(`<!doctype html><title>Email</title><script nonce="${nonce}">${SCRIPT}</script>`);
    });
}
