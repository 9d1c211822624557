import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { FONT_STACK, MAX_RADIUS } from '#libs/rendering/blocks/look.js';
import { escaped, htmlStart } from '../../platform/http/html.js';
import { PAGE_STYLES } from '../page-styles.js';

/** On whose behalf a page speaks. */
export interface PageBrand {
  name: string;
  /** A colour for light and one for dark pages, each with a contrast of at least 4.5 to 1 to its background. */
  accent?: { light: string; dark: string };
  /** An https address, or that of a picture of an environment. */
  logoUrl?: string;
  /** Names of fonts. */
  font?: string;
  /** Of the corners of buttons, in pixels. */
  radius?: number;
  /** Who sends, in lines. */
  address?: string;
}

/** A page on which people choose what they receive. */
export interface ChoicePage {
  /** The status of the response. Default: 200. */
  status?: number;
  title: string;
  /** BCP 47, such as `pt-BR`. */
  language: string;
  direction: 'ltr' | 'rtl';
  brand?: PageBrand;
  /** Styles that this page adds. */
  styles?: string;
  /** HTML. Texts from outside must be escaped. */
  body: string;
}

const STYLES = `${PAGE_STYLES}
.choices { max-width: 40rem; padding-top: 2rem; padding-bottom: 3rem; }
.choices .brand img { display: block; max-height: 2.5rem; max-width: 12rem; }
.choices header { margin-bottom: 1.5rem; }
.choices h1 { font-size: clamp(1.5rem, 5vw, 2rem); overflow-wrap: anywhere; }
.choices .card + .card, .choices .more { margin-top: 1.25rem; }
.choices .more, .choices .soft { color: var(--soft); }
.choices button, .choices select, .choices input { font: inherit; }
.choices button { min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid var(--accent); border-radius: .5rem;
  background: var(--accent); color: light-dark(#ffffff, #101217); font-weight: 600; cursor: pointer; }
.choices address { margin-top: 2rem; color: var(--soft); font-style: normal; white-space: pre-line; }
.choices button.quiet { background: transparent; color: var(--accent); }
`;

/** Sends the page: without scripts, not to be kept, shown in frames, found by search engines, or named to other sites. */
export function sendChoicePage(reply: FastifyReply, page: ChoicePage): FastifyReply {
  const styles = STYLES + (page.styles ?? '') + looksOf(page.brand);
  return reply
    .code(page.status ?? 200)
    .header('content-security-policy', policyOf(styles, page.brand))
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('cache-control', 'no-store')
    .header('content-language', page.language)
    .type('text/html; charset=utf-8')
    .send(htmlOf(page, styles));
}

function htmlOf({ title, language, direction, brand, body }: ChoicePage, styles: string): string {
  return `${htmlStart(escaped(title), { language, direction })}
<meta name="robots" content="noindex, nofollow">
<style>${styles}</style>
</head>
<body>
<main class="wide choices">
${brand ? `<header class="brand">${markOf(brand)}</header>` : ''}
${body}${brand?.address === undefined ? '' : `\n<address>${escaped(brand.address)}</address>`}
</main>
</body>
</html>
`;
}

function markOf({ name, logoUrl }: PageBrand): string {
  if (logoUrl === undefined) return `<strong>${escaped(name)}</strong>`;
  return `<img src="${escaped(logoUrl)}" alt="${escaped(name)}" referrerpolicy="no-referrer">`;
}

/** Looks come from outside: anything that is not written as a colour in hexadecimal or as names of fonts is left out. */
function looksOf({ accent, font, radius }: Partial<PageBrand> = {}): string {
  const isSafe = accent && [accent.light, accent.dark].every((color) => /^#[\da-f]{6}$/i.test(color));
  return [
    isSafe ? `:root { --accent: light-dark(${accent.light}, ${accent.dark}); }\n` : '',
    font !== undefined && FONT_STACK.test(font) ? `body { font-family: ${font}; }\n` : '',
    radius === undefined
      ? ''
      : `.choices button { border-radius: ${Math.min(Math.max(Math.round(radius), 0), MAX_RADIUS)}px; }\n`,
  ].join('');
}

/** The page loads its logo alone, and its forms are sent to this service. */
function policyOf(styles: string, brand: PageBrand | undefined): string {
  const logo = brand?.logoUrl === undefined ? "'none'" : new URL(brand.logoUrl).origin;
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    `img-src ${logo}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
