import { createTheme, type CSSVariablesResolver, DEFAULT_THEME, type MantineColorsTuple } from '@mantine/core';

/** The nonce with which this page may add styles: the server puts a new one into each response. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}

// Where packages look that add styles and know nothing of Mantine.
Object.assign(globalThis, { __webpack_nonce__: pageNonce() });

/** A palette of Mantine whose shade for texts and outlines on white has enough contrast. */
function withText(name: 'red' | 'orange' | 'yellow' | 'teal' | 'blue', shade: string): MantineColorsTuple {
  return DEFAULT_THEME.colors[name].with(7, shade) as unknown as MantineColorsTuple;
}

/** The colours of the other pages of Carillon. All texts have a contrast of at least 4.5 to 1. */
export const theme = createTheme({
  primaryColor: 'bell',
  primaryShade: 7,
  autoContrast: true,
  colors: {
    red: withText('red', '#b3261e'),
    orange: withText('orange', '#9a3b00'),
    yellow: withText('yellow', '#7a4d00'),
    teal: withText('teal', '#0b6b4f'),
    blue: withText('blue', '#1864ab'),
    bell: [
      '#eef2ff',
      '#e0e7ff',
      '#c7d2fe',
      '#a5b4fc',
      '#818cf8',
      '#6366f1',
      '#4f46e5',
      '#4338ca',
      '#3730a3',
      '#312e81',
    ],
  },
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, monospace',
  defaultRadius: 'md',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  // Who has asked the system for less motion gets none.
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { tt: 'none' } },
    // A list of choices is made when it is opened, because screens have up to a hundred choices that nobody looks at.
    Combobox: { defaultProps: { keepMounted: false } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
});

/** Mantine's soft texts and its red are too pale for small text. */
export const resolveColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#555c6b',
    '--mantine-color-placeholder': '#666e7d',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#4338ca',
    '--mantine-color-body': '#ffffff',
  },
  dark: {
    '--mantine-color-dimmed': '#a4acbc',
    '--mantine-color-placeholder': '#939cae',
    '--mantine-color-error': '#ffb4ab',
    '--mantine-color-anchor': '#a5b4fc',
    '--mantine-color-body': '#16181e',
    '--mantine-color-dark-6': '#1d2028',
    // Groups of fields, in the tone of the rest.
    '--mantine-color-dark-7': '#1a1d24',
    '--mantine-color-default': '#1d2028',
    '--mantine-color-default-border': '#3a404d',
  },
});
