import { createHash } from 'node:crypto';
import type { HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escaped, htmlStart } from '../../platform/http/html.js';

const STYLES =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-width:38rem;margin:15vh auto 0;padding:0 1.25rem}';

/** The page loads nothing, and no scripts run in it. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Whether the request was made by a person who looks at a browser, and not by a program. */
export function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}

/** Sends the page that says why a person was not signed in, and what to do. `again` is where to begin again. */
export function sendFailurePage(reply: FastifyReply, failure: HttpException, again: string): void {
  const { hint } = Object(failure.getResponse()) as { hint?: string };
  void reply
    .status(failure.getStatus())
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('x-content-type-options', 'nosniff').send(`${htmlStart('Not signed in · Carillon')}
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>You are not signed in</h1>
<p>${escaped(failure.message)}.</p>
${hint === undefined ? '' : `<p>${escaped(hint)}</p>`}
<p><a href="${escaped(again)}">Begin again</a></p>
</main>
</body>
</html>
`);
}
