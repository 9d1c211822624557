import { type Look, PLAIN_LOOK } from './look.js';
import { THEME } from './theme.js';
import { directionOf } from '../direction.js';

const { padding, width } = THEME;

/**
 * Colours are stated for a light background, so clients that know `color-scheme` leave them alone. Clients that invert
 * colours without asking find both text and background stated.
 */
const before = ({ background, font, text }: Look, locale: string): string => `<!doctype html>
<html lang="${languageTag(locale)}"${directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''} xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
</head>
<body style="margin:0;padding:0;background-color:${background};color:${text};-webkit-text-size-adjust:100%">
<!--[if mso]><table role="presentation" align="center" width="${width}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:${width}px;margin:0 auto;background-color:${background}"><tr><td style="padding:${padding}px;font-family:${font};color:${text};word-break:break-word">
`;

const AFTER = `
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</body>
</html>
`;

/**
 * Returns a whole document for the content of an email made of blocks: at most 600 pixels wide, in the middle. It says in which
 * language it is, and is drawn in the direction of that (behaviour BL20). `locale`: that of its texts, if it is known.
 */
export function emailDocument(content: string, look: Look = PLAIN_LOOK, locale = 'en'): string {
  return `${before(look, locale)}${content}${AFTER}`;
}

/** A locale as HTML has it; anything that is none is left out. */
function languageTag(locale: string): string {
  const tag = locale.replaceAll('_', '-');
  return /^[a-z\d]+(-[a-z\d]+)*$/i.test(tag) ? tag : '';
}
