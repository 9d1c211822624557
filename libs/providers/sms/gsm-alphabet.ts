/** The characters that text messages can carry without being sent as Unicode (3GPP TS 23.038, with its extension table). */
const ALPHABET = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà' +
    '\f^{}\\[~]|€',
);

/** Whether a text needs Unicode, for services that must be told. */
export function needsUnicode(text: string): boolean {
  return text.split('').some((unit) => !ALPHABET.has(unit));
}
