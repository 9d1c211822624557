/** The characters that need no Unicode in a text message (3GPP TS 23.038), and those of its extension table. */
const ALPHABET = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENSION = new Set('\f^{}\\[~]|€');
/** Units in a message of one segment, and in each segment of a longer one, whose header takes the rest. */
const SEGMENT = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

/** How a text message is sent: its encoding, its units (septets or UTF-16 units) and the segments that are charged. */
export interface SmsSegments {
  encoding: 'GSM-7' | 'UCS-2';
  units: number;
  segments: number;
}

/** Counts the segments of a text message. A character of two units is never split between two segments. */
export function smsSegments(text: string): SmsSegments {
  const characters = Array.from(text);
  const isGsm = characters.every(isPlain);
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  const sizes = characters.map((one) => (isGsm ? (EXTENSION.has(one) ? 2 : 1) : one.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const [alone, each] = SEGMENT[encoding];
  if (units <= alone) return { encoding, units, segments: 1 };
  let [segments, used] = [1, 0];
  for (const size of sizes) {
    if (used + size > each) [segments, used] = [segments + 1, 0];
    used += size;
  }
  return { encoding, units, segments };
}

/** Returns the characters because of which a text message is sent as Unicode, each once, in their order. */
export function unicodeCharacters(text: string): string[] {
  return [...new Set(text)].filter((one) => !isPlain(one));
}

function isPlain(character: string): boolean {
  return ALPHABET.has(character) || EXTENSION.has(character);
}
