/** The least contrast of text by WCAG AA. */
export const LEAST_CONTRAST = 4.5;

/** The contrast of two colours by WCAG, 1 to 21. Both are written as `#33aa77`. */
export function contrast(one: string, other: string): number {
  return contrastOfChannels(channelsOf(one), channelsOf(other));
}

/** The contrast of two colours by WCAG, 1 to 21. Both are red, green and blue, 0 to 255. */
export function contrastOfChannels(one: readonly number[], other: readonly number[]): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever is easier to read on a colour. */
export function readableOn(color: string): string {
  return contrast('#ffffff', color) >= contrast('#000000', color) ? '#ffffff' : '#000000';
}

function luminance(channels: readonly number[]): number {
  const [red, green, blue] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, 0 to 255. */
export function channelsOf(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
