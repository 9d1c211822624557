/** An email is 600 pixels wide; sharp screens show twice as many. */
const MAX_WIDTH = 1200;

/** The quality of JPEG and WebP when they are made smaller, 0 to 1. */
const QUALITY = 0.85;

/** Formats that a browser can write; a GIF would lose its animation. */
const WRITTEN = ['image/png', 'image/jpeg', 'image/webp'];

/** Where the sign of an animation is: in the first parts of the file. */
const HEAD_BYTES = 4096;

/**
 * The picture, made smaller where it is wider than emails show. What cannot be read here, or would lose its animation, stays as
 * it is: the server says what is wrong with it.
 */
export async function preparePicture(file: File): Promise<File> {
  if (!WRITTEN.includes(file.type) || (await isAnimated(file))) return file;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  try {
    return bitmap.width <= MAX_WIDTH ? file : await resized(bitmap, file);
  } finally {
    bitmap.close();
  }
}

async function resized(bitmap: ImageBitmap, { name, type }: File): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = MAX_WIDTH;
  canvas.height = Math.max(1, Math.round((bitmap.height * MAX_WIDTH) / bitmap.width));
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, QUALITY));
  if (!blob) throw new Error('The image is too large for this browser. Make it smaller and try again.');
  return new File([blob], name, { type: blob.type });
}

/** Animated PNG and WebP have a part of their own, near their beginning. */
async function isAnimated(file: File): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return head.includes('acTL') || head.includes('ANIM');
}
