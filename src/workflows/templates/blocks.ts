/** A node of a document of blocks, as editors write it. */
interface Block {
  type: string;
  attrs?: Record<string, unknown>;
  text?: string;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: Block[];
}

/** Colors of the templates: each text has a contrast of 4.5 or more on its background. */
const COLORS = { button: '#1d4ed8', buttonText: '#ffffff', box: '#f1f5f9', line: '#e2e8f0' };

const text = (content: string, ...marks: string[]): Block => ({
  type: 'text',
  text: content,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});

export const paragraph = (content: string): Block => ({ type: 'paragraph', content: [text(content)] });

export const strong = (content: string): Block => ({ type: 'paragraph', content: [text(content, 'bold')] });

export const heading = (content: string, level = 2): Block => ({
  type: 'heading',
  attrs: { level },
  content: [text(content)],
});

/** A button whose address is a variable. */
export const button = (label: string, variable: string): Block => ({
  type: 'button',
  attrs: {
    text: label,
    url: variable,
    isUrlVariable: true,
    variant: 'filled',
    borderRadius: 'smooth',
    buttonColor: COLORS.button,
    textColor: COLORS.buttonText,
    alignment: 'left',
  },
});

/** A box with a background of its own. */
export const box = (...content: Block[]): Block => ({
  type: 'section',
  attrs: {
    backgroundColor: COLORS.box,
    borderWidth: 0,
    borderRadius: 8,
    paddingTop: 20,
    paddingRight: 20,
    paddingBottom: 18,
    paddingLeft: 20,
    marginBottom: 20,
  },
  content,
});

export const columns = (...cells: readonly Block[]): Block => ({
  type: 'columns',
  attrs: { gap: 4 },
  content: cells.map((cell) => ({ type: 'column', content: [cell] })),
});

export const repeat = (list: string, ...content: Block[]): Block => ({
  type: 'repeat',
  attrs: { each: list, iterations: 10 },
  content,
});

export const divider = (): Block => ({ type: 'horizontalRule' });

/** A code to be typed, large enough to be read at arm's length. */
export const code = (content: string): Block => ({
  type: 'heading',
  attrs: { level: 1, textAlign: 'center' },
  content: [text(content)],
});

const link = (content: string, variable: string): Block => ({
  type: 'text',
  text: content,
  marks: [{ type: 'link', attrs: { href: variable, isUrlVariable: true } }],
});

/** An email: the logo of the brand, the content, and why the reader gets it. */
export function mailBody(...content: Block[]): string {
  return document(...content, divider(), { type: 'footer', content: [text('{{t.mail.why}}')] });
}

/** The email of a subscription: its footer lets readers go. */
export function subscriptionBody(...content: Block[]): string {
  const ways = [
    link('{{t.mail.unsubscribe}}', 'unsubscribeUrl'),
    text(' · '),
    link('{{t.mail.preferences}}', 'preferencesUrl'),
  ];
  return document(
    ...content,
    divider(),
    { type: 'footer', content: [text('{{t.mail.why}}')] },
    { type: 'footer', content: ways },
  );
}

/** The texts of the footer of a subscription. */
export const SUBSCRIPTION_TEXTS = {
  'mail.unsubscribe': ['Unsubscribe', 'Abbestellen', 'Darse de baja'],
  'mail.preferences': ['Manage preferences', 'Einstellungen verwalten', 'Gestionar preferencias'],
} as const;

function document(...content: Block[]): string {
  const logo = { type: 'logo', attrs: { src: '', alt: '', size: 'md', alignment: 'left' } };
  return JSON.stringify({ type: 'doc', content: [logo, ...content] });
}
