/// <reference lib="dom" />

/** The global of Scalar's script. */
declare const Scalar: {
  createApiReference(element: string, configuration: Record<string, unknown>): void;
};

/** The library's colour variables, set to the colours of our pages; all have a contrast of at least 4.5 to 1. */
const COLOURS = `
.light-mode {
  --scalar-color-1: #181b22; --scalar-color-2: #454c5a; --scalar-color-3: #555c6b; --scalar-color-accent: #4338ca;
  --scalar-background-1: #ffffff; --scalar-background-2: #f5f6f8; --scalar-background-3: #e9ebf0;
  --scalar-border-color: #dfe2e8; --scalar-color-green: #0b6132; --scalar-color-blue: #0b57b0;
  --scalar-color-red: #a81f19; --scalar-color-orange: #8a4300; --scalar-color-yellow: #6b5200; --scalar-color-purple: #5b32b4;
}
.dark-mode {
  --scalar-color-1: #eceef3; --scalar-color-2: #c3c9d5; --scalar-color-3: #a4acbc; --scalar-color-accent: #a5b4fc;
  --scalar-background-1: #101217; --scalar-background-2: #191c23; --scalar-background-3: #262a33;
  --scalar-border-color: #2d323d; --scalar-color-green: #6ee7a0; --scalar-color-blue: #8ec5ff;
  --scalar-color-red: #ffb4ab; --scalar-color-orange: #ffc27a; --scalar-color-yellow: #f3d36b; --scalar-color-purple: #cdb4ff;
}`;

/** Initial text of the field for the API key: the beginning of the `Authorization` header. */
const AUTHENTICATION = { securitySchemes: { ApiKey: { value: 'ApiKey ' } } };

Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  authentication: AUTHENTICATION,
  persistAuth: true,
  customCss: COLOURS,
  theme: 'none',
  // The page follows the system setting, like our other pages.
  hideDarkModeToggle: true,
  documentDownloadType: 'direct',
  // The page calls only this server, and offers no external services.
  telemetry: false,
  withDefaultFonts: false,
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});

/** Fixes what the library lacks for users of screen readers or of the keyboard alone. */
const REPAIRS: Record<string, (element: HTMLElement) => void> = {
  '.scalar-code-copy:not([aria-label])': (button) => button.setAttribute('aria-label', 'Copy'),
  // Their text already says the same as the label, in other words.
  '.show-more[aria-label]': (button) => button.removeAttribute('aria-label'),
  // All have the same name, which is not allowed for landmarks.
  '.response-card[role=region]': (card) => card.setAttribute('role', 'group'),
  'ul.endpoints:not([tabindex])': (list) => (list.tabIndex = 0),
  '[role=combobox]:not([aria-expanded])': (field) => {
    field.setAttribute('aria-expanded', 'false');
    field.setAttribute('aria-controls', 'reference');
    if (!field.hasAttribute('aria-label')) field.setAttribute('aria-label', field.dataset['placeholder'] || 'Value');
  },
};

function repair(): void {
  for (const [selector, mend] of Object.entries(REPAIRS)) {
    for (const element of document.querySelectorAll<HTMLElement>(selector)) mend(element);
  }
}

new MutationObserver(repair).observe(document.body, { childList: true, subtree: true });
