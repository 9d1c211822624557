import type { Styles } from './markup.js';

/** The looks of an email made of blocks. Every text has a colour and stands on a background with one: a client for the dark inverts both. */
export const THEME = {
  width: 600,
  padding: 8,
  font: "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  codeFont: "SFMono-Regular,Menlo,Monaco,Consolas,'Liberation Mono','Courier New',monospace",
  background: '#ffffff',
  text: '#374151',
  strong: '#111827',
  muted: '#64748b',
  line: '#eaeaea',
  quoteLine: '#d1d5db',
  codeBackground: '#efefef',
  badgeBackground: '#fef08a',
  button: '#000000',
  buttonText: '#ffffff',
  size: '15px',
  lineHeight: '26px',
} as const;

/** The styles of a text. Each paragraph has them, because clients forget those of the elements around it. */
export function textStyles({ font, text }: { font: string; text: string }): Styles {
  return { 'font-family': font, 'font-size': THEME.size, 'line-height': THEME.lineHeight, color: text };
}

/** Space below a block, in pixels: after a text, and after an image. */
export const SPACE = { text: 20, heading: 12, image: 32 } as const;
