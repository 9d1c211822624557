import type { Attack } from './target.js';

const SMUGGLED = 'GET /v1/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Requests that one reader of HTTP and another may see the end of in different places. */
export const smuggling: Attack = async (target) => {
  const head = (...headers: string[]) =>
    ['POST /v1/events/trigger HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...headers].join('\r\n');
  const request = (headers: string[], body: string) => `${head(...headers)}\r\n\r\n${body}`;
  const length = `Content-Length: ${SMUGGLED.length + 5}`;
  const chunked = 'Transfer-Encoding: chunked';
  const forms: Record<string, string> = {
    'a length and chunks': request([length, chunked], `0\r\n\r\n${SMUGGLED}`),
    'chunks and a length': request([chunked, 'Content-Length: 4'], `5c\r\n${SMUGGLED}\r\n0\r\n\r\n`),
    'two lengths': request(['Content-Length: 2', length], `{}${SMUGGLED}`),
    'two lengths in one': request([`Content-Length: 2, ${SMUGGLED.length}`], `{}${SMUGGLED}`),
    'a length with a sign': request(['Content-Length: +2'], `{}${SMUGGLED}`),
    'a negative length': request(['Content-Length: -2'], `{}${SMUGGLED}`),
    'a hexadecimal length': request(['Content-Length: 0x2'], `{}${SMUGGLED}`),
    'a length with a space in it': request(['Content-Length: 2 2'], `{}${SMUGGLED}`),
    'a length that is too large': request([`Content-Length: ${'9'.repeat(30)}`], `{}${SMUGGLED}`),
    'a space before the colon': request(['Transfer-Encoding : chunked', length], `0\r\n\r\n${SMUGGLED}`),
    'a tab before the value': request(['Transfer-Encoding:\x0bchunked', length], `0\r\n\r\n${SMUGGLED}`),
    'another coding': request(['Transfer-Encoding: xchunked', length], `0\r\n\r\n${SMUGGLED}`),
    'two codings': request(['Transfer-Encoding: chunked, identity', length], `0\r\n\r\n${SMUGGLED}`),
    'two lines of codings': request([chunked, 'Transfer-Encoding: identity'], `0\r\n\r\n${SMUGGLED}`),
    'a folded line': request(['X-A: b', ' Transfer-Encoding: chunked', length], `0\r\n\r\n${SMUGGLED}`),
    'a bare line feed': `${head()}\nX: y\nContent-Length: 2\n\n{}${SMUGGLED}`,
    'a bare carriage return': `${head(`X: y\r${length}`, 'Content-Length: 2')}\r\n\r\n{}${SMUGGLED}`,
    'a null in a header': request(['X-A: b\0c', 'Content-Length: 2'], `{}${SMUGGLED}`),
    'a null in a name': request(['X\0A: b', 'Content-Length: 2'], `{}${SMUGGLED}`),
    'a space in a name': request(['Content Length: 2', length], `{}${SMUGGLED}`),
    'a chunk of no number': request([chunked], `zz\r\n${SMUGGLED}\r\n0\r\n\r\n`),
    'a chunk with 0x': request([chunked], `0x2\r\n{}\r\n0\r\n\r\n${SMUGGLED.slice(0, 0)}`),
    'a chunk that overflows': request([chunked], `FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n${SMUGGLED}`),
    'a negative chunk': request([chunked], `-1\r\n{}\r\n0\r\n\r\n${SMUGGLED}`),
    'a chunk without its end': request([chunked], `2\r\n{}${SMUGGLED}`),
    'a chunk with a line feed in its extension': request([chunked], `2;\n${SMUGGLED}\r\n{}\r\n0\r\n\r\n`),
    'no version': `GET /v1/smuggled\r\n${SMUGGLED}`,
    'another version': `GET /v1/environments HTTP/3.7\r\nHost: localhost\r\n\r\n${SMUGGLED}`,
    'a method that is none': `GE\0T /v1/environments HTTP/1.1\r\nHost: localhost\r\n\r\n${SMUGGLED}`,
    'two hosts': `GET /v1/environments HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n`,
    'no host': 'GET /v1/environments HTTP/1.1\r\n\r\n',
  };
  for (const [what, bytes] of Object.entries(forms)) {
    const response = await target.raw(bytes);
    const statuses = [...response.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
    target.check(!response.includes('smuggled'), `a request with ${what} let a second one through: ${response}`);
    target.check(
      statuses.every((status) => status >= 400 && status < 500),
      `a request with ${what} responded with ${statuses.join()}: ${response}`,
    );
  }
};

/** Pages and operations whose responses hold addresses, asked under another name, and by proxies that lie. */
export const hostInjection: Attack = async (target) => {
  const EVIL = 'evil.example';
  const authorization = `ApiKey ${target.keys.development}`;
  const paths = [
    '/',
    '/docs',
    '/guide',
    '/guide/search?q=quiet',
    '/openapi.json',
    '/inbox-demo',
    '/outbox',
    '/console/inbox-frame',
    '/v1/integrations',
    '/v1/environments/me',
  ];
  const disguises: string[][] = [
    [`Host: ${EVIL}`],
    [`Host: ${EVIL}`, `X-Forwarded-Host: ${EVIL}`, 'X-Forwarded-Proto: https'],
    ['Host: localhost', `X-Forwarded-Host: ${EVIL}`, `Forwarded: host=${EVIL};proto=https`],
    ['Host: localhost', `X-Host: ${EVIL}`, `X-Original-URL: //${EVIL}/`, `X-Rewrite-URL: //${EVIL}/`],
    [`Host: localhost@${EVIL}`],
    [`Host: ${EVIL}"><script>`],
  ];
  for (const path of paths) {
    for (const disguise of disguises) {
      const lines = [`GET ${path} HTTP/1.1`, ...disguise, `Authorization: ${authorization}`, 'Connection: close'];
      const response = await target.raw(`${lines.join('\r\n')}\r\n\r\n`);
      target.check(!response.startsWith('HTTP/1.1 5'), `${path} responded with ${disguise.join()} with a failure`);
      target.check(!response.includes(EVIL), `${path} believes ${disguise.join()}: ${response.slice(0, 300)}`);
    }
    const absolute = `GET http://${EVIL}${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    const response = await target.raw(absolute);
    // An error repeats what was asked for.
    const isError = response.startsWith('HTTP/1.1 4');
    target.check(isError || !response.includes(EVIL), `${path} believes an absolute address`);
  }
  for (const path of [
    `//${EVIL}/`,
    `//${EVIL}/%2f..`,
    `/\\${EVIL}`,
    `/%0d%0aLocation:%20https://${EVIL}`,
    `/docs//${EVIL}`,
  ]) {
    const response = await target.raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const [headers = ''] = response.split('\r\n\r\n');
    target.check(!/^location:/im.test(headers), `${path} leads elsewhere: ${headers}`);
  }
};

/** Links that run scripts, and line breaks where a line ends a header, in what others see. */
export const scriptLinks: Attack = async (target) => {
  const api = target.client('development');
  const links = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'https://a.example/" onmouseover="alert(1)',
    'https://a.example/\r\nSet-Cookie: a=b',
  ];
  const workflowId = `links-${target.values.whole(1, 1e9)}`;
  const step = {
    name: 'Inbox',
    type: 'in_app',
    controlValues: {
      subject: '{{payload.text}}',
      body: 'See <a href="{{payload.link}}">this</a> {{payload.text}}',
      avatar: '{{payload.link}}',
      redirect: { url: '{{payload.link}}', target: '_self' },
      primaryAction: { label: 'Go', redirect: { url: '{{payload.link}}', target: '_blank' } },
    },
  };
  await api.workflow({ workflowId, steps: [step] });
  for (const [index, link] of links.entries()) {
    const payload = { link, text: '<script>alert(1)</script><img src=x onerror=alert(1)>' };
    const { transactionId } = await api.trigger(workflowId, { to: `links-${index}`, payload });
    await api.get(`/v1/events/trigger/${transactionId}?wait=10`);
    for (const { redirect, avatar, primaryAction, body: text } of await api.inbox(`links-${index}`)) {
      const seen = JSON.stringify([redirect, avatar, primaryAction]);
      target.check(!/script:|data:|onmouseover="|\\n|\\r|\\u0001/i.test(seen), `a link became ${seen}`);
      target.check(!/<script|onerror=|href="\s*(java|vb|data)/i.test(String(text)), `a body became ${String(text)}`);
    }
  }
};
