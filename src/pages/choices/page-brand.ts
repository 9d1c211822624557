import { channelsOf, contrast, LEAST_CONTRAST } from '#libs/rendering/contrast.js';
import { isUrl } from '#libs/url/is-url.js';
import type { Brand } from '../../auth/environment.schema.js';
import { isObject } from '../../platform/values/is-object.js';
import type { PageBrand } from './page-frame.js';

const MAX_NAME = 80;
const MAX_ADDRESS = 2048;

/**
 * How a page looks: each field as the first context says that has it, else as the environment says (behaviour CS57). Fonts, corners
 * and the address are those of the environment.
 * `contexts`: the data of the contexts of the page. Undefined without a name: then nothing says whose page it is.
 */
export function brandOf(
  environment: Brand | undefined,
  contexts: readonly Record<string, unknown>[],
): PageBrand | undefined {
  const { name, color, logoUrl } = [...contexts.map(({ brand }) => readBrand(brand)), environment ?? {}].reduceRight(
    (rest, one) => ({ ...rest, ...one }),
    {},
  );
  if (name === undefined) return undefined;
  const { font, radius, footer: { address } = {} } = environment ?? {};
  return {
    name,
    ...(color && { accent: accentOf(color) }),
    ...(logoUrl && { logoUrl }),
    ...(font && { font }),
    ...(radius !== undefined && { radius }),
    ...(address?.trim() && { address }),
  };
}

/** The fields of a brand in the data of a context; what cannot be shown is left out. */
function readBrand(value: unknown): Brand {
  const { name, color, logoUrl } = isObject(value) ? value : {};
  return {
    ...(typeof name === 'string' && name.trim() !== '' && { name: name.trim().slice(0, MAX_NAME) }),
    ...(typeof color === 'string' && /^#[\da-f]{6}$/i.test(color) && { color }),
    ...(typeof logoUrl === 'string' && isLogo(logoUrl) && { logoUrl }),
  };
}

function isLogo(address: string): boolean {
  return address.length <= MAX_ADDRESS && isUrl(address) && new URL(address).protocol === 'https:';
}

/** The grounds of the pages that are nearest to the text. */
const LIGHT_GROUND = '#f5f6f8';
const DARK_GROUND = '#191c23';

/** The colour on light and on dark pages: mixed with black or white until it can be read. */
function accentOf(color: string): NonNullable<PageBrand['accent']> {
  return { light: readable(color, LIGHT_GROUND, 0), dark: readable(color, DARK_GROUND, 255) };
}

function readable(color: string, ground: string, towards: number): string {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = channelsOf(color).map((one) => Math.round(one + (towards - one) * part));
    const text = `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(text, ground) >= LEAST_CONTRAST) return text;
  }
  return towards === 0 ? '#000000' : '#ffffff';
}
